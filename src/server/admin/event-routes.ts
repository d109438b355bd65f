import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import { listUserEvents } from "../events/list-events.ts";
import { answer } from "../route.ts";
import { findUser } from "./users.ts";

/** Events of everybody. */
export function userEventRoutes(app: FastifyInstance, db: Db): void {
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
