import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { ROUTES } from "../../src/contract/index.ts";
import { makeDemo, openMarket } from "../../src/market/index.ts";
import { ALL_QUEUES, readConfig, serve, startWorker } from "../../src/server/index.ts";
import { openDatabase } from "../../src/server/db/index.ts";
import type { Db } from "../../src/server/db/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { sharedServices } from "../shared-services.ts";
import { startProgram } from "./own-program.ts";
import { RoundRobin } from "./round-robin.ts";
import type { Backend } from "./round-robin.ts";
import { sharedAddresses } from "./shared-addresses.ts";
import { withTestDatabase } from "./test-database.ts";
import { makeAccount, request, serverFolder, signedIn } from "./test-server.ts";

/** A server or worker that runs. */
interface Program extends Backend {
  /** As SIGTERM does; resolves when it is gone. */
  stop(): Promise<void>;
}

type Start = (role: "serve" | "work", name: string) => Promise<Program>;

/** What people got while everything was replaced. */
interface Seen {
  readonly calls: number;
  /** Answers that are no success, and calls without one. */
  readonly wrong: readonly string[];
  readonly runs: readonly string[];
}

/** So many people create, watch and check without a pause, while two servers and two workers are replaced one after the other. */
async function replacedUnderLoad(db: Db, start: Start, people: number, pauseMs: number): Promise<Seen> {
  const proxy = new RoundRobin();
  const running = new Map<string, Program>();
  const replace = async (role: "serve" | "work", name: string): Promise<void> => {
    await running.get(name)?.stop();
    const old = running.get(name);
    if (old !== undefined) proxy.remove(old);
    const program = await start(role, name);
    running.set(name, program);
    if (role === "serve") await proxy.add(program);
  };
  const wrong: string[] = [];
  const runs: string[] = [];
  let calls = 0;
  const over = new AbortController();
  try {
    const port = await proxy.listen();
    for (const name of ["a", "b"])
      await Promise.all([replace("serve", `server-${name}`), replace("work", `worker-${name}`)]);
    const person = async (headers: Readonly<Record<string, string>>): Promise<void> => {
      const send = async (path: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
        calls += 1;
        const answer = await fetch(`http://localhost:${port}${path}`, {
          headers: { ...headers, "content-type": "application/json" },
          ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
        });
        if (!answer.ok) wrong.push(`${path} ${answer.status} ${(await answer.text()).slice(0, 200)}`);
        return answer.ok ? JSON.parse(await answer.text()) : {};
      };
      while (!over.signal.aborted) {
        const { id } = await send(ROUTES.createRequest.path, request());
        if (typeof id !== "string") continue;
        runs.push(id);
        for (let status: unknown = "Pending"; !over.signal.aborted && status !== "Finished" && status !== "Failed";) {
          await send(ROUTES.parse.path, { formula: "[daily close] > 5", is_filter: true });
          ({ status } = await send(ROUTES.status.path.replace(":id", id)));
          await delay(pauseMs * Math.random());
        }
      }
    };
    const accounts = await Promise.all(Array.from({ length: people }, () => makeAccount(db)));
    const headers = await Promise.all(accounts.map((account) => signedIn(db, account)));
    const load = headers.map(({ authorization = "" }) =>
      person({ authorization }).catch((error: unknown) => void wrong.push(String(error))),
    );
    // The other two do all the work while these are away.
    for (const name of rounds(["a"], ["a", "b"]))
      await Promise.all([replace("serve", `server-${name}`), replace("work", `worker-${name}`)]);
    over.abort();
    await Promise.all(load);
    // What had begun by then ends as well.
    await expect
      .poll(async () => db.selectFrom("run").select("id").where("status", "in", ["Pending", "Running"]).execute(), {
        timeout: 240_000,
      })
      .toEqual([]);
  } finally {
    over.abort();
    await Promise.all([...running.values()].map((program) => program.stop()));
    await proxy.close();
  }
  return { calls, wrong, runs };
}

async function expectNothingLost(db: Db, { calls, wrong, runs }: Seen): Promise<void> {
  expect(wrong).toEqual([]);
  expect(calls).toBeGreaterThan(runs.length);
  expect(runs.length).toBeGreaterThan(0);
  const ended = await db
    .selectFrom("data_request")
    .select(["status", (count) => count.fn.countAll<string>().as("requests")])
    .where("id", "in", [...runs])
    .groupBy("status")
    .execute();
  expect(ended).toEqual([{ status: "Finished", requests: String(runs.length) }]);
}

// `tests/server/version-before.test.ts` has runs that wait for the next server; only the soak replaces servers under
// load.
test.runIf(IN_SOAK)(
  "servers and workers that are replaced one after the other lose no call and no run",
  async () => {
    const shared = await sharedServices();
    const { config, drop } = await withTestDatabase(
      readConfig({ METRICS_PORT: "0", SECRETS_KEYS: randomBytes(32).toString("base64") }),
      shared,
    );
    const folder = await mkdtemp(join(tmpdir(), "scanbook-rolling-"));
    const market = await openMarket({ folder: shared?.market ?? (await serverFolder()) });
    const logger = pino({ level: "silent" });
    const database = await openDatabase({ data: folder, url: config.databaseUrl, logger });
    const stopTimes = { drainMs: 300, callsMs: 60_000, jobsMs: 60_000 };
    const start: Start = async (role, name) => {
      const data = join(folder, name);
      await mkdir(data, { recursive: true });
      const options = { market, data, config, logger, stopTimes };
      if (role === "work") {
        const worker = await startWorker({ ...options, queues: ALL_QUEUES, localUrl: "http://localhost" });
        return { address: worker.address, operators: worker.address, stop: () => worker.close() };
      }
      const server = await serve({ ...options, client: null, port: 0, queues: [] });
      return { address: server.address, operators: server.metricsAddress ?? "", stop: () => server.close() };
    };
    try {
      await expectNothingLost(database.db, await replacedUnderLoad(database.db, start, 4, 20));
    } finally {
      await database.close();
      await market.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000,
);

// Each program is a process of its own.
test.skipIf(rounds(0, 1) === 0)(
  "nor under the load of two hundred people (in the soak)",
  async () => {
    const shared = await sharedAddresses();
    await makeDemo(shared.market, { symbols: 60, years: 1, minuteDays: 2 });
    const children: ChildProcess[] = [];
    const keys = randomBytes(32).toString("base64");
    const start: Start = async (role, name) => {
      const env = { ...shared.env, SECRETS_KEYS: keys, METRICS_PORT: "0", DRAIN_SECONDS: "3", STOP_SECONDS: "30" };
      const program = await startProgram(role, join(shared.folder, name), env, (child) => children.push(child));
      return {
        address: program.said("Scanbook") ?? "",
        operators: (program.said("Metrics") ?? "").replace("/metrics", ""),
        async stop() {
          program.child.kill("SIGTERM");
          expect(await program.ended, program.all()).toBe(0);
        },
      };
    };
    try {
      await expectNothingLost(shared.db, await replacedUnderLoad(shared.db, start, 200, 2_000));
    } finally {
      for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
      await shared.end();
    }
  },
  900_000,
);
