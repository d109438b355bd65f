import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { ProblemAnswer } from "./problem.ts";

const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses calls of other websites in the same browser. A foreign name that resolves to this machine (DNS rebinding) fails
 * the first check, a form or fetch of another site the second. Programs send neither origin nor fetch metadata and pass.
 */
export function ownOrigin(app: FastifyInstance, { publicUrl }: Pick<Config, "publicUrl">): void {
  const address = publicUrl === null ? null : new URL(publicUrl);
  const isOwnName = (host: string): boolean =>
    address === null
      ? LOCAL_NAMES.has(host.replace(/:\d+$/, ""))
      : host === address.host || LOCAL_NAMES.has(host.replace(/:\d+$/, ""));
  app.addHook("onRequest", async (request) => {
    const host = (request.headers.host ?? "").toLowerCase();
    if (!isOwnName(host)) {
      throw new ProblemAnswer(
        "foreign-origin",
        `This server answers to ${address?.host ?? "localhost and 127.0.0.1"} only.`,
      );
    }
    const site = request.headers["sec-fetch-site"];
    const origin = request.headers.origin;
    const own = new Set([`http://${host}`, `https://${host}`]);
    const foreign =
      site === undefined ? origin !== undefined && !own.has(origin) : site !== "same-origin" && site !== "none";
    if (foreign && request.method !== "GET" && request.method !== "HEAD") {
      throw new ProblemAnswer("foreign-origin", "Another web page may not use this server.");
    }
  });
}
