import type { FastifyRequest } from "fastify";

/** Whether a browser navigates to an address that is neither a file nor an API call: the address of a screen. */
export function asksForPage({ method, url, headers }: Pick<FastifyRequest, "method" | "url" | "headers">): boolean {
  const [path = ""] = url.split("?", 1);
  return (
    method === "GET" &&
    (headers.accept ?? "").includes("text/html") &&
    !/^\/(v1|parse|dev|assets|reference)(\/|$)/.test(path) &&
    !/\.\w+$/.test(path)
  );
}
