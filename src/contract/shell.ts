import { z } from "zod";
import type { Route } from "./route.ts";

/** A third-party service whose script the page loads: which one, its public key, and where the script lies. */
export const PageService = z.strictObject({ provider: z.string(), key: z.string(), script: z.string() });
export type PageService = z.infer<typeof PageService>;

/** Third-party services by kind; null where none is set up, and then the page shows nothing of it. */
export const ShellAnswer = z.strictObject({
  /** Chat and support. */
  chat: PageService.nullable(),
  analytics: PageService.nullable(),
  /** Affiliate referral. */
  affiliate: PageService.nullable(),
  payment: z.strictObject({
    /** Whether anything can be paid for. */
    on: z.boolean(),
    /** Whether payments are simulated. */
    test: z.boolean(),
    /** For card fields within the page; null where cards are entered at the provider's page only. */
    card: PageService.nullable(),
  }),
  /**
   * Whether mails are sent; `outbox`: they lie on this machine, where a page shows them; `kept`: they only lie there.
   */
  mail: z.enum(["sent", "outbox", "kept"]),
  /** The script with which the page begins now: another one than that of an open page is a new version. Null without a page. */
  build: z.string().nullable(),
  /** The separate host of charts, without a trailing slash. */
  charting: z.strictObject({ url: z.string() }).nullable(),
});
export type ShellAnswer = z.infer<typeof ShellAnswer>;

/** What the page needs before a user has signed in. */
export const SHELL_ROUTES = {
  shell: {
    method: "GET",
    path: "/v1/shell",
    summary: "Which third-party services are set up, with their public keys",
    access: "public",
    answer: ShellAnswer,
    status: 200,
    problems: [],
  },
} as const satisfies Record<string, Route>;
