import type { z } from "zod";
import type { Access, RateLimit, Scope } from "./access.ts";
import type { ChangedList } from "./changed-lists.ts";
import type { ProblemSlug } from "./problem.ts";

/** A route as data: server, client and reference derive from it. Every route may also answer `internal`, `database-down` and `too-many`, and all but public ones `unauthorized` and `forbidden`. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** What an API token needs for it; a route without one is closed to tokens. */
  readonly scope?: Scope;
  /** Left out: `DEFAULT_LIMIT`. */
  readonly limit?: RateLimit;
  /** Bytes of the body; left out: `BODY_LIMIT`. */
  readonly bodyLimit?: number;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** A request may be sent as `TEXT_TYPE` too: as the whole body, or as its field `request`, the others left out. */
  readonly takesText?: "body" | "request";
  /** The request may be answered as `TEXT_TYPE`, to callers who accept that. */
  readonly givesText?: true;
  /** `events` are server-sent ones, each a `StreamEvent`. */
  readonly answer: z.ZodType | "file" | "events";
  readonly status: 200 | 201 | 202 | 302;
  readonly problems: readonly ProblemSlug[];
  /** Lists of the account that it changes; open streams are sent which. */
  readonly changes?: readonly ChangedList[];
}

/** Header of a call by which a page knows its own changes again. */
export const PAGE_HEADER = "x-page";

/** What a route answers; nothing for a file. */
export type RouteAnswer<R extends Route> = R["answer"] extends z.ZodType ? z.output<R["answer"]> : never;

/** A request as its text: statements as in a `.scan` file. */
export const TEXT_TYPE = "text/x-scanbook";

/** Body of every request, in bytes. */
export const BODY_LIMIT = 256 * 1024;
