import type { FastifyInstance, FastifyReply } from "fastify";
import type { z } from "zod";
import { ROUTES } from "../../contract/index.ts";
import type { ProfileBody } from "../../contract/index.ts";
import { record } from "../audit.ts";
import type { SignedIn } from "../auth/actor.ts";
import { BIND_COOKIE, isBrowser } from "../auth/authenticate.ts";
import { endSession } from "../auth/sessions.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { answer } from "../route.ts";
import { confirmEmail } from "./confirm-email.ts";
import { deleteAccount } from "./delete-account.ts";
import { changePassword, forgotPassword, resetPassword } from "./passwords.ts";
import { changeProfile, profile } from "./profile.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

const DONE = { success: true } as const;
const BIND = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** Signing up, in and out, passwords, the profile. */
export function accountRoutes(app: FastifyInstance, db: Db, jobs: Jobs): void {
  const signOut = async ({ actor, reply }: { readonly actor: SignedIn; readonly reply: FastifyReply }) => {
    if (actor.kind === "user") {
      await endSession(db, actor.account.id, actor.session);
      await record(db, { action: "sign-out", account: actor.account.id, actor });
    }
    void reply.clearCookie(BIND_COOKIE, BIND);
    return DONE;
  };

  answer(app, ROUTES.signUp, async ({ body, actor }) => {
    await signUp(db, jobs, actor, body);
    return DONE;
  });
  answer(app, ROUTES.confirmEmail, async ({ body, actor }) => {
    await confirmEmail(db, actor, body.token);
    return DONE;
  });
  answer(app, ROUTES.signIn, async ({ body, actor, reply }) => {
    const browser = isBrowser(reply.request);
    const agent = reply.request.headers["user-agent"] ?? null;
    const { session, email, name, role } = await signIn(db, actor, { ...body, browser, agent });
    if (session.bind !== null)
      void reply.setCookie(BIND_COOKIE, session.bind.text, { ...BIND, expires: session.expires });
    void reply.header("cache-control", "no-store");
    return {
      token: session.token.text,
      expires_at: session.expires.toISOString(),
      email,
      name,
      roles: role === null ? [] : [role],
    };
  });
  answer(app, ROUTES.signOut, signOut);
  answer(app, ROUTES.signOutUser, signOut);
  answer(app, ROUTES.forgotPassword, async ({ body, actor }) => {
    await forgotPassword(db, jobs, actor, body.email);
    return DONE;
  });
  answer(app, ROUTES.resetPassword, async ({ body, actor }) => {
    await resetPassword(db, actor, body.token, body.password);
    return DONE;
  });
  answer(app, ROUTES.changePassword, async ({ body, actor }) => {
    await changePassword(db, actor, body.old_password, body.new_password);
    return DONE;
  });
  answer(app, ROUTES.deleteAccount, async ({ actor, body, reply }) => {
    await deleteAccount(db, actor, body.password);
    void reply.clearCookie(BIND_COOKIE, BIND);
    return DONE;
  });
  answer(app, ROUTES.profile, async ({ actor }) => profile(db, actor));
  const change = async ({ actor, body }: { readonly actor: SignedIn; readonly body: z.output<typeof ProfileBody> }) => {
    await changeProfile(db, actor, body);
    return profile(db, actor);
  };
  answer(app, ROUTES.changeProfile, change);
  answer(app, ROUTES.updateProfile, change);
}
