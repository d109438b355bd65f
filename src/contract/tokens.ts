import { z } from "zod";
import { Accepted } from "./accepted.ts";
import { Scope } from "./access.ts";
import { RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

export const TokenBody = z.strictObject({
  name: z.string().trim().min(1).max(200),
  scopes: z.array(Scope).min(1),
  /** When it ends by itself; left out or null, never. */
  expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
});
const Token = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  created_at: z.string(),
  used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
};
export const TokenItem = z.strictObject(Token);
export const TokenList = z.strictObject({ items: z.array(TokenItem) });
/** With the token itself, this once. */
export const MadeToken = z.strictObject({ ...Token, token: z.string() });

/** API tokens, for programs. They are made and revoked by signed-in people only, never by a token. */
export const TOKEN_ROUTES = {
  tokens: {
    method: "GET",
    path: "/v1/profile/tokens",
    summary: "The own API tokens that were not revoked, the newest first",
    access: "user",
    answer: TokenList,
    status: 200,
    problems: [],
  },
  makeToken: {
    method: "POST",
    path: "/v1/profile/tokens",
    summary: "Creates an API token; it is shown only once",
    access: "user",
    body: TokenBody,
    answer: MadeToken,
    status: 201,
    problems: ["bad-request", "invalid-request"],
  },
  revokeToken: {
    method: "DELETE",
    path: "/v1/profile/tokens/:id",
    summary: "Revokes an API token at once and for good",
    access: "user",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found", "bad-request"],
  },
} as const satisfies Record<string, Route>;
