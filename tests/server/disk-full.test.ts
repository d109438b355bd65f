import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { marketStatus, MarketError } from "../../src/market/index.ts";
import type { Market } from "../../src/market/index.ts";
import { newId } from "../../src/server/db/index.ts";
import { createServer, readConfig, requestEnded } from "../../src/server/index.ts";
import type { Server } from "../../src/server/index.ts";
import { MarketImports } from "../../src/server/updates/market-imports.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { DAILY } from "../market/csv-folder.ts";
import { HERE, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

/*
 * A disk without room, as each part that writes tells it: PostgreSQL by its SQLSTATE, the engine by its error, on real
 * statements of both. What a disk that is really full does to the engine is tested in tests/market/disk-full.test.ts, in the soak.
 */
let server: TestServer;
let working: Omit<Server, "address">;
let headers: Readonly<Record<string, string>>;
/** A request that has run. */
let finished: string;
/** Statements of the engine for which there is no room. */
let noRoomFor: (statement: string) => boolean = () => false;

const silent = pino({ level: "silent" });

/** The market on a disk that fills up. */
function onFullDisk(market: Market): Market {
  const refuse = (given: string | { readonly sql: string }): void => {
    const statement = typeof given === "string" ? given : given.sql;
    if (noRoomFor(statement)) throw new MarketError("disk-full", "Cannot reserve 1.00 MiB, not enough space", 243);
  };
  return {
    ...market,
    command: async (given) => {
      refuse(given);
      return market.command(given);
    },
    async *chunks(statement, format, options) {
      refuse(statement);
      yield* market.chunks(statement, format, options);
    },
  };
}

beforeAll(async () => {
  // An import that gets further than `npm test` lets it leaves something in the market.
  server = await startTestServer({ own: IN_SOAK && "market" });
  await server.jobs.stop();
  const databaseUrl = server.env["DATABASE_URL"];
  const config = readConfig(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  const market = onFullDisk(server.market);
  working = await createServer({ market, data: server.data, client: null, port: 3000, logger: silent, config });
  headers = await signedIn(server.db, server.account);
  finished = await created();
});
afterAll(async () => {
  await working.close();
  await server.end();
});

type Method = "GET" | "POST" | "PUT" | "DELETE";
const send = (method: Method, url: string, payload?: object) =>
  working.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });

async function created(): Promise<string> {
  const { id } = (await send("POST", "/v1/data-requests", request())).json<{ id: string }>();
  await requestEnded(server.db, server.account, id);
  return id;
}

/** While it lasts, PostgreSQL has no room for a row of these tables, by INSERT or where the condition holds. */
async function withoutRoom<T>(tables: readonly string[], condition: string, work: () => Promise<T>): Promise<T> {
  await sql`CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file "base/5/16384": No space left on device' USING ERRCODE = '53100'; END $$`.execute(
    server.db,
  );
  for (const table of tables)
    await sql`CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON ${sql.table(table)} FOR EACH ROW WHEN (${sql.raw(condition)}) EXECUTE FUNCTION no_room()`.execute(
      server.db,
    );
  try {
    return await work();
  } finally {
    for (const table of tables) await sql`DROP TRIGGER no_room ON ${sql.table(table)}`.execute(server.db);
  }
}

const FULL = { type: "/problems/disk-full", title: "The disk is full", status: 507, detail: "The disk is full." };

describe("no room for the account database", () => {
  const KEPT = [
    "account",
    "data_request",
    "folder",
    "mailed_secret",
    "run",
    "saved_formula",
    "sign_up",
    "template",
    "webhook",
  ];
  const rowsOf = async (): Promise<unknown> => {
    const rows: unknown[] = [];
    for (const table of KEPT)
      rows.push(
        await sql`SELECT to_jsonb(t) FROM ${sql.table(table)} AS t ORDER BY to_jsonb(t)::text`.execute(server.db),
      );
    return JSON.parse(JSON.stringify(rows.map((found) => Object(found).rows)));
  };

  // Only the soak has a PostgreSQL without room.
  test.runIf(IN_SOAK)("each call that writes says so, nothing of it is kept, and with room it is done", async () => {
    const folder = (await send("POST", "/v1/folders", { name: "Here" })).json<{ id: string }>().id;
    const at = `/v1/data-requests/${await created()}`;
    const calls: readonly (readonly [Method, string, object?])[] = [
      ["POST", "/v1/data-requests", request({ name: "One more" })],
      ["PUT", at, request({ name: "Changed" })],
      ["POST", `${at}/duplicate`],
      ["POST", `${at}/run`],
      ["PUT", `${at}/name`, { name: "Renamed" }],
      ["PUT", `${at}/favourite`, { favourite: true }],
      ["PUT", `${at}/data-updates`, { data_updates: true }],
      ["POST", `${at}/folder/attach`, { folder_id: folder }],
      ["POST", "/v1/folders", { name: "Gaps" }],
      ["PUT", `/v1/folders/${folder}`, { name: "There" }],
      ["POST", "/v1/templates", { name: "Mine", request: request() }],
      ["PUT", "/v1/profile/formulas", { tag: "up", display: "up", formula: "[daily close] > [daily open]" }],
      ["POST", "/v1/profile/update-profile", { name: "Ada L" }],
      ["POST", "/v1/users/signup", { email: "new@example.org", name: "New", password: "correct horse battery" }],
    ];
    const before = await rowsOf();
    await withoutRoom(KEPT, "true", async () => {
      for (const [method, url, payload] of calls) {
        const answer = await send(method, url, payload);
        expect([url, answer.statusCode, answer.json()]).toEqual([url, 507, { ...FULL, errors: [] }]);
        expect(answer.headers["content-type"]).toContain("application/problem+json");
      }
    });
    expect(await rowsOf()).toEqual(before);
    for (const [method, url, payload] of calls) {
      const answer = await send(method, url, payload);
      expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300);
    }
  });

  // `tests/server/lost-commit.test.ts` has the end of a run that is not answered; only the soak has one that is
  // refused.
  test.runIf(IN_SOAK)("a run whose end cannot be kept says so, leaves no rows, and can be run again", async () => {
    const id = finished;
    const rows = (await send("GET", `/v1/data-requests/${id}/rows`)).json();
    await withoutRoom(["run"], "NEW.status = 'Finished'", async () => {
      expect((await send("POST", `/v1/data-requests/${id}/run`)).statusCode).toBe(202);
      expect((await requestEnded(server.db, server.account, id))?.error).toEqual({
        code: "disk-full",
        message: "The disk is full. Make room and run it again.",
      });
    });
    await expectOnlyEarlier(id, rows);
  });
});

/** The rows of the finished run before are there, those of the failed one are not, and with room the next one finishes. */
async function expectOnlyEarlier(id: string, rows: unknown): Promise<void> {
  expect((await send("GET", `/v1/data-requests/${id}/rows`)).json()).toEqual(rows);
  const { run_id } = await server.db
    .selectFrom("data_request")
    .select("run_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const left = await server.market.query({
    sql: "SELECT name FROM system.tables WHERE position(name, {run:String}) > 0 UNION ALL SELECT name FROM system.databases WHERE position(name, {run:String}) > 0",
    params: { run: run_id ?? "" },
  });
  expect(left).toEqual([]);
  noRoomFor = () => false;
  expect((await send("POST", `/v1/data-requests/${id}/run`)).statusCode).toBe(202);
  expect(await requestEnded(server.db, server.account, id)).toMatchObject({ status: "Finished", error: null });
}

/** Without bytes, which change as the engine merges its parts. */
async function statusOfMarket(): Promise<unknown> {
  const { tables, bytes: _, ...status } = await marketStatus(server.market);
  return { ...status, tables: tables.map(({ table, rows }) => [table, rows]) };
}

// Only the soak has scans, files and imports of a server whose engine has no room.
describe.runIf(IN_SOAK)("no room for the engine", () => {
  test.each([
    ["the database of a run", (statement: string) => statement.startsWith("CREATE DATABASE run_")],
    ["the rows of a result", (statement: string) => statement.includes("TABLE market.result_")],
  ])("%s: the run says so, what was finished stays", async (_, full) => {
    const id = finished;
    const rows = (await send("GET", `/v1/data-requests/${id}/rows`)).json();
    noRoomFor = full;
    expect((await send("POST", `/v1/data-requests/${id}/run`)).statusCode).toBe(202);
    expect(await requestEnded(server.db, server.account, id)).toMatchObject({
      status: "Failed",
      error: { code: "disk-full", message: "The disk is full. Make room and run it again." },
    });
    await expectOnlyEarlier(id, rows);
  });

  test("a file: 507, and with room it is written", async () => {
    const id = finished;
    // That it is one of each format is found by `export/failures.test.ts`.
    for (const format of rounds(["xlsx"], ["csv", "xlsx", "parquet"])) {
      noRoomFor = (statement) => statement.includes("result_");
      const answer = await send("GET", `/v1/data-requests/${id}/export?format=${format}`);
      expect([answer.statusCode, answer.json()]).toEqual([507, { ...FULL, errors: [] }]);
      noRoomFor = () => false;
      expect((await send("GET", `/v1/data-requests/${id}/export?format=${format}`)).statusCode).toBe(200);
    }
  });

  test("an import of an administrator says so, and the market is as it was", async () => {
    const folder = await mkdtemp(join(tmpdir(), "scanbook-etl-"));
    await writeFile(join(folder, "daily.csv"), `${DAILY}\nNEW,2025-12-30,10,11,9,10,5\n`);
    const source = readConfig({ ETL_FOLDER: folder }).etl;
    const imports = new MarketImports({ ...server, market: onFullDisk(server.market), source, logger: silent });
    const before = await statusOfMarket();
    // What other ends of an import leave is found by `market/import-death` and `market/import-at-address`.
    const statements = [/incoming_daily/, /^INSERT INTO market\.daily_\d/, /^INSERT INTO market\.snapshot_log/];
    for (const full of rounds(statements.slice(1, 2), statements)) {
      noRoomFor = (statement) => full.test(statement.trim());
      const id = newId();
      await server.db
        .insertInto("market_import")
        .values({ id, account_id: null, source: "csv", status: "Pending" })
        .execute();
      await imports.execute(id);
      noRoomFor = () => false;
      const row = await server.db
        .selectFrom("market_import")
        .select(["status", "log"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect([row.status, row.log.at(-1)?.text]).toEqual([
        "Failed",
        "The disk is full: nothing was imported. Make room and import again.",
      ]);
      expect(await statusOfMarket()).toEqual(before);
    }
    await rm(folder, { recursive: true });
  });
});

// Of no use without the tests above.
test.runIf(IN_SOAK)("the health of the server is not touched by any of it", async () => {
  expect((await working.app.inject({ method: "GET", url: "/ready", headers: HERE })).statusCode).toBe(200);
});
