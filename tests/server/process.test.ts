import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDemo, openMarket } from "../../src/market/index.ts";
import { request } from "./test-server.ts";
import { CALL_MS, until } from "./until.ts";

const MAIN = resolve(import.meta.dirname, "../../src/cli/main.ts");
/** Heavy enough to run for a while on any machine: wide, and over every session there is. */
const LONG = request({
  name: "Long",
  Date_Range: { start_date: "2023-01-03", end_date: "2025-12-31" },
  filters: { Custom: [{ tag: "all", formula: "[daily close] > 0" }] },
  columns: {
    Custom: Array.from({ length: 150 }, (_, n) => ({
      name: `C${n}`,
      formula: `avg([daily close adj], -${n + 20} .. 0)`,
    })),
  },
});

let data: string;
let port: number;
/** The one that runs; ended in any case. */
let running: ChildProcess | null = null;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const bound = server.address();
  await new Promise((done) => server.close(done));
  return bound !== null && typeof bound === "object" ? bound.port : 0;
}

/** `start` in a process of its own, signed in as its demo account. */
async function started() {
  let out = "";
  const child = spawn(process.execPath, [MAIN, "start", "--port", String(port), "--data", data], {
    env: { ...process.env, SCANBOOK_DEV: "1", NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  const ended = new Promise<number | null>((done) => child.once("close", done));
  child.stdout.on("data", (text) => (out += String(text)));
  child.stderr.on("data", (text) => (out += String(text)));
  await until(
    () => out,
    (text) => {
      if (child.exitCode !== null) throw new Error(`It did not start: ${text}`);
      return text.includes("Ctrl-C");
    },
  );
  const [, email, password] = /Sign-in\s+(\S+)\s+(\S+)/.exec(out) ?? [];
  const base = `http://localhost:${port}`;
  const send = async (method: "GET" | "POST", path: string, body?: object, token?: string) => {
    const answer = await fetch(base + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return JSON.parse(await answer.text());
  };
  const { token } = await send("POST", "/v1/auth/jwt", { email, password });
  const status = async (id: string) => send("GET", `/v1/data-requests/${id}/status`, undefined, token);
  return {
    child,
    ended,
    create: async (): Promise<string> => {
      const made = await send("POST", "/v1/data-requests", LONG, token);
      if (typeof made.id !== "string") throw new Error(JSON.stringify(made));
      return made.id;
    },
    /** Resolves in the midst of the scan. */
    midst: (id: string) =>
      until(
        () => status(id),
        (found) => {
          if (found.status === "Finished" || found.status === "Failed") throw new Error(`too soon: ${found.status}`);
          return found.status === "Running" && (found.progress?.done ?? 0) > 0;
        },
        CALL_MS,
      ),
    over: (id: string) =>
      until(
        () => status(id),
        (found) => found.status !== "Running" && found.status !== "Pending",
        CALL_MS,
      ),
  };
}

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "scanbook-process-"));
  port = await freePort();
  const market = await openMarket({ folder: data });
  await makeDemo(market, { symbols: 150, years: 3, minuteDays: 2 });
  await market.close();
});
afterAll(async () => {
  running?.kill("SIGKILL");
  await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

describe("a scan that runs while its server ends", () => {
  const rows: number[] = [];

  test("by SIGTERM: the process is gone within 10 seconds, and the next one finishes the run", async () => {
    const first = await started();
    const id = await first.create();
    await first.midst(id);
    const told = performance.now();
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect((performance.now() - told) / 1000).toBeLessThan(10);
    const next = await started();
    const over = await next.over(id);
    expect(over).toMatchObject({ status: "Finished", error: null });
    rows.push(over.rows);
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
  }, 300_000);

  test("by kill -9: the run ends after the next start", async () => {
    const first = await started();
    const id = await first.create();
    await first.midst(id);
    first.child.kill("SIGKILL");
    await first.ended;
    const next = await started();
    const over = await next.over(id);
    expect(over).toMatchObject({ status: "Finished", error: null });
    rows.push(over.rows);
    expect(new Set(rows).size).toBe(1);
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
  }, 300_000);
});
