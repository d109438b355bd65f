import type { FastifyReply, FastifyRequest } from "fastify";
import { SCREEN_ROWS, screenAt } from "../contract/index.ts";

/** Whether a browser navigates to an address that is neither a file nor an API call. */
function asksForPage({ method, url, headers }: Pick<FastifyRequest, "method" | "url" | "headers">): boolean {
  const [path = ""] = url.split("?", 1);
  return (
    method === "GET" &&
    (headers.accept ?? "").includes("text/html") &&
    !/^\/(v1|parse|dev|assets|reference)(\/|$)/.test(path) &&
    !/\.\w+$/.test(path)
  );
}

/**
 * Answers the address of a screen with the page, which shows that screen or the sign-in; an address that is none too, with
 * the status 404: there the page says so and shows the ways on. Null where no browser asks for a page.
 */
export function answerPage(folder: string, request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  if (!asksForPage(request)) return null;
  const [path = ""] = request.url.split("?", 1);
  if (screenAt(SCREEN_ROWS, path) !== undefined) return reply.sendFile("index.html", folder);
  // Without validators: a browser that has this page already would get 404 and nothing.
  return reply.code(404).sendFile("index.html", folder, { etag: false, lastModified: false });
}
