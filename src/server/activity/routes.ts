import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import { answer } from "../route.ts";
import { MarketActivity } from "./market-activity.ts";

/** Market activity, for everybody. */
export function activityRoutes(app: FastifyInstance, market: Market): void {
  const activity = new MarketActivity(market);
  answer(app, ROUTES.activity, () => activity.latest());
  answer(app, ROUTES.activitySoFar, () => activity.soFar());
}
