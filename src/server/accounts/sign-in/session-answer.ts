import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { SignedInAnswer } from "../../../contract/index.ts";
import { BIND_COOKIE } from "../../auth/authenticate.ts";
import { DEVICE_COOKIE, DEVICE_MS } from "../../auth/known-devices.ts";
import type { Secret } from "../../auth/secrets.ts";
import type { SignedInAccount } from "./complete-sign-in.ts";

/** Options of every cookie: for this host and https only (or loopback), not readable by scripts, not sent with posts of other sites. */
export const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** Sets the cookie half of a browser's session; the answer with the other half is never cached. */
export function setSessionCookie(reply: FastifyReply, { session, device }: SignedInAccount): void {
  void reply.header("cache-control", "no-store");
  if (device !== null) setDeviceCookie(reply, device);
  if (session.bind === null) return;
  void reply.setCookie(BIND_COOKIE, session.bind.text, { ...COOKIE, expires: session.expires });
}

/** Sets the cookie by which an account knows the browser. */
export function setDeviceCookie(reply: FastifyReply, device: Secret): void {
  void reply.setCookie(DEVICE_COOKIE, device.text, { ...COOKIE, maxAge: DEVICE_MS / 1000 });
}

export const deviceOf = (reply: FastifyReply): string | null => reply.request.cookies[DEVICE_COOKIE] ?? null;

export const sessionAnswer = ({ session, email, name, role }: SignedInAccount): z.input<typeof SignedInAnswer> => ({
  token: session.token.text,
  expires_at: session.expires.toISOString(),
  email,
  name,
  roles: role === null ? [] : [role],
});
