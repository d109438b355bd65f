import type { FastifyInstance } from "fastify";
import { ProblemAnswer } from "./problem.ts";

const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * There are no accounts yet, so whoever reaches the server may use it: it listens on loopback only, and these checks keep
 * other web pages in the same browser out. A foreign name that resolves to loopback (DNS rebinding) fails the first, a form
 * or fetch from another page the second.
 */
export function localOnly(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const name = (request.headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
    if (!LOCAL_NAMES.has(name)) {
      throw new ProblemAnswer("foreign-origin", "This server answers to localhost and 127.0.0.1 only.");
    }
    const site = request.headers["sec-fetch-site"];
    const origin = request.headers.origin;
    const foreign =
      site === undefined
        ? origin !== undefined && origin !== `http://${request.headers.host ?? ""}`
        : site !== "same-origin" && site !== "none";
    if (foreign && request.method !== "GET" && request.method !== "HEAD") {
      throw new ProblemAnswer("foreign-origin", "Another web page may not use this server.");
    }
  });
}
