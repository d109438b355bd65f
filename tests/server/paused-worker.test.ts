import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeDemo } from "../../src/market/index.ts";
import { rounds } from "../cases.ts";
import { LONG } from "./long-request.ts";
import { freePort } from "../free-port.ts";
import { signIn, startProcess } from "./own-process.ts";
import { sharedAddresses } from "./shared-addresses.ts";
import type { SharedAddresses } from "./shared-addresses.ts";
import { CALL_MS, until } from "./until.ts";

/** A round takes a minute: a worker is given up after ten seconds, and two servers start. */
const ROUNDS = Number(process.env["ROUNDS"] ?? rounds(0, 8));

let shared: SharedAddresses;
const children: ChildProcess[] = [];
beforeAll(async () => {
  if (ROUNDS === 0) return;
  shared = await sharedAddresses();
  await makeDemo(shared.market, { symbols: 150, years: 3, minuteDays: 2 });
});
afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill("SIGKILL");
});
afterAll(async () => {
  if (ROUNDS > 0) await shared.end();
});

async function start(name: string) {
  const port = await freePort();
  const made = (child: ChildProcess): void => void children.push(child);
  const { child, ended } = await startProcess(join(shared.folder, name), port, made, shared.env, {
    options: ["--demo"],
  });
  // The account is of the server that started first.
  const account = JSON.parse(await readFile(join(shared.folder, "0a/demo-account.json"), "utf8"));
  const send = await signIn(port, account);
  return {
    child,
    ended,
    create: async (): Promise<string> => (await send("POST", "/v1/data-requests", LONG)).body.id,
    status: async (id: string) => (await send("GET", `/v1/data-requests/${id}/status`)).body,
    rows: async (id: string) => (await send("GET", `/v1/data-requests/${id}/rows`)).body,
  };
}

const tablesOf = async (run: string): Promise<readonly string[]> => {
  const found = await shared.market.query<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE database = currentDatabase() AND position(name, {run:String}) > 0 UNION ALL SELECT name FROM system.databases WHERE position(name, {run:String}) > 0 ORDER BY name",
    params: { run },
  });
  return found.map(({ name }) => name);
};

test.skipIf(ROUNDS === 0)(
  `a server that stands still in the midst of a run, and goes on when another has finished it, touches nothing (${ROUNDS} times, in the soak)`,
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await start(`${round}a`);
      const id = await first.create();
      const running = await until(
        () => first.status(id),
        ({ status, progress }) => {
          if (status === "Finished" || status === "Failed") throw new Error(`too soon: ${status}`);
          return status === "Running" && (progress?.done ?? 0) > 0;
        },
        CALL_MS,
      );
      expect(running.error).toBe(null);
      first.child.kill("SIGSTOP");
      const second = await start(`${round}b`);
      const over = await until(
        () => second.status(id),
        ({ status }) => status !== "Running" && status !== "Pending",
        CALL_MS,
      );
      expect(over).toMatchObject({ status: "Finished", error: null });
      const { run_id } = await shared.db
        .selectFrom("data_request")
        .select("run_id")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const row = () =>
        shared.db
          .selectFrom("run")
          .selectAll()
          .where("id", "=", run_id ?? "")
          .executeTakeFirstOrThrow();
      const [before, rows] = [await row(), await second.rows(id)];
      expect(before.attempt).toBe(2);
      first.child.kill("SIGCONT");
      // The one that was given up has cleared its own tables away, and nothing else.
      await until(
        () => tablesOf(run_id ?? ""),
        (names) => names.length <= 1,
        CALL_MS,
      );
      expect(await tablesOf(run_id ?? "")).toEqual([`result_${run_id}_2`]);
      expect(await row()).toEqual(before);
      for (const server of [first, second]) {
        expect(await server.rows(id)).toEqual(rows);
        server.child.kill("SIGTERM");
        expect(await server.ended).toBe(0);
      }
    }
  },
  120_000 + ROUNDS * 120_000,
);
