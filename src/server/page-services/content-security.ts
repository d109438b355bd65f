import type { Reach } from "./page-services.ts";
import type { Services } from "./services.ts";

/** The Content Security Policy of a page: its own origin, and what the configured services need. */
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
