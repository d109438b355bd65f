import type { FastifyInstance, FastifyReply } from "fastify";
import type { z } from "zod";
import { HOUR_SECONDS } from "../../vocabulary/index.ts";
import { ROUTES } from "../../contract/index.ts";
import type { ProfileBody } from "../../contract/index.ts";
import { record } from "../audit.ts";
import type { SignedIn } from "../auth/actor.ts";
import { BIND_COOKIE, isBrowser } from "../auth/authenticate.ts";
import { endSession } from "../auth/sessions.ts";
import { answer, DONE } from "../route.ts";
import { CONFIRM_HOURS } from "./addresses/account-mails.ts";
import type { AccountParts } from "./account-parts.ts";
import { confirmEmail } from "./addresses/confirm-email.ts";
import { askEmailChange } from "./addresses/change-email.ts";
import { deleteAccount } from "./delete-account.ts";
import { changePassword, forgotPassword, resetPassword } from "./passwords.ts";
import { PENDING_COOKIE } from "./sign-in/google-routes.ts";
import { changeProfile, profile } from "./profile.ts";
import { COOKIE, deviceOf, sessionAnswer, setDeviceCookie, setSessionCookie } from "./sign-in/session-answer.ts";
import { signIn } from "./sign-in/sign-in.ts";
import { resendConfirmation, signUp } from "./addresses/sign-up.ts";

/** Identifies the browser that signed up, so that a link opened there needs no password; scripts cannot read it. */
const SIGN_UP_COOKIE = "__Host-sign-up";
const SIGN_UP_SECONDS = CONFIRM_HOURS * HOUR_SECONDS;

/** Signing up, in and out, passwords, the profile. */
export function accountRoutes(app: FastifyInstance, parts: AccountParts): void {
  const { db } = parts;
  const signOut = async ({ actor, reply }: { readonly actor: SignedIn; readonly reply: FastifyReply }) => {
    if (actor.kind === "user") {
      await endSession(db, actor.account.id, actor.session);
      await record(db, { action: "sign-out", account: actor.account.id, actor });
    }
    void reply.clearCookie(BIND_COOKIE, COOKIE);
    return DONE;
  };

  answer(app, ROUTES.signUp, async ({ body, actor, reply }) => {
    const browser = await signUp(parts, actor, body);
    void reply.setCookie(SIGN_UP_COOKIE, browser.text, { ...COOKIE, maxAge: SIGN_UP_SECONDS });
    return DONE;
  });
  answer(app, ROUTES.confirmEmail, async ({ body, actor, reply }) => {
    const browser = reply.request.cookies[SIGN_UP_COOKIE] ?? null;
    const agent = reply.request.headers["user-agent"] ?? null;
    const entrance = isBrowser(reply.request) ? { browser: true, agent, device: deviceOf(reply) } : null;
    const { email, signedIn } = await confirmEmail(parts, actor, { ...body, browser, entrance });
    void reply.clearCookie(SIGN_UP_COOKIE, COOKIE);
    if (signedIn !== null) setSessionCookie(reply, signedIn);
    return { ...DONE, email, session: signedIn && sessionAnswer(signedIn) };
  });
  answer(app, ROUTES.resendConfirmation, async ({ body, actor, reply }) => {
    const browser = reply.request.cookies[SIGN_UP_COOKIE] ?? null;
    await resendConfirmation(parts, actor, { ...body, browser });
    return DONE;
  });
  answer(app, ROUTES.signIn, async ({ body, actor, reply }) => {
    const browser = isBrowser(reply.request);
    const agent = reply.request.headers["user-agent"] ?? null;
    const link = body.link === true ? (reply.request.cookies[PENDING_COOKIE] ?? "") : undefined;
    const signedIn = await signIn(parts, actor, { ...body, link, browser, agent, device: deviceOf(reply) });
    setSessionCookie(reply, signedIn);
    if (link !== undefined) void reply.clearCookie(PENDING_COOKIE, COOKIE);
    return sessionAnswer(signedIn);
  });
  answer(app, ROUTES.signOut, signOut);
  answer(app, ROUTES.signOutUser, signOut);
  answer(app, ROUTES.forgotPassword, async ({ body, actor }) => {
    await forgotPassword(parts, actor, body.email);
    return DONE;
  });
  answer(app, ROUTES.resetPassword, async ({ body, actor, reply }) => {
    setDeviceCookie(reply, await resetPassword(parts, actor, body));
    return DONE;
  });
  answer(app, ROUTES.changePassword, async ({ body, actor }) => {
    await changePassword(parts, actor, body);
    return DONE;
  });
  answer(app, ROUTES.changeEmail, async ({ body, actor }) => {
    await askEmailChange(parts, actor, body);
    return DONE;
  });
  answer(app, ROUTES.deleteAccount, async ({ actor, body, reply }) => {
    await deleteAccount(parts, actor, body.password);
    void reply.clearCookie(BIND_COOKIE, COOKIE);
    return DONE;
  });
  answer(app, ROUTES.profile, async ({ actor }) => profile(parts, actor));
  const change = async ({ actor, body }: { readonly actor: SignedIn; readonly body: z.output<typeof ProfileBody> }) => {
    await changeProfile(db, actor, body);
    return profile(parts, actor);
  };
  answer(app, ROUTES.changeProfile, change);
  answer(app, ROUTES.updateProfile, change);
}
