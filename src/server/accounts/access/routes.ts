import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../../contract/index.ts";
import { answer, DONE } from "../../route.ts";
import type { AccountParts } from "../account-parts.ts";
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  switchOffSecondFactor,
} from "./second-factor-setup.ts";
import { endOtherSessions, endOwnSession, sessions } from "./sessions.ts";
import { makeToken, revokeToken, tokens } from "./tokens.ts";

/** What gives access to an account: sessions, API tokens, the second factor. Secrets are answered once and never cached. */
export function accessRoutes(app: FastifyInstance, parts: AccountParts): void {
  const { db } = parts;
  answer(app, ROUTES.sessions, async ({ actor }) => sessions(db, actor));
  answer(app, ROUTES.endOtherSessions, async ({ actor }) => ({ changed: await endOtherSessions(db, actor) }));
  answer(app, ROUTES.endSession, async ({ actor, params }) => {
    await endOwnSession(db, actor, params.id);
    return DONE;
  });

  answer(app, ROUTES.tokens, async ({ actor }) => tokens(db, actor.account.id));
  answer(app, ROUTES.makeToken, async ({ actor, body, reply }) => {
    void reply.header("cache-control", "no-store");
    return makeToken(db, actor, body);
  });
  answer(app, ROUTES.revokeToken, async ({ actor, params }) => {
    await revokeToken(db, actor, params.id);
    return DONE;
  });

  answer(app, ROUTES.setUpSecondFactor, async ({ actor, body, reply }) => {
    void reply.header("cache-control", "no-store");
    return setUpSecondFactor(parts, actor, body.password);
  });
  answer(app, ROUTES.confirmSecondFactor, async ({ actor, body, reply }) => {
    void reply.header("cache-control", "no-store");
    return { recovery_codes: [...(await confirmSecondFactor(parts, actor, body.code))] };
  });
  answer(app, ROUTES.renewRecoveryCodes, async ({ actor, body, reply }) => {
    void reply.header("cache-control", "no-store");
    return { recovery_codes: [...(await renewRecoveryCodes(parts, actor, body.code))] };
  });
  answer(app, ROUTES.switchOffSecondFactor, async ({ actor, body }) => {
    await switchOffSecondFactor(parts, actor, body.code);
    return DONE;
  });
}
