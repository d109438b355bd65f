import { z } from "zod";
import { CHANGED_LISTS } from "./changed-lists.ts";
import { RunProgress, RunStatus } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

/** Seconds between two signs of life of a stream. */
export const HEARTBEAT_SECONDS = 15;

/** The events of a stream: the name of each, and its data. */
export const StreamEvent = z.discriminatedUnion("event", [
  /** A run of the account, by its request: another status, or how far it is. */
  z.strictObject({
    event: z.literal("run"),
    data: z.strictObject({ id: z.string(), status: RunStatus, progress: RunProgress.nullable() }),
  }),
  /** A list of the account, by a call that named `page` in its header x-page. */
  z.strictObject({
    event: z.literal("changed"),
    data: z.strictObject({ what: z.enum(CHANGED_LISTS), page: z.string().nullable() }),
  }),
  /** The market data. */
  z.strictObject({ event: z.literal("market"), data: z.strictObject({}) }),
  /** Events may be missing: look again at whatever is followed. */
  z.strictObject({ event: z.literal("resync"), data: z.strictObject({}) }),
]);
export type StreamEvent = z.infer<typeof StreamEvent>;

/** What changes, as it changes. */
export const STREAM_ROUTES = {
  stream: {
    method: "GET",
    path: "/v1/stream",
    summary: "What changes in the account, as it changes: runs and how far they are, lists, the market data",
    access: "user",
    scope: "data_requests",
    limit: { calls: 120, seconds: 60 },
    answer: "events",
    status: 200,
    problems: ["too-many", "overloaded", "database-down"],
  },
} as const satisfies Record<string, Route>;
