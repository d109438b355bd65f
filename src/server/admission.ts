import type { FastifyInstance } from "fastify";
import { record } from "./audit.ts";
import { admit, authenticate } from "./auth/authenticate.ts";
import type { Limits } from "./auth/limits.ts";
import { callerOf } from "./auth/caller.ts";
import { RateLimits } from "./auth/rate-limit.ts";
import type { Actor } from "./auth/actor.ts";
import type { Db } from "./db/index.ts";
import { ProblemAnswer } from "./problem.ts";

/** Runs before every route of the contract: authenticates the caller, checks access, counts against the rate limit. */
export function admission(app: FastifyInstance, db: Db, inForce: Limits): void {
  const limits = new RateLimits(inForce);
  app.decorateRequest("actor", null);
  app.addHook("onRequest", async (request) => {
    const { route } = request.routeOptions.config;
    if (route === undefined) return;
    const anonymous: Actor = { kind: "anonymous", address: request.ip };
    const actor = route.access === "public" ? anonymous : await authenticate(db, request);
    limits.take(route, actor.kind === "anonymous" ? callerOf(actor.address) : actor.account.id);
    try {
      if (route.access !== "optional") admit(route, actor);
    } catch (error) {
      if (error instanceof ProblemAnswer && error.slug === "forbidden" && actor.kind !== "anonymous") {
        const details = { method: route.method, path: route.path };
        await record(db, { action: "denied", account: actor.account.id, actor, details });
      }
      throw error;
    }
    request.actor = actor;
  });
}
