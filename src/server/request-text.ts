import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { TEXT_TYPE } from "../contract/index.ts";
import { ProblemAnswer } from "./problem.ts";

const UTF8 = /;\s*charset\s*=\s*"?utf-?8"?\s*(?:;|$)/i;

/** Takes a request's text as the body of routes that take one, as JSON would have it: `{ "text": … }`. */
export function readRequestTexts(app: FastifyInstance): void {
  app.addContentTypeParser<string>(TEXT_TYPE, { parseAs: "string" }, async (request: FastifyRequest, text: string) => {
    const { takesText } = request.routeOptions.config.route ?? {};
    const type = request.headers["content-type"] ?? "";
    if (takesText === undefined)
      throw new ProblemAnswer("unsupported-media-type", "No request is taken here. Send application/json.");
    if (/;\s*charset\s*=/i.test(type) && !UTF8.test(type))
      throw new ProblemAnswer("unsupported-media-type", "A request's text is sent in UTF-8.");
    return takesText === "body" ? { text } : { request: { text } };
  });
}

/** How much a caller wants a type, by the header Accept: 0 to 1; null where it is not named. */
function wanted(accept: string, type: string): number | null {
  for (const part of accept.split(",")) {
    const [name = "", ...parameters] = part.split(";").map((one) => one.trim().toLowerCase());
    if (name !== type) continue;
    const q = parameters.find((one) => one.startsWith("q="));
    const value = q === undefined ? 1 : Number(q.slice(2));
    return Number.isNaN(value) ? 1 : value;
  }
  return null;
}

/** Whether a caller wants a request as its text: by naming that type, unless JSON is named as well and wanted more. */
export function wantsText({ headers: { accept = "" } }: Pick<FastifyRequest, "headers">): boolean {
  const text = wanted(accept, TEXT_TYPE) ?? 0;
  return text > 0 && text >= (wanted(accept, "application/json") ?? 0);
}

/** Answers with a request's text. */
export async function sendText(reply: FastifyReply, text: string): Promise<FastifyReply> {
  // The serializer of the route is for JSON.
  return reply.type(`${TEXT_TYPE}; charset=utf-8`).serializer(String).send(text);
}
