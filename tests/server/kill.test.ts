import type { ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAddress } from "../../src/market/engine/address.ts";
import { openDatabase } from "../../src/server/db/index.ts";
import { readConfig } from "../../src/server/index.ts";
import { atAddress } from "../at-address.ts";
import { IN_SOAK } from "../cases.ts";
import { Client, randomFrom } from "./acknowledged.ts";
import type { Known } from "./acknowledged.ts";
import { LONG } from "./long-request.ts";
import { freePort } from "../free-port.ts";
import { sharedServices } from "../shared-services.ts";
import { caller, signIn, startProcess } from "./own-process.ts";
import type { OwnProcess, Send } from "./own-process.ts";
import { withTestDatabase } from "./test-database.ts";
import { makeAccount, request, serverFolder, signedIn } from "./test-server.ts";
import { CALL_MS, until } from "./until.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 50);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const CLIENTS = 4;
/** Pauses of a client between two things it does; calls of a route are limited to 600 a minute. */
const PAUSE_MS = 250;
/** At most so long until somebody is killed. */
const ROUND_MS = 4_000;

const random = randomFrom(SEED);
const body =
  (formula: string, columns: number) =>
  (name: string, overwrite = false): object =>
    request({
      name,
      filters: { Custom: [{ tag: "chosen", formula }] },
      columns: {
        Custom: Array.from({ length: columns }, (_, n) => ({
          name: `C${n}`,
          formula: `avg([daily close adj], -${n + 5} .. 0)`,
        })),
      },
      options: { overwrite },
    });
const VARIANTS = [
  { body: body("[daily close adj] > [daily open adj]", 2) },
  { body: body("[daily close adj] > 0", 40) },
  { body: body("[daily volume] > avg([daily volume], -20 .. -1)", 10) },
];

/** Of servers that share a database. */
const KEYS = Buffer.alloc(32, 7).toString("base64");

let data: string;
let port: number;
let server: OwnProcess;
let send: Send;
/** All that were started, to be ended in any case. */
const children: ChildProcess[] = [];

/** Who can be killed, by the number of its process; null where it is not there just now. */
const VICTIMS: Readonly<Record<string, () => Promise<number | null>>> = {
  server: async () => server.child.pid ?? null,
  engine: () => numberIn("engine.json", (text) => JSON.parse(text).pid),
  database: () => numberIn("accounts/postmaster.pid", (text) => text.split("\n")[0]),
  "keeper of the database": () => numberIn("accounts.pid", (text) => text),
};

async function numberIn(file: string, find: (text: string) => unknown): Promise<number | null> {
  try {
    const pid = Number(find(await readFile(join(data, file), "utf8")));
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    // It is being replaced.
    return null;
  }
}

const start = (): Promise<OwnProcess> => startProcess(data, port, (child) => children.push(child));

beforeAll(async () => {
  if (!IN_SOAK) return;
  data = await serverFolder();
  port = await freePort();
  server = await start();
  send = await signIn(port, server);
});
afterAll(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  if (IN_SOAK) await rm(data, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 });
});

test("a server that is killed: what it acknowledged is there, and what waited runs at the next start", async () => {
  const services = await sharedServices();
  const { config, drop } = await withTestDatabase(readConfig({}), services);
  const address = await atAddress(() => readAddress(services?.market ?? ""));
  const folder = await mkdtemp(join(tmpdir(), "scanbook-kill-"));
  const database = await openDatabase({ data: folder, url: config.databaseUrl, logger: pino({ level: "silent" }) });
  const env = {
    DATABASE_URL: config.databaseUrl ?? "",
    MARKET_URL: address.url,
    METRICS_PORT: "0",
    SECRETS_KEYS: KEYS,
  };
  // The first one takes no jobs: nothing has begun when it dies.
  const started = async (command: "serve" | "start") => {
    const free = await freePort();
    const { child, ended } = await startProcess(folder, free, (made) => children.push(made), env, { command });
    return { child, ended, call: caller(free, token) };
  };
  const { authorization = "" } = await signedIn(database.db, await makeAccount(database.db));
  const token = authorization.replace("Bearer ", "");
  try {
    const first = await started("serve");
    const create = async (name: string) => (await first.call("POST", "/v1/data-requests", request({ name }))).body.id;
    const [one, other] = [await create("One"), await create("Other")];
    expect((await first.call("PUT", `/v1/data-requests/${one}/name`, { name: "Renamed" })).status).toBe(200);
    expect((await first.call("DELETE", `/v1/data-requests/${other}`)).status).toBe(200);
    first.child.kill("SIGKILL");
    await first.ended;
    const next = await started("start");
    const { items } = (await next.call("GET", "/v1/profile/data-requests")).body;
    expect(items).toMatchObject([{ id: one, name: "Renamed" }]);
    expect((await next.call("GET", "/v1/profile/data-requests/trashed")).body.items).toMatchObject([{ id: other }]);
    const view = await until(
      async () => (await next.call("GET", `/v1/data-requests/${one}/status`)).body,
      ({ status }) => status !== "Pending" && status !== "Running",
      CALL_MS,
    );
    expect(view).toMatchObject({ status: "Finished", error: null });
    expect((await next.call("GET", `/v1/data-requests/${one}/rows?limit=1`)).body.total).toBe(view.rows);
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
  } finally {
    await database.close();
    await drop();
    address.server.close();
    address.server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);

/** Kills one at random; gives who it was. A server that was killed is started again, as a service would be. */
async function kill(): Promise<string> {
  const names = Object.keys(VICTIMS);
  const name = names[Math.floor(random() * names.length)] ?? "server";
  const pid = await VICTIMS[name]?.();
  if (pid === null || pid === undefined) return `${name} (away)`;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    return `${name} (gone)`;
  }
  if (name === "server") {
    await server.ended;
    server = await start();
  }
  return name;
}

/** A connection that broke with the last kill is found out by whoever gets it: 503, come back. */
const asked = (path: string) =>
  until(
    () => send("GET", path),
    ({ status }) => status !== 503,
    CALL_MS,
  );

async function listed(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { status, body: answer } = await asked(`${path}?page=${page}&page_size=100`);
    expect(status, JSON.stringify(answer)).toBe(200);
    for (const { id, name } of answer.items) found.set(id, name);
    if (found.size >= answer.total) return found;
    await delay(CALL_MS);
  }
}

// Only the soak kills engine and database as well, under load.
test.runIf(IN_SOAK)(
  `${ROUNDS} rounds of kill -9: what was acknowledged is there, and every run ends (SEED=${SEED})`,
  async () => {
    const clients = Array.from(
      { length: CLIENTS },
      (_, n) => new Client(`client ${n}`, () => send, randomFrom(SEED + n + 1), VARIANTS),
    );
    const over = new AbortController();
    const working = clients.map(async (client) => {
      while (!over.signal.aborted) {
        await client.step();
        await delay(PAUSE_MS);
      }
    });
    const done = (): number => clients.reduce((sum, client) => sum + client.acknowledged, 0);
    const killed = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = done();
      await delay(random() * ROUND_MS);
      // Between two rounds something is done in any case.
      await until(done, (now) => now >= before + CLIENTS, CALL_MS);
      const who = await kill();
      killed.set(who, (killed.get(who) ?? 0) + 1);
    }
    over.abort();
    await Promise.all(working);
    await until(
      () => caller(port)("GET", "/ready").catch(() => null),
      (answer) => answer?.status === 200,
      CALL_MS,
    );
    const known = clients.flatMap((client) => client.known);
    const summary = {
      killed: Object.fromEntries(killed),
      acknowledged: done(),
      unanswered: clients.reduce((sum, client) => sum + client.lost, 0),
      requests: known.length,
    };
    console.log(`SEED=${SEED} ${JSON.stringify(summary)}`);
    const failures = server
      .said()
      .split("\n")
      .filter((line) => /"level":(50|60)/.test(line));
    expect(
      clients.flatMap((client) => client.wrong),
      failures.join("\n"),
    ).toEqual([]);
    expect(await missing(known)).toEqual([]);
    const ends = await allEnd();
    console.log(JSON.stringify(ends));
    expect(
      Object.keys(ends).filter((end) => !/^(Finished|Cancelled|Failed (engine-died|interrupted))$/.test(end)),
    ).toEqual([]);
    expect(await unreadable(known)).toEqual([]);
    expect(server.child.exitCode).toBe(null);
  },
  120_000 + ROUNDS * 20_000,
);

const statusOf = async (id: string) => (await asked(`/v1/data-requests/${id}/status`)).body;

// Only the soak stops a server in the midst of a run.
test.runIf(IN_SOAK)(
  "by SIGTERM it is gone within 10 seconds; the next one finishes the run, answers without a log while its database dies, and goes as fast",
  async () => {
    const { id } = (await send("POST", "/v1/data-requests", LONG)).body;
    await until(
      () => statusOf(id),
      ({ status, progress }) => {
        if (status === "Finished" || status === "Failed") throw new Error(`too soon: ${status}`);
        return status === "Running" && (progress?.done ?? 0) > 0;
      },
      // It is over soon.
      CALL_MS / 3,
    );
    await expectGone();
    const full = process.platform === "linux" ? openSync("/dev/full", "w") : null;
    server = await startProcess(data, port, (child) => children.push(child), {}, { stderr: full ?? "pipe" });
    if (full !== null) closeSync(full);
    const over = await until(
      () => statusOf(id),
      ({ status }) => status !== "Running" && status !== "Pending",
      CALL_MS,
    );
    expect(over).toMatchObject({ status: "Finished", error: null });
    process.kill((await VICTIMS["database"]?.()) ?? 0, "SIGKILL");
    await until(
      async () => {
        expect((await caller(port)("GET", "/health")).status).toBe(200);
        return caller(port)("GET", "/ready");
      },
      ({ status }) => status === 200,
      CALL_MS,
    );
    await expectGone();
  },
  300_000,
);

async function expectGone(): Promise<void> {
  const signalledAt = performance.now();
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect((performance.now() - signalledAt) / 1000).toBeLessThan(10);
}

/** What was acknowledged and is not as it was acknowledged. */
async function missing(known: readonly Known[]): Promise<readonly string[]> {
  const lists = {
    live: await listed("/v1/profile/data-requests"),
    trash: await listed("/v1/profile/data-requests/trashed"),
  };
  return known.flatMap(({ id, names, places }) => {
    const place = lists.live.has(id) ? "live" : lists.trash.has(id) ? "trash" : "gone";
    const name = lists.live.get(id) ?? lists.trash.get(id);
    const wrong = [];
    if (!places.has(place)) wrong.push(`${id} is ${place}, not ${[...places].join(" or ")}`);
    if (name !== undefined && !names.has(name)) wrong.push(`${id} is ${name}, not ${[...names].join(" or ")}`);
    return wrong;
  });
}

/** Waits until no run is open; gives how many ended in which way. */
async function allEnd(): Promise<Readonly<Record<string, number>>> {
  const { by_status } = (
    await until(
      () => asked("/v1/profile/data-requests/report/count"),
      ({ body: answer }) => answer.by_status.Pending === 0 && answer.by_status.Running === 0,
      1_000,
    )
  ).body;
  const ends: Record<string, number> = { Finished: by_status.Finished, Cancelled: by_status.Cancelled };
  for (const id of (await listed("/v1/profile/data-requests")).keys()) {
    const { body: view } = await asked(`/v1/data-requests/${id}/status`);
    if (view.status === "Failed") {
      const end = `Failed ${view.error?.code}`;
      ends[end] = (ends[end] ?? 0) + 1;
    }
    await delay(CALL_MS / 2);
  }
  return ends;
}

/** Finished ones whose rows are not all there: the same request gives the same rows, however often somebody was killed. */
async function unreadable(known: readonly Known[]): Promise<readonly string[]> {
  const rows = new Map<number, Set<number>>();
  const wrong: string[] = [];
  for (const { id, variant, finished } of known) {
    const { status, body: view } = await asked(`/v1/data-requests/${id}/status`);
    await delay(CALL_MS / 2);
    if (status === 404) continue;
    if (finished && view.status !== "Finished") wrong.push(`${id} was Finished and is ${view.status}`);
    if (view.status !== "Finished") continue;
    const page = await asked(`/v1/data-requests/${id}/rows?limit=1000`);
    if (page.status !== 200 || page.body.rows.length !== Math.min(1000, view.rows))
      wrong.push(`${id}: ${page.status} ${page.body.rows?.length ?? page.body.detail} of ${view.rows}`);
    rows.set(variant, (rows.get(variant) ?? new Set()).add(view.rows));
  }
  for (const [variant, counts] of rows)
    if (counts.size > 1) wrong.push(`variant ${variant}: ${[...counts].join(", ")} rows`);
  return wrong;
}
