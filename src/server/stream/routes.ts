import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { SignedIn } from "../auth/actor.ts";
import { admit, authenticate } from "../auth/authenticate.ts";
import { IDLE_MS } from "../auth/sessions.ts";
import { own } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";
import type { Streams } from "./streams.ts";

/** The stream of what changes in the caller's account. */
export function streamRoutes(app: FastifyInstance, db: Db, streams: Streams): void {
  answer(app, ROUTES.stream, async ({ actor, reply }) => {
    const { request } = reply;
    void reply.type("text/event-stream; charset=utf-8");
    // Proxies that collect an answer before they pass it on would hold the events back.
    void reply.header("cache-control", "no-store, no-transform").header("x-accel-buffering", "no");
    if (request.method === "HEAD") return reply.send("");
    const last = request.headers["last-event-id"];
    const out = await streams.open(
      {
        account: actor.account.id,
        admin: actor.kind === "use-as" ? actor.admin.id : null,
        ends: () => endOf(db, actor),
        allowed: async () => {
          try {
            admit(ROUTES.stream, await authenticate(db, request));
            return true;
          } catch (error) {
            if (error instanceof ProblemAnswer) return false;
            throw error;
          }
        },
      },
      typeof last === "string" ? last : undefined,
    );
    reply.raw.once("close", () => out.destroy());
    return reply.send(out);
  });
  // Open streams would keep the server from closing.
  app.addHook("preClose", async () => streams.close());
}

/** When the caller's session or token ends by itself, a session without another call included; null where it has. */
async function endOf(db: Db, actor: SignedIn): Promise<Date | null> {
  const { id: account } = actor.account;
  if (actor.kind === "token") {
    const token = await db
      .selectFrom("api_token")
      .select("expires_at")
      .where(own("api_token", account, { id: actor.token }))
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    return token === undefined ? null : (token.expires_at ?? new Date(8.64e15));
  }
  const session = await db
    .selectFrom("session")
    .select("expires_at")
    .where(own("session", account, { id: actor.session }))
    .executeTakeFirst();
  return session === undefined ? null : new Date(Math.min(session.expires_at.getTime(), Date.now() + IDLE_MS));
}
