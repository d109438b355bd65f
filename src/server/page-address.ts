import type { FastifyRequest } from "fastify";

/** A browser that navigates to an address which is no file and no call: a screen's own, that only the page knows. */
export function asksForPage({ method, url, headers }: Pick<FastifyRequest, "method" | "url" | "headers">): boolean {
  const [path = ""] = url.split("?", 1);
  return (
    method === "GET" &&
    (headers.accept ?? "").includes("text/html") &&
    !/^\/(v1|parse|dev|assets|reference)(\/|$)/.test(path) &&
    !/\.\w+$/.test(path)
  );
}
