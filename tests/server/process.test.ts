import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { freePort } from "../free-port.ts";
import { caller, signIn, startProcess } from "./own-process.ts";
import { LONG } from "./long-request.ts";
import { serverFolder } from "./test-server.ts";
import { CALL_MS, until } from "./until.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 12);
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
beforeAll(async () => {
  if (!IN_SOAK) return;
  data = await serverFolder();
  port = await freePort();
});
afterAll(async () => {
  if (!IN_SOAK) return;
  running?.kill("SIGKILL");
  await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Of every run that finished: always as many. */
const rows: number[] = [];

// `kill.test.ts` kills a server before a run has begun; only the soak kills one in the midst of it.
describe.runIf(IN_SOAK)("a scan that runs while its server ends", () => {
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
    left = next;
  }, 300_000);
});

// `serve.test.ts` finds who takes a folder that is held, and who does not take one that is not, in one process.
describe.runIf(IN_SOAK)("a data folder is one server's", () => {
  const start = (at = port) => startProcess(data, at, (child) => (running = child));

  // Longer than a worker may be silent, or shorter; what is stopped is in the midst of a statement, or between two.
  test(
    `also while that stands still in the midst of a run: another start is refused, the run ends as ever (${ROUNDS} times)`,
    async () => {
      const first = left ?? (await started());
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
});
