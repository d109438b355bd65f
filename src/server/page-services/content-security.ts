import type { Reach } from "./page-services.ts";
import type { Services } from "./services.ts";

/** What a page of ours may load and reach: itself, and the services that are set up, each as far as it has to. */
export function contentSecurity(services: Services | null, forms: boolean) {
  const reaches: readonly Reach[] = Object.values(services ?? {}).flatMap((service) =>
    service === null ? [] : service.reach,
  );
  const beyond = (part: keyof Reach): string[] => [...new Set(reaches.flatMap((reach) => reach[part] ?? []))];
  const allowed = (own: readonly string[], part: keyof Reach): string[] => [...own, ...beyond(part)];
  const [frames, media, workers] = [beyond("frame"), beyond("media"), beyond("worker")];
  return {
    defaultSrc: ["'none'"],
    scriptSrc: allowed(["'self'"], "script"),
    // Radix Themes and CodeMirror set styles from script; neither reads them from user input.
    styleSrc: allowed(["'self'", "'unsafe-inline'"], "style"),
    imgSrc: allowed(["'self'", "data:"], "image"),
    fontSrc: allowed(["'self'"], "font"),
    connectSrc: allowed(["'self'"], "connect"),
    manifestSrc: ["'self'"],
    ...(frames.length > 0 ? { frameSrc: frames } : {}),
    ...(media.length > 0 ? { mediaSrc: media } : {}),
    ...(workers.length > 0 ? { workerSrc: workers } : {}),
    baseUri: ["'none'"],
    formAction: forms ? ["'self'"] : ["'none'"],
    frameAncestors: ["'none'"],
  };
}
