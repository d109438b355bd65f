import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import { answer } from "../route.ts";
import type { MarketActivity } from "./market-activity.ts";

/** Market activity, for everybody. */
export function activityRoutes(app: FastifyInstance, activity: MarketActivity): void {
  answer(app, ROUTES.activity, () => activity.latest());
  answer(app, ROUTES.activitySoFar, () => activity.soFar());
}
