import type { FastifyInstance, FastifyReply } from "fastify";
import type { z } from "zod";
import type { Route } from "../contract/index.ts";

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Answer<Schema> = Schema extends z.ZodType ? z.input<Schema> : FastifyReply;

/** What a verb is given: its input as the contract's schemas read it. */
export interface Call<R extends Route> {
  readonly params: Read<R["params"]>;
  readonly query: Read<R["query"]>;
  readonly body: Read<R["body"]>;
  readonly reply: FastifyReply;
}

/** Answers a route of the contract. The schemas check what comes in and what goes out; a verb sees typed values only. */
export function answer<const R extends Route>(
  app: FastifyInstance,
  route: R,
  verb: (call: Call<R>) => Promise<Answer<R["answer"]>>,
): void {
  app.route({
    method: route.method,
    url: route.path,
    schema: {
      ...(route.params ? { params: route.params } : {}),
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.body ? { body: route.body } : {}),
      ...(route.answer === "file" ? {} : { response: { [route.status]: route.answer } }),
    },
    handler: async (request, reply) => {
      void reply.code(route.status);
      return verb(asCall(request, reply));
    },
  });
}

/** The schemas above have already read the request, so these are the types they give. */
function asCall<R extends Route>(
  request: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
  reply: FastifyReply,
): Call<R> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { params: request.params, query: request.query, body: request.body, reply } as Call<R>;
}
