import { z } from "zod";
import { Accepted } from "./accepted.ts";
import { Changed, RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

/** Where an account is signed in. */
const SessionItem = z.strictObject({
  id: z.string(),
  /** Whether this very call came by it. */
  current: z.boolean(),
  browser: z.boolean(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  created_at: z.string(),
  used_at: z.string(),
  /** In any case; a session that is not used ends earlier. */
  expires_at: z.string(),
});
export const SessionList = z.strictObject({ items: z.array(SessionItem) });

/** Places where one is signed in. Neither API tokens nor an admin in use-as get at them. */
export const SESSION_ROUTES = {
  sessions: {
    method: "GET",
    path: "/v1/profile/sessions",
    summary: "Where the account is signed in, the place used last first",
    access: "user",
    answer: SessionList,
    status: 200,
    problems: [],
  },
  endOtherSessions: {
    method: "DELETE",
    path: "/v1/profile/sessions",
    summary: "Ends all sessions but this one",
    access: "user",
    answer: Changed,
    status: 200,
    problems: [],
  },
  endSession: {
    method: "DELETE",
    path: "/v1/profile/sessions/:id",
    summary: "Ends one session",
    access: "user",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found", "bad-request"],
  },
} as const satisfies Record<string, Route>;
