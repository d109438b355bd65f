import { z } from "zod";

/** What an API token may be used for; `all` stands for every one of them. */
export const SCOPES = ["user", "data_requests", "chart", "excel", "folders", "templates", "all"] as const;
export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

/**
 * Who may call a route. It is a field of the route and never follows from its address. A public route never asks who
 * calls, an optional one does.
 */
export type Access = "public" | "optional" | "user" | "super_admin";

/** How often a route may be called: by one address, or by one account where a user is signed in. */
export interface RateLimit {
  readonly calls: number;
  readonly seconds: number;
}

/** Refused calls of one route within the window are answered 429 with Retry-After. */
export const DEFAULT_LIMIT: RateLimit = { calls: 600, seconds: 60 };
