import type { FastifyReply, FastifyRequest } from "fastify";
import { SCREEN_ROWS, screenAt } from "../contract/index.ts";

/** Whether a browser navigates to an address that is neither a file nor an API call; HEAD asks what GET would be answered. */
export function asksForPage({ method, url, headers }: Pick<FastifyRequest, "method" | "url" | "headers">): boolean {
  const [path = ""] = url.split("?", 1);
  return (
    (method === "GET" || method === "HEAD") &&
    (headers.accept ?? "").includes("text/html") &&
    !/^\/(v1|parse|dev|assets)(\/|$)/.test(path) &&
    !/\.\w+$/.test(path)
  );
}

/**
 * Answers a browser with the page, which shows the screen of that address or the sign-in; at an unknown address the status is
 * 404, and the page says so. Null where no browser asks for a page.
 */
export function answerPage(folder: string, request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  if (!asksForPage(request)) return null;
  const [path = ""] = request.url.split("?", 1);
  if (screenAt(SCREEN_ROWS, path) !== undefined) return reply.sendFile("index.html", folder);
  // Without validators, for which a browser that has this page already would get 304 in place of the 404.
  return reply.code(404).sendFile("index.html", folder, { etag: false, lastModified: false });
}
