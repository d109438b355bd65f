import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { SignedInAnswer } from "../../../contract/index.ts";
import { BIND_COOKIE } from "../../auth/authenticate.ts";
import { DEVICE_COOKIE, DEVICE_MS } from "../../auth/known-devices.ts";
import type { Secret } from "../../auth/secrets.ts";
import type { SignedInAccount } from "./enter.ts";

/** Of every cookie of ours: for this host and https only (loopback counts), out of reach of scripts and of other pages' posts. */
export const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** Gives a browser its other half; neither half is ever cached. */
export function setHalf(reply: FastifyReply, { session, device }: SignedInAccount): void {
  void reply.header("cache-control", "no-store");
  if (device !== null) setDevice(reply, device);
  if (session.bind === null) return;
  void reply.setCookie(BIND_COOKIE, session.bind.text, { ...COOKIE, expires: session.expires });
}

/** Makes the browser one that its account knows. */
export function setDevice(reply: FastifyReply, device: Secret): void {
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
