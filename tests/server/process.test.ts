import type { ChildProcess } from "node:child_process";
import { openSync, closeSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IN_SOAK, rounds } from "../cases.ts";
import { caller, freePort, signIn, startProcess } from "./own-process.ts";
import { LONG } from "./long-request.ts";
import { serverFolder } from "./test-server.ts";
import { CALL_MS, until } from "./until.ts";

const ROUNDS = rounds(1, 12);
const MAX_PAUSE_MS = 25_000;

let data: string;
let port: number;
/** The one that runs; ended in any case. */
let running: ChildProcess | null = null;

async function started() {
  const first = await startProcess(data, port, (child) => (running = child));
  const send = await signIn(port, first);
  const status = async (id: string) => (await send("GET", `/v1/data-requests/${id}/status`)).body;
  return {
    ...first,
    create: async (): Promise<string> => {
      const { body } = await send("POST", "/v1/data-requests", LONG);
      if (typeof body.id !== "string") throw new Error(JSON.stringify(body));
      return body.id;
    },
    /** Resolves in the midst of the scan. */
    midst: (id: string) =>
      until(
        () => status(id),
        (found) => {
          if (found.status === "Finished" || found.status === "Failed") throw new Error(`too soon: ${found.status}`);
          return found.status === "Running" && (found.progress?.done ?? 0) > 0;
        },
        // It is over soon.
        CALL_MS / 3,
      ),
    over: (id: string) =>
      until(
        () => status(id),
        (found) => found.status !== "Running" && found.status !== "Pending",
        CALL_MS,
      ),
  };
}
/** The server that a test left running, for the next one: a start takes longer than most of what is tested. */
let left: Awaited<ReturnType<typeof started>> | null = null;
async function leftOrStarted() {
  const server = left ?? (await started());
  left = null;
  return server;
}
beforeAll(async () => {
  data = await serverFolder();
  port = await freePort();
});
afterAll(async () => {
  running?.kill("SIGKILL");
  await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Of every run that finished: always as many. */
const rows: number[] = [];

describe("a scan that runs while its server ends", () => {
  test("by SIGTERM: the process is gone within 10 seconds, and the next one finishes the run", async () => {
    const first = await started();
    const id = await first.create();
    await first.midst(id);
    const signalledAt = performance.now();
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect((performance.now() - signalledAt) / 1000).toBeLessThan(10);
    const next = await started();
    const over = await next.over(id);
    expect(over).toMatchObject({ status: "Finished", error: null });
    rows.push(over.rows);
    left = next;
  }, 300_000);

  // `kill.test.ts` does so under load.
  test.runIf(IN_SOAK)(
    "by kill -9: the run ends after the next start",
    async () => {
      const first = await leftOrStarted();
      const id = await first.create();
      await first.midst(id);
      first.child.kill("SIGKILL");
      await first.ended;
      const next = await started();
      const over = await next.over(id);
      expect(over).toMatchObject({ status: "Finished", error: null });
      rows.push(over.rows);
      expect(new Set(rows).size).toBe(1);
      left = next;
    },
    300_000,
  );
});

describe("a data folder is one server's", () => {
  const start = (at = port, stderr: "pipe" | number = "pipe") =>
    startProcess(data, at, (child) => (running = child), {}, { stderr });

  // Longer than a worker may be silent, or shorter; what is stopped is in the midst of a statement, or between two.
  test(
    `also while that stands still in the midst of a run: another start is refused, the run ends as ever (${ROUNDS} times)`,
    async () => {
      const first = await leftOrStarted();
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await first.create();
        await first.midst(id);
        first.child.kill("SIGSTOP");
        await expect(startProcess(data, await freePort())).rejects.toThrow(
          `Scanbook already runs on this data folder: http://localhost:${port}`,
        );
        await delay((MAX_PAUSE_MS * round) / ROUNDS);
        first.child.kill("SIGCONT");
        const over = await first.over(id);
        expect(over).toMatchObject({ status: "Finished", error: null });
        rows.push(over.rows);
        expect(new Set(rows).size).toBe(1);
      }
      expect((await caller(port)("GET", "/ready")).status).toBe(200);
      first.child.kill("SIGKILL");
      await first.ended;
    },
    180_000 + ROUNDS * 90_000,
  );

  test("and no longer once it was killed, whoever answers at its port by then", async () => {
    const stranger = createServer((_, reply) => reply.end('{"status":"ok"}'));
    await new Promise<void>((done) => stranger.listen(port, "127.0.0.1", done));
    const next = await start(await freePort());
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
    await new Promise((done) => stranger.close(done));
  }, 120_000);

  test.skipIf(process.platform !== "linux")(
    "whose log cannot be written while the database comes and goes: it answers, and stops when told",
    async () => {
      const full = openSync("/dev/full", "w");
      const server = await start(port, full);
      closeSync(full);
      const postmaster = Number((await readFile(join(data, "accounts/postmaster.pid"), "utf8")).split("\n")[0]);
      process.kill(postmaster, "SIGKILL");
      const call = caller(port);
      await until(
        async () => {
          expect((await call("GET", "/health")).status).toBe(200);
          return call("GET", "/ready");
        },
        ({ status }) => status === 200,
        CALL_MS,
      );
      const signalledAt = performance.now();
      server.child.kill("SIGTERM");
      expect(await server.ended).toBe(0);
      expect((performance.now() - signalledAt) / 1000).toBeLessThan(10);
    },
    120_000,
  );
});
