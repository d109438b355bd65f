import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import { answer } from "../route.ts";
import { registerEvent } from "./keep-event.ts";
import { listOwnEvents } from "./list-events.ts";

/** Types of charts stand below this one. */
const CHART = "chart";

/** Registering events, and the own ones. */
export function eventRoutes(app: FastifyInstance, db: Db): void {
  answer(app, ROUTES.registerEvent, async ({ actor, body }) => ({ id: await registerEvent(db, actor, body) }));
  answer(app, ROUTES.registerChartEvent, async ({ actor, body }) => ({
    id: await registerEvent(db, actor, { ...body, type: `${CHART}.${body.type}`, source: CHART }),
  }));
  answer(app, ROUTES.myEvents, async ({ actor, query }) => listOwnEvents(db, actor.account.id, query));
  answer(app, ROUTES.myChartEvents, async ({ actor, query }) =>
    listOwnEvents(db, actor.account.id, { ...query, type: CHART }),
  );
}
