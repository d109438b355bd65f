import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { PAGE_HEADER, PageName, useAsRule } from "../contract/index.ts";
import type { ChangedList, Route } from "../contract/index.ts";
import { record } from "./audit.ts";
import type { Actor, SignedIn } from "./auth/actor.ts";
import { notify } from "./changes/change.ts";
import { inOneTransaction } from "./db/index.ts";
import { sendText, wantsText } from "./request-text.ts";
import type { Db } from "./db/index.ts";

/** The answer of a verb without a result. */
export const DONE = { success: true } as const;

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Answer<Schema> = Schema extends z.ZodType ? z.input<Schema> : FastifyReply;
type Caller<Access> = Access extends "public" | "optional" ? Actor : SignedIn;

/** The argument of a verb: its input as the contract's schemas read it, and the caller. */
interface Call<R extends Route> {
  readonly params: Read<R["params"]>;
  readonly query: Read<R["query"]>;
  readonly body: Read<R["body"]>;
  readonly actor: Caller<R["access"]>;
  readonly reply: FastifyReply;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route of the contract; pages and files have none. */
    route?: Route;
  }
  interface FastifyInstance {
    db: Db;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/**
 * Answers a route of the contract. The app's hook has admitted the caller; the schemas check input and output, so that a
 * verb works with typed values only.
 */
export function answer<const R extends Route>(
  app: FastifyInstance,
  route: R,
  verb: (call: Call<R>) => Promise<Answer<R["answer"]>>,
  ...[asText]: R["givesText"] extends true ? [asText: (answered: Answer<R["answer"]>) => string] : []
): void {
  const answerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Answer<R["answer"]>> => {
    const { actor } = request;
    if (actor?.kind !== "use-as" || useAsRule(route) !== "undoable") return verb(asCall(request, reply));
    // The path holds the id of what is changed.
    const details = { method: route.method, path: request.url.replace(/\?.*$/s, "") };
    return inOneTransaction(request.server.db, async (transaction) => {
      const answered = await verb(asCall(request, reply));
      await record(transaction, { action: "changed-as", account: actor.account.id, actor, details });
      return answered;
    });
  };
  app.route({
    method: route.method,
    url: route.path,
    config: { route },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    schema: {
      ...(route.params ? { params: route.params } : {}),
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.body ? { body: route.body } : {}),
      ...(typeof route.answer === "string" ? {} : { response: { [route.status]: route.answer } }),
    },
    handler: async (request, reply) => {
      void reply.code(route.status);
      // Answers for an account must not be cached: the next user of the browser or proxy may be another.
      if (route.access !== "public") void reply.header("cache-control", "no-store");
      const answered = await answerOf(request, reply);
      if (route.changes !== undefined) await notifyChanged(request, route.changes);
      if (asText === undefined) return answered;
      void reply.header("vary", "accept");
      return wantsText(request) ? sendText(reply, asText(answered)) : answered;
    },
  });
}

/** Sends the account's open streams what the call has changed. The call is done, whether or not that succeeds. */
async function notifyChanged(request: FastifyRequest, changes: readonly ChangedList[]): Promise<void> {
  const { actor } = request;
  if (actor === null || actor.kind === "anonymous") return;
  const page = PageName.safeParse(request.headers[PAGE_HEADER]).data ?? null;
  const account = actor.account.id;
  await notify(
    request.server.db,
    changes.map((what) => ({ kind: "changed" as const, account, what, page })),
  ).catch((error: unknown) => request.log.warn({ err: error }, "could not send what a call has changed"));
}

/** The schemas above have already read the request and the hook has admitted the caller, so these are the types they give. */
function asCall<R extends Route>(
  request: { readonly params: unknown; readonly query: unknown; readonly body: unknown; readonly actor: Actor | null },
  reply: FastifyReply,
): Call<R> {
  if (request.actor === null) throw new Error("A route was answered before its caller was known.");
  const { params, query, body, actor } = request;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { params, query, body, actor, reply } as Call<R>;
}
