import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import { findUser } from "../admin/users.ts";
import type { Db } from "../db/index.ts";
import { answer } from "../route.ts";
import { registerEvent } from "./keep-event.ts";
import { listOwnEvents, listUserEvents } from "./list-events.ts";

/** Types of charts stand below this one. */
const CHART = "chart";

/** Registering events, the own ones, and everybody's for administrators. */
export function eventRoutes(app: FastifyInstance, db: Db): void {
  answer(app, ROUTES.registerEvent, async ({ actor, body }) => ({ id: await registerEvent(db, actor, body) }));
  answer(app, ROUTES.registerChartEvent, async ({ actor, body }) => ({
    id: await registerEvent(db, actor, { ...body, type: `${CHART}.${body.type}`, source: CHART }),
  }));
  answer(app, ROUTES.myEvents, async ({ actor, query }) => listOwnEvents(db, actor.account.id, query));
  answer(app, ROUTES.myChartEvents, async ({ actor, query }) =>
    listOwnEvents(db, actor.account.id, { ...query, type: CHART }),
  );
  answer(app, ROUTES.events, async ({ query }) => listUserEvents(db, "event", query));
  answer(app, ROUTES.filterEvents, async ({ query }) => listUserEvents(db, "event", query));
  answer(app, ROUTES.eventsOfType, async ({ params, query }) =>
    listUserEvents(db, "event", { ...query, type: params.type }),
  );
  answer(app, ROUTES.eventsOfUser, async ({ params, query }) => {
    await findUser(db, params.id);
    return listUserEvents(db, "event", { ...query, user: params.id });
  });
  answer(app, ROUTES.userActivities, async ({ query }) => listUserEvents(db, "user_activity", query));
  answer(app, ROUTES.filterUserActivities, async ({ query }) => listUserEvents(db, "user_activity", query));
}
