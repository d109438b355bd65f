import type { FastifyInstance } from "fastify";
import { ROUTES } from "../contract/index.ts";
import type { Readiness } from "./monitoring/readiness.ts";
import { answer } from "./route.ts";

/** Whether the process is alive, and whether it should be given work. */
export function healthRoutes(app: FastifyInstance, { readiness }: { readonly readiness: Readiness }): void {
  answer(app, ROUTES.health, async () => ({ status: "ok" as const }));
  answer(app, ROUTES.ready, async () => ({ status: "ready" as const, engine: await readiness.check() }));
}
