import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import { answer } from "../route.ts";
import type { MarketActivity } from "./market-activity.ts";
import type { Samples } from "./template-samples.ts";

/** Market activity, for everybody, and what the built-in templates find. */
export function activityRoutes(app: FastifyInstance, activity: MarketActivity, samples: Samples): void {
  answer(app, ROUTES.activity, () => activity.latest());
  answer(app, ROUTES.activitySoFar, () => activity.soFar());
  answer(app, ROUTES.templateSamples, () => samples.soFar());
  answer(app, ROUTES.showcase, () => samples.showcase());
}
