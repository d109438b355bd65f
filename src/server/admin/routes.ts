import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Scans } from "../runs/scans.ts";
import { answer, DONE } from "../route.ts";
import { changeUserStatus, deleteUser, restoreUser, softDeleteUser } from "./change-user.ts";
import { ownSecurityLog, userSecurityLog } from "./security-log.ts";
import { startUseAs, stopUseAs } from "./use-as.ts";
import { userDetail } from "./user-detail.ts";
import { aggregateUsers, listUsers } from "./users.ts";

/** Users for administrators, use-as, the security log. */
export function adminRoutes(app: FastifyInstance, db: Db, jobs: Jobs, scans: Scans): void {
  answer(app, ROUTES.users, async ({ query }) => listUsers(db, query, false));
  answer(app, ROUTES.trashedUsers, async ({ query }) => listUsers(db, query, true));
  answer(app, ROUTES.aggregateUsers, async ({ query }) => aggregateUsers(db, query));
  answer(app, ROUTES.user, async ({ params }) => userDetail(db, params.id));
  answer(app, ROUTES.changeUserStatus, async ({ actor, body }) => {
    await changeUserStatus(db, jobs, actor, body);
    return userDetail(db, body.id);
  });
  answer(app, ROUTES.softDeleteUser, async ({ actor, params }) => {
    await softDeleteUser(db, jobs, actor, params.id);
    return DONE;
  });
  answer(app, ROUTES.restoreUser, async ({ actor, params }) => {
    await restoreUser(db, actor, params.id);
    return DONE;
  });
  answer(app, ROUTES.deleteUser, async ({ actor, params }) => {
    const { runs } = await deleteUser(db, actor, params.id);
    for (const run of runs) await scans.forget(run);
    return DONE;
  });

  answer(app, ROUTES.userSecurityLog, async ({ params, query }) => userSecurityLog(db, params.id, query));
  answer(app, ROUTES.securityLog, async ({ actor, query }) => ownSecurityLog(db, actor.account.id, query));

  answer(app, ROUTES.useAs, async ({ actor, params, reply }) => {
    const agent = reply.request.headers["user-agent"] ?? null;
    const { session, email, name } = await startUseAs(db, actor, params.id, agent);
    void reply.header("cache-control", "no-store");
    return { token: session.token.text, expires_at: session.expires.toISOString(), email, name, roles: [] };
  });
  answer(app, ROUTES.stopUseAs, async ({ actor }) => {
    await stopUseAs(db, actor);
    return { ...DONE, message: "Successfully stopped use-as" as const };
  });
}
