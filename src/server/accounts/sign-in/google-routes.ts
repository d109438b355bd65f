import type { FastifyInstance, FastifyReply } from "fastify";
import { AuthorizationResponseError } from "openid-client";
import { ROUTES } from "../../../contract/index.ts";
import { SignInState, OpenIdSignIn } from "../../auth/open-id.ts";
import type { Config } from "../../config.ts";
import { ProblemAnswer } from "../../problem.ts";
import { answer } from "../../route.ts";
import type { AccountParts } from "../account-parts.ts";
import { googleSecondFactor, googleSignIn } from "./google-sign-in.ts";
import { PENDING_MS } from "./pending-sign-in.ts";
import { COOKIE, deviceOf, sessionAnswer, setSessionCookie } from "./session-answer.ts";

/** State, nonce and verifier between going to Google and coming back. */
const GOOGLE_STATE_COOKIE = "__Host-google";
/** Identifies a proved identity that still needs a password or a code. */
export const PENDING_COOKIE = "__Host-pending";
const PENDING_SECONDS = PENDING_MS / 1000;

/** Signing in with Google. The browser comes back to `/login` with the outcome behind the #, which is not sent to any server. */
export function googleRoutes(
  app: FastifyInstance,
  parts: AccountParts,
  google: Config["google"],
  publicUrl: string,
): void {
  const { db } = parts;
  const provider = google === null ? null : new OpenIdSignIn(google, `${publicUrl}${ROUTES.googleCallback.path}`);

  const toLogin = (reply: FastifyReply, said: Readonly<Record<string, string>>): FastifyReply =>
    reply.header("cache-control", "no-store").redirect(`/login#${new URLSearchParams({ ...said }).toString()}`, 302);
  const configured = (): OpenIdSignIn => {
    if (provider === null) throw new ProblemAnswer("not-found", "Signing in with Google is not set up here.");
    return provider;
  };

  answer(app, ROUTES.signInWays, async () => ({ google: provider !== null }));

  answer(app, ROUTES.google, async ({ reply }) => {
    const openId = configured();
    try {
      const { url, kept } = await openId.begin();
      const text = Buffer.from(JSON.stringify(kept)).toString("base64url");
      void reply.setCookie(GOOGLE_STATE_COOKIE, text, { ...COOKIE, maxAge: PENDING_SECONDS });
      return reply.header("cache-control", "no-store").redirect(url.href, 302);
    } catch (error) {
      app.log.warn({ err: error }, "the OpenID provider does not answer");
      return toLogin(reply, { google: "failed" });
    }
  });

  answer(app, ROUTES.googleCallback, async ({ actor, reply }) => {
    const openId = configured();
    const { request } = reply;
    const kept = readState(request.cookies[GOOGLE_STATE_COOKIE]);
    void reply.clearCookie(GOOGLE_STATE_COOKIE, COOKIE);
    if (kept === null) return toLogin(reply, { google: "failed" });
    const mark = request.url.indexOf("?");
    const query = mark < 0 ? "" : request.url.slice(mark);
    const identity = await openId.finish(query, kept).catch((error: unknown) => {
      if (error instanceof AuthorizationResponseError && error.error === "access_denied") return "cancelled" as const;
      // The code in the address is used up or void; the message never repeats it.
      app.log.warn({ reason: error instanceof Error ? error.message : String(error) }, "sign-in with Google failed");
      return "failed" as const;
    });
    if (typeof identity === "string") return toLogin(reply, { google: identity });
    const found = await googleSignIn(db, actor, identity, {
      agent: request.headers["user-agent"] ?? null,
      device: deviceOf(reply),
    });
    switch (found.kind) {
      case "session": {
        setSessionCookie(reply, found.signedIn);
        const { token, expires_at } = sessionAnswer(found.signedIn);
        return toLogin(reply, { token, expires_at });
      }
      case "pending":
        void reply.setCookie(PENDING_COOKIE, found.secret.text, { ...COOKIE, maxAge: PENDING_SECONDS });
        return toLogin(reply, { google: found.outcome, email: found.email });
      case "nothing":
        return toLogin(reply, { google: found.outcome });
      default:
        return found satisfies never;
    }
  });

  answer(app, ROUTES.googleSecondFactor, async ({ actor, body, reply }) => {
    const secret = reply.request.cookies[PENDING_COOKIE] ?? "";
    const agent = reply.request.headers["user-agent"] ?? null;
    const signedIn = await googleSecondFactor(parts, actor, secret, body.code, {
      agent,
      device: deviceOf(reply),
    });
    setSessionCookie(reply, signedIn);
    void reply.clearCookie(PENDING_COOKIE, COOKIE);
    return sessionAnswer(signedIn);
  });
}

function readState(cookie: string | undefined): SignInState | null {
  if (cookie === undefined) return null;
  try {
    return SignInState.safeParse(JSON.parse(Buffer.from(cookie, "base64url").toString())).data ?? null;
  } catch {
    // Not a cookie of ours.
    return null;
  }
}
