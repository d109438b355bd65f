import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { ROUTES } from "../contract/index.ts";
import type { Market } from "../market/index.ts";
import type { Db } from "./db/index.ts";
import { asProblem, ProblemAnswer } from "./problem.ts";
import { answer } from "./route.ts";

/** Whether the process is alive, and whether it can do its work: the same of servers and of workers. */
export function healthRoutes(app: FastifyInstance, { db, market }: { readonly db: Db; readonly market: Market }): void {
  answer(app, ROUTES.health, async () => ({ status: "ok" as const }));
  answer(app, ROUTES.ready, async () => {
    await sql`SELECT 1`.execute(db);
    try {
      return { status: "ready" as const, engine: await market.version() };
    } catch (error) {
      app.log.warn({ err: error }, "engine does not answer");
      throw new ProblemAnswer("engine-down", asProblem(error).message, [], 5);
    }
  });
}
