import { z } from "zod";
import { SignedInAnswer } from "./accounts.ts";
import type { Route } from "./route.ts";
import { CodeBody } from "./account-fields.ts";

/** Outcome of the callback behind the # of `/login`, as `google=…`, where it gives no session. */
export const GOOGLE_OUTCOMES = [
  /** An account has this address; signing in with its password and `link` connects both. `email` says which. */
  "link",
  /** The account has a second factor: its code goes to `/v1/auth/google/second-factor`. */
  "second-factor",
  /** The provider does not vouch for the address. */
  "unverified",
  /** The account may not sign in. */
  "refused",
  /** The user cancelled at the provider's page. */
  "cancelled",
  "failed",
] as const;
export type GoogleOutcome = (typeof GOOGLE_OUTCOMES)[number];

const LIMIT = { calls: 60, seconds: 60 };

/** Signing in with Google, or with any OpenID provider put in its place. */
export const GOOGLE_ROUTES = {
  signInWays: {
    method: "GET",
    path: "/v1/auth/ways",
    summary: "Ways to sign in besides the password",
    access: "public",
    answer: z.strictObject({ google: z.boolean() }),
    status: 200,
    problems: [],
  },
  google: {
    method: "GET",
    path: "/v1/auth/google",
    summary: "Sends the browser to Google",
    access: "public",
    limit: LIMIT,
    answer: "file",
    status: 302,
    problems: ["not-found"],
  },
  googleCallback: {
    method: "GET",
    path: "/v1/auth/google/callback",
    summary: "Comes back from Google: to /login, with the session or what is missing behind the #",
    access: "public",
    limit: LIMIT,
    // Providers add fields of their own.
    query: z.looseObject({}),
    answer: "file",
    status: 302,
    problems: ["not-found"],
  },
  googleSecondFactor: {
    method: "POST",
    path: "/v1/auth/google/second-factor",
    summary: "Completes a sign-in with Google by the code of the second factor",
    access: "public",
    body: CodeBody,
    answer: SignedInAnswer,
    status: 200,
    problems: ["bad-request", "unauthorized", "second-factor"],
  },
} as const satisfies Record<string, Route>;
