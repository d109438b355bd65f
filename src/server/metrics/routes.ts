import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import { answer } from "../route.ts";
import { dashboardMetrics } from "./dashboard.ts";
import { spanOf } from "./span.ts";
import { userMetrics } from "./user-metrics.ts";

/** Counts for administrators. */
export function metricRoutes(app: FastifyInstance, db: Db): void {
  answer(app, ROUTES.dashboardMetrics, async ({ query }) => dashboardMetrics(db, spanOf(query)));
  answer(app, ROUTES.userMetrics, async ({ params, query }) => userMetrics(db, params.id, spanOf(query)));
}
