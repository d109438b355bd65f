import type { FastifyRequest } from "fastify";
import { inUseAs } from "../../contract/index.ts";
import type { Route } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { Actor, SignedIn } from "./actor.ts";
import { actorOfToken, TOKEN_PREFIX } from "./api-tokens.ts";
import { actorOfChart, CHART_PREFIX } from "./chart-sessions.ts";
import { actorOfSession } from "./sessions.ts";

/** The half of a browser's session that no script can read. */
export const BIND_COOKIE = "__Host-bind";
/** Browsers send at least one of these headers, programs neither. */
export const isBrowser = ({ headers }: FastifyRequest): boolean =>
  headers["sec-fetch-site"] !== undefined || headers.origin !== undefined;

const MAX_BEARER_CHARS = 200;

/** The caller. A bearer that is no longer valid is an error, not an anonymous call, so that the page notices. */
export async function authenticate(db: Db, request: FastifyRequest): Promise<Actor> {
  const header = request.headers.authorization;
  if (header === undefined) return { kind: "anonymous", address: request.ip };
  const bearer = /^Bearer ([\w-]+)$/i.exec(header)?.[1];
  if (bearer !== undefined && bearer.length <= MAX_BEARER_CHARS) {
    const actor = await actorOf(db, request, bearer);
    if (actor !== null) return actor;
  }
  throw new ProblemAnswer("unauthorized", "The session has ended. Sign in again.");
}

async function actorOf(db: Db, request: FastifyRequest, bearer: string): Promise<SignedIn | null> {
  if (bearer.startsWith(TOKEN_PREFIX)) return actorOfToken(db, bearer, request.ip);
  if (bearer.startsWith(CHART_PREFIX)) return actorOfChart(db, bearer, request.ip);
  return actorOfSession(db, bearer, request.cookies[BIND_COOKIE], request.ip);
}

/** Lets a call through to a route, or answers 401 or 403. A public route is open to everybody, signed in or not. */
export function admit(route: Route, actor: Actor): void {
  if (route.access === "public") return;
  if (actor.kind === "anonymous") throw new ProblemAnswer("unauthorized", "Sign in first.");
  const reason = refusal(route, actor);
  if (reason !== null) throw new ProblemAnswer("forbidden", reason);
  // An admin without a second factor can sign in and set it up, and has no admin rights until then.
  if (route.access === "super_admin" && !actor.account.secondFactor) {
    throw new ProblemAnswer("second-factor-required", "Switch the second factor on in the account settings first.");
  }
}

function refusal(route: Route, actor: SignedIn): string | null {
  // Checked first, so that the scope of a session also limits an admin.
  if (actor.kind !== "token" && actor.only !== undefined && actor.only !== route.scope) {
    return `Only for the scope ${actor.only}.`;
  }
  if (route.access === "super_admin" && (actor.kind !== "user" || actor.account.role !== "super_admin")) {
    return "Only for administrators.";
  }
  if (actor.kind === "use-as" && !inUseAs(route)) return "Not available while using the app as another user.";
  if (actor.kind === "token") {
    if (route.scope === undefined) return "Not by API token.";
    if (!actor.scopes.includes("all") && !actor.scopes.includes(route.scope)) {
      return `The token does not have the scope ${route.scope}.`;
    }
  }
  return null;
}
