import { z } from "zod";
import { SignedInAnswer } from "./accounts.ts";
import { RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

/** Acting as a user. Apart from the other administrators' routes: the page that signs in ships these, but not their schemas. */
export const USE_AS_ROUTES = {
  useAs: {
    method: "POST",
    path: "/v1/users/:id/use-as",
    summary: "Gives a session of one hour as that user; a browser keeps its other half and the own session",
    access: "super_admin",
    params: RunParams,
    answer: SignedInAnswer,
    status: 201,
    problems: ["bad-request", "second-factor-required", "not-found", "conflict"],
  },
  stopUseAs: {
    method: "POST",
    path: "/v1/profile/stop-use-as",
    summary: "Ends use-as; the administrator's own session continues",
    access: "user",
    answer: z.strictObject({ success: z.literal(true), message: z.literal("Successfully stopped use-as") }),
    status: 200,
    problems: ["conflict"],
  },
} as const satisfies Record<string, Route>;
