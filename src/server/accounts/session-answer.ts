import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { SignedInAnswer } from "../../contract/index.ts";
import { BIND_COOKIE } from "../auth/authenticate.ts";
import type { SignedInAccount } from "./enter.ts";

/** Of every cookie of ours: for this host and https only (loopback counts), out of reach of scripts and of other pages' posts. */
export const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** Gives a browser its other half; neither half is ever cached. */
export function setHalf(reply: FastifyReply, { session }: SignedInAccount): void {
  void reply.header("cache-control", "no-store");
  if (session.bind === null) return;
  void reply.setCookie(BIND_COOKIE, session.bind.text, { ...COOKIE, expires: session.expires });
}

export const sessionAnswer = ({ session, email, name, role }: SignedInAccount): z.input<typeof SignedInAnswer> => ({
  token: session.token.text,
  expires_at: session.expires.toISOString(),
  email,
  name,
  roles: role === null ? [] : [role],
});
