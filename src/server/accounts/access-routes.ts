import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Keyring } from "../auth/keyring.ts";
import type { Db } from "../db/index.ts";
import { answer } from "../route.ts";
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  switchOffSecondFactor,
} from "./second-factor-setup.ts";
import { endOtherSessions, endOwnSession, sessions } from "./sessions.ts";
import { makeToken, revokeToken, tokens } from "./tokens.ts";

const DONE = { success: true } as const;

/** What gives access to an account: sessions, API tokens, the second factor. Secrets are answered once and never cached. */
export function accessRoutes(app: FastifyInstance, db: Db, keyring: Keyring): void {
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
    return setUpSecondFactor(db, keyring, actor, body.password);
  });
  answer(app, ROUTES.confirmSecondFactor, async ({ actor, body, reply }) => {
    void reply.header("cache-control", "no-store");
    return { recovery_codes: [...(await confirmSecondFactor(db, keyring, actor, body.code))] };
  });
  answer(app, ROUTES.renewRecoveryCodes, async ({ actor, body, reply }) => {
    void reply.header("cache-control", "no-store");
    return { recovery_codes: [...(await renewRecoveryCodes(db, keyring, actor, body.code))] };
  });
  answer(app, ROUTES.switchOffSecondFactor, async ({ actor, body }) => {
    await switchOffSecondFactor(db, keyring, actor, body.code);
    return DONE;
  });
}
