import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Created } from "../../src/contract/index.ts";
import type { Market } from "../../src/market/index.ts";
import { keyFile } from "../../src/server/auth/keyring.ts";
import { ALL_QUEUES, createServer, migrate, readConfig, startWorker } from "../../src/server/index.ts";
import type { Server, Worker } from "../../src/server/index.ts";
import { newId } from "../../src/server/db/index.ts";
import { MIGRATIONS } from "../../src/server/db/migrations/index.ts";
import { exportMeta } from "../../src/server/runs/export-meta.ts";
import { takePreview } from "../../src/server/runs/take-preview.ts";
import { takeRun } from "../../src/server/runs/take-run.ts";
import { readRequest } from "../../src/request/index.ts";
import { cases, IN_SOAK, rounds } from "../cases.ts";
import type { Send } from "./own-process.ts";
import { makeAccount, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

const silent = pino({ level: "silent" });

/** Two servers that take no jobs, and workers, on one account database and one market. */
let first: TestServer;
let second: Omit<Server, "address">;
const workers: Worker[] = [];

const config = () => {
  const databaseUrl = first.env["DATABASE_URL"];
  return readConfig({ METRICS_PORT: "0", ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) });
};

beforeAll(async () => {
  first = await startTestServer({ queues: [] });
  const { market, data } = first;
  second = await createServer({ market, data, client: null, port: 3000, logger: silent, config: config(), queues: [] });
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
});
afterAll(async () => {
  await second.close();
  await first.end();
});

async function addWorker(market: Market = first.market): Promise<Worker> {
  const { data } = first;
  const options = { market, data, config: config(), logger: silent, queues: ALL_QUEUES, localUrl: "http://localhost" };
  const worker = await startWorker(options);
  workers.push(worker);
  return worker;
}

/** What a scan begins with: its own database, or its result where all of its answers are kept. */
const BEGINS = /^CREATE (?:DATABASE run_|OR REPLACE TABLE \S*\.result_)/;

/** The market, whose scans stand still as they begin until they are released. */
function slowMarket(): { readonly market: Market; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const market: Market = {
    ...first.market,
    async command(statement) {
      if (BEGINS.test(typeof statement === "string" ? statement : statement.sql)) await promise;
      return first.market.command(statement);
    },
  };
  return { market, release: resolve };
}

interface Person {
  readonly account: string;
  /** Calls both servers in turn. */
  call: Send;
}

async function person(): Promise<Person> {
  const account = await makeAccount(first.db);
  const headers = await signedIn(first.db, account);
  let calls = 0;
  return {
    account,
    async call(method, path, payload) {
      const { app } = calls++ % 2 === 0 ? first : second;
      const url = `/v1/data-requests${path}`;
      const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
      return { status: answer.statusCode, body: answer.json() };
    },
  };
}

const preview = async (who: Person, page = "page", changes: object = {}): Promise<string> =>
  Created.parse((await who.call("POST", `/preview?page=${page}`, request(changes))).body).id;

const statusOf = (who: Person, id: string, wanted: string) =>
  until(
    async () => (await who.call("GET", `/${id}/status`)).body,
    ({ status }) => status === wanted,
  );

test("three migrations of one empty database at once are one; a further one changes nothing", async () => {
  const address = new URL(config().databaseUrl ?? "");
  const run = async <Row extends object>(statement: string, at = address): Promise<readonly Row[]> => {
    const client = new Client({ connectionString: at.href });
    await client.connect();
    return client.query<Row>(statement).then(async ({ rows }) => client.end().then(() => rows));
  };
  const name = `${address.pathname.slice(1)}_empty`;
  await run(`CREATE DATABASE ${name}`);
  const empty = new URL(address);
  empty.pathname = `/${name}`;
  const state = () =>
    run("SELECT (SELECT json_agg(m ORDER BY name) FROM kysely_migration m) AS steps, id FROM installation", empty);
  const migrateIt = () => migrate(first.data, readConfig({ DATABASE_URL: empty.href }));
  await Promise.all([migrateIt(), migrateIt(), migrateIt()]);
  const [made] = await state();
  expect(made).toMatchObject({ steps: Object.keys(MIGRATIONS).map((step) => ({ name: step })) });
  await migrateIt();
  expect(await state()).toEqual([made]);
  await run(`DROP DATABASE ${name}`);
});

// "a preview whose worker died" has a server without jobs and a worker as well.
test.runIf(IN_SOAK)("a server that takes no jobs leaves previews to the workers", async () => {
  const ada = await person();
  const id = await preview(ada);
  expect((await ada.call("GET", `/${id}/status`)).body.status).toBe("Pending");
  await addWorker();
  await statusOf(ada, id, "Finished");
});

// "somebody else's preview is not there" calls both servers in turn; only the soak compares the rows that they give.
test.runIf(IN_SOAK)("previews of both servers are known to both, at every moment, with the same rows", async () => {
  await addWorker();
  await addWorker();
  const people = await Promise.all([person(), person()]);
  await Promise.all(
    people.map(async (who, number) => {
      for (let round = 0; round < cases(2); round += 1) {
        // An odd number of calls: each round begins at the other server.
        const columns = { Custom: [{ name: "Sum", formula: `[daily close adj] + ${round}` }] };
        const id = await preview(who, `p${number}`, { columns });
        const found = await until(
          () => who.call("GET", `/${id}/status`),
          ({ status, body }) => {
            expect(status, JSON.stringify(body)).toBe(200);
            return body.status !== "Pending" && body.status !== "Running";
          },
        );
        expect(found.body).toMatchObject({ status: "Finished", error: null });
        const [one, other] = [await who.call("GET", `/${id}/rows`), await who.call("GET", `/${id}/rows`)];
        expect(one.status).toBe(200);
        expect(other).toEqual(one);
        expect(one.body.total).toBe(found.body.rows);
      }
    }),
  );
});

test("a preview that runs is cancelled at the other server, and nothing of it is left", async () => {
  const { market, release } = slowMarket();
  await addWorker(market);
  const ada = await person();
  const id = await preview(ada);
  await statusOf(ada, id, "Running");
  expect((await ada.call("POST", `/${id}/cancel`)).body.status).toBe("Cancelled");
  release();
  await until(
    () => tablesOf(id),
    (tables) => tables.length === 0,
  );
  for (const _ of ["at one", "at the other"])
    expect((await ada.call("GET", `/${id}/status`)).body).toMatchObject({ status: "Cancelled", rows: null });
});

const tablesOf = (id: string) =>
  first.market.query<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE position(name, {id:String}) > 0 UNION ALL SELECT name FROM system.databases WHERE position(name, {id:String}) > 0",
    params: { id },
  });

test("somebody else's preview is not there, at either server", async () => {
  await addWorker();
  const [ada, eve] = [await person(), await person()];
  const id = await preview(ada);
  for (const path of ["status", "rows", "status", "rows"])
    expect((await eve.call("GET", `/${id}/${path}`)).status).toBe(404);
  expect((await eve.call("POST", `/${id}/cancel`)).status).toBe(404);
  await statusOf(ada, id, "Finished");
});

/** A preview whose worker has not been heard of for long. */
async function deserted(account: string, attempt: number): Promise<string> {
  const id = `p${newId()}`;
  const { request: read } = readRequest(request());
  if (read === null) throw new Error("the request is valid");
  await first.db
    .insertInto("preview")
    .values({
      id,
      account_id: account,
      page: id,
      status: "Running",
      meta: JSON.stringify(exportMeta(read)),
      attempt,
      beat_at: new Date(Date.now() - 11_000),
    })
    .execute();
  return id;
}

test("a preview whose worker died is taken up by another, and given up when workers die of it", async () => {
  const ada = await person();
  const [once, often] = [await deserted(ada.account, 1), await deserted(ada.account, 3)];
  await addWorker();
  await statusOf(ada, once, "Finished");
  expect(await tablesOf(once)).toEqual([{ name: `result_${once}_2` }]);
  expect((await statusOf(ada, often, "Failed")).error.code).toBe("interrupted");
});

// Only the soak drops a preview of yesterday.
test.runIf(IN_SOAK)("a preview that nobody has asked for in a day is dropped with its rows; others stay", async () => {
  await addWorker();
  const ada = await person();
  const [old, asked] = [await preview(ada, "old"), await preview(ada, "asked")];
  for (const id of [old, asked]) await statusOf(ada, id, "Finished");
  const seen = (id: string, hours: number) =>
    first.db
      .updateTable("preview")
      .set({ seen_at: new Date(Date.now() - hours * 3_600_000) })
      .where("id", "=", id)
      .execute();
  await seen(old, 25);
  await seen(asked, 25);
  expect((await ada.call("GET", `/${asked}/status`)).status).toBe(200);
  await first.previews.sweep();
  expect((await ada.call("GET", `/${old}/status`)).status).toBe(404);
  expect([await tablesOf(old), await tablesOf(asked)]).toEqual([[], [{ name: `result_${asked}_1` }]]);
});

// "a preview whose worker died" is taken up by another one too; only the soak stops a worker.
test.runIf(IN_SOAK)("a worker that stops gives its preview to another", async () => {
  const { market, release } = slowMarket();
  const stopping = await addWorker(market);
  const ada = await person();
  const id = await preview(ada);
  await statusOf(ada, id, "Running");
  const stopped = stopping.close();
  workers.splice(0);
  release();
  await stopped;
  expect((await ada.call("GET", `/${id}/status`)).body.status).toBe("Pending");
  await addWorker();
  await statusOf(ada, id, "Finished");
  expect(await tablesOf(id)).toEqual([{ name: `result_${id}_2` }]);
});

test("no more previews run than the engine bears, whichever workers take them, and those of one account leave room", async () => {
  const { market, release } = slowMarket();
  await addWorker(market);
  await addWorker(market);
  const [ada, eve] = [await person(), await person()];
  const mine = [await preview(ada, "one"), await preview(ada, "two"), await preview(ada, "three")];
  await statusOf(ada, mine[0] ?? "", "Running");
  await statusOf(ada, mine[1] ?? "", "Running");
  const hers = await preview(eve);
  const running = await first.db.selectFrom("preview").select("id").where("status", "=", "Running").execute();
  expect(running.map(({ id }) => id).toSorted()).toEqual(mine.slice(0, 2).toSorted());
  release();
  for (const id of mine) await statusOf(ada, id, "Finished");
  await statusOf(eve, hers, "Finished");
  const order = await first.db
    .selectFrom("preview")
    .select("id")
    .where("id", "in", [hers, mine[2] ?? ""])
    .orderBy("started_at")
    .execute();
  expect(order.map(({ id }) => id)).toEqual([hers, mine[2]]);
});

// "a run waits where as many run as the engine bears" counts those that run; only the soak has two workers at it.
test.runIf(IN_SOAK)("scans of one account overlap as its plan says, those of all as the engine bears", async () => {
  await addWorker();
  await addWorker();
  const people = await Promise.all([person(), person()]);
  const ids = await Promise.all(
    people.flatMap((who) =>
      Array.from({ length: rounds(3, 12) }, async () => Created.parse((await who.call("POST", "", request())).body).id),
    ),
  );
  const runs = await until(
    () =>
      first.db
        .selectFrom("run")
        .select(["account_id", "status", "started_at", "ended_at"])
        .where("data_request_id", "in", ids)
        .execute(),
    (rows) => rows.every(({ status }) => status !== "Pending" && status !== "Running"),
  );
  expect(runs.map(({ status }) => status)).toEqual(ids.map(() => "Finished"));
  const overlaps = (of: typeof runs): number =>
    Math.max(
      ...of.map(
        (run) =>
          of.filter(
            (other) =>
              Number(other.started_at) <= Number(run.started_at) && Number(run.started_at) < Number(other.ended_at),
          ).length,
      ),
    );
  expect(overlaps(runs)).toBeLessThanOrEqual(2);
});

test("a run waits where as many run as the engine bears, and is taken when one has ended", async () => {
  const { db, jobs } = first;
  const ids = await Promise.all(
    [await person(), await person()].map(async (who) => Created.parse((await who.call("POST", "", request())).body).id),
  );
  const rows = await db.selectFrom("run").select("id").where("data_request_id", "in", ids).execute();
  const [one = "", other = ""] = rows.map(({ id }) => id);
  const parts = { db, jobs, atOnce: 1 };
  expect(await takeRun(parts, one, null)).toMatchObject({ attempt: 1 });
  expect(await takeRun(parts, other, null)).toBe("full");
  // Whoever took it is not heard of any more.
  await db
    .updateTable("run")
    .set({ beat_at: new Date(Date.now() - 11_000) })
    .where("id", "=", one)
    .execute();
  expect(await takeRun(parts, other, null)).toMatchObject({ attempt: 1 });
});

test.each([
  ["previews", "started_at"],
  ["scans", "started_at"],
  ["previews of", "created_at"],
] as const)("whoever waited for the lock %s has as %s when its turn came", async (lock, column) => {
  const { db, jobs } = first;
  const ada = await person();
  if (lock === "previews") await preview(ada);
  if (lock === "scans") await ada.call("POST", "", request());
  const own = db.selectFrom(lock === "scans" ? "run" : "preview").where("account_id", "=", ada.account);
  const run = lock === "scans" ? (await own.select("id").executeTakeFirstOrThrow()).id : "";
  const act = {
    previews: () => takePreview(db, 9),
    scans: () => takeRun({ db, jobs, atOnce: 9 }, run, null),
    "previews of": () => preview(ada),
  }[lock];
  const key = lock === "previews of" ? `previews of ${ada.account}` : lock;
  const { acting, turn } = await db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
    const acting = act();
    const waiting = sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await until(async () => (await waiting.execute(db)).rows.length, Boolean);
    const now = await sql<{ turn: string }>`SELECT clock_timestamp()::text AS turn`.execute(transaction);
    return { acting, turn: now.rows[0]?.turn };
  });
  await acting;
  const after = sql<boolean>`${sql.ref(column)} > ${turn}::timestamptz`.as("after");
  expect(await own.select(after).execute()).toEqual([{ after: true }]);
});

// `tests/server/keyring.test.ts` has the keys; only the soak has servers of one database with different ones.
test.runIf(IN_SOAK)("a server with another key in its folder does not start; the environment's count", async () => {
  const other = await mkdtemp(join(tmpdir(), "scanbook-key-"));
  const start = (data: string, more: Readonly<Record<string, string>> = {}) =>
    createServer({
      market: first.market,
      data,
      client: null,
      port: 3000,
      logger: silent,
      queues: [],
      config: readConfig({ METRICS_PORT: "0", DATABASE_URL: config().databaseUrl ?? "", ...more }),
    });
  try {
    await expect(start(other)).rejects.toThrow(
      `The secrets of this database are encrypted with another key than that of ${join(other, "secrets.key")}`,
    );
    const [own, theirs] = await Promise.all([first.data, other].map((data) => readFile(keyFile(data), "utf8")));
    // What the message says to do: both servers have the keys of the first.
    const second = await start(other, { SECRETS_KEYS: own ?? "" });
    await second.close();
    await (await start(first.data)).close();
    const moved = await start(other, { SECRETS_KEYS: `${theirs},${own}` });
    await moved.close();
    await expect(start(first.data)).rejects.toThrow("SECRETS_KEYS");
    await (await start(first.data, { SECRETS_KEYS: own ?? "" })).close();
  } finally {
    await rm(other, { recursive: true, force: true });
  }
});
