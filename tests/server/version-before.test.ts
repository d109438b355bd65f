import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportMeta, requestEnded } from "../../src/server/index.ts";
import { writeRun } from "../../src/export/index.ts";
import { openMarket } from "../../src/market/index.ts";
import type { Market } from "../../src/market/index.ts";
import { readRequest } from "../../src/request/index.ts";
import { runScan } from "../../src/scan/index.ts";
import { hashPassword } from "../../src/server/auth/passwords.ts";
import { newSecret } from "../../src/server/auth/secrets.ts";
import { newId, openDatabase } from "../../src/server/db/index.ts";
import type { Db } from "../../src/server/db/index.ts";
import { MIGRATIONS } from "../../src/server/db/migrations/index.ts";
import { Jobs } from "../../src/server/jobs/jobs.ts";
import { createServer, readConfig } from "../../src/server/index.ts";
import type { Server } from "../../src/server/index.ts";
import type { FinishedRun } from "../../src/vocabulary/index.ts";
import { makeUnversioned, setDefinitions } from "../market/unversioned.ts";
import { sharedServices } from "../shared-services.ts";
import { withTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";
import { HERE, request, serverFolder } from "./test-server.ts";

/*
 * A data folder and an account database as the version before this one left them, its server killed in the midst of a scan:
 * the schema up to 0009, an engine without digests, result tables that are named by their run alone.
 */
const LAST_STEP = "0009-email-change";
const PASSWORD = "correct horse battery staple";
const silent = pino({ level: "silent" });

let data: string;
let given: TestDatabase;
let market: Market;
let server: Omit<Server, "address">;
let oldCsv: Buffer;
let finished: FinishedRun;
let before: Tables;
let after: Tables;

const ids = {
  ada: newId(),
  waits: newId(),
  folder: newId(),
  trashed: newId(),
  template: newId(),
  done: newId(),
  doneRun: newId(),
  waiting: newId(),
  waitingRun: newId(),
  midst: newId(),
  midstRun: newId(),
  failed: newId(),
  failedRun: newId(),
};
const session = newSecret();
const token = newSecret("sbk_");
const confirms = newSecret();

const { request: scan, diagnostics } = readRequest(request({ name: "Kept" }));
if (scan === null) throw new Error(JSON.stringify(diagnostics));
const meta = JSON.stringify(exportMeta(scan));

/** Every row of every table, with the columns that there were. */
type Tables = Readonly<Record<string, readonly unknown[]>>;
async function tablesOf(db: Db, as?: Tables): Promise<Tables> {
  const { rows } = await sql<{ name: string; columns: readonly string[] }>`
    SELECT table_name AS name, array_agg(column_name::text ORDER BY column_name) AS columns FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely_%' GROUP BY table_name ORDER BY table_name`.execute(
    db,
  );
  const found: Record<string, readonly unknown[]> = {};
  for (const { name, columns } of rows) {
    const was = as?.[name];
    if (as !== undefined && was === undefined) continue;
    const there = await sql<{ row: Record<string, unknown> }>`
      SELECT to_jsonb(t) AS row FROM ${sql.table(name)} AS t ORDER BY to_jsonb(t)::text`.execute(db);
    const [first] = was ?? [];
    const kept = typeof first === "object" && first !== null ? Object.keys(first) : columns;
    const cut = there.rows.map(({ row }) => Object.fromEntries(kept.map((column) => [column, row[column]])));
    found[name] = cut.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return found;
}

async function fillOld(db: Db, result: FinishedRun): Promise<void> {
  const body = JSON.stringify(request({ name: "Kept" }));
  const hashed = await hashPassword(PASSWORD);
  await sql`INSERT INTO account (id, email, name, password_hash, role, status, preferences) VALUES
    (${ids.ada}, 'ada@example.org', 'Ada', ${hashed}, NULL, 'active', '{"theme":"dark"}'),
    (${ids.waits}, 'waits@example.org', 'Wim', ${hashed}, NULL, 'pending_confirmation', '{}')`.execute(db);
  await sql`INSERT INTO session (token_hash, id, account_id, expires_at)
    VALUES (${session.hash}, ${newId()}, ${ids.ada}, now() + interval '1 day')`.execute(db);
  await sql`INSERT INTO api_token (id, account_id, name, token_hash, scopes)
    VALUES (${newId()}, ${ids.ada}, 'old', ${token.hash}, ARRAY['profile', 'data_requests'])`.execute(db);
  await sql`INSERT INTO mailed_secret (secret_hash, account_id, purpose, expires_at)
    VALUES (${confirms.hash}, ${ids.waits}, 'confirm_email', now() + interval '1 day')`.execute(db);
  await sql`INSERT INTO folder (id, account_id, name, deleted_at) VALUES
    (${ids.folder}, ${ids.ada}, 'Gaps', NULL), (${ids.trashed}, ${ids.ada}, 'Old', now())`.execute(db);
  await sql`INSERT INTO template (id, account_id, name, body) VALUES
    (${ids.template}, ${ids.ada}, 'Mine', ${JSON.stringify({ filters: {}, columns: {} })})`.execute(db);
  await sql`INSERT INTO saved_formula (account_id, tag, display, formula) VALUES
    (${ids.ada}, 'up', 'up', '[daily close] > [daily open]')`.execute(db);
  await sql`INSERT INTO data_request (id, account_id, name, body, folder_id, favourite, run_id, status) VALUES
    (${ids.done}, ${ids.ada}, 'Kept', ${body}, ${ids.folder}, true, ${ids.doneRun}, 'Finished'),
    (${ids.waiting}, ${ids.ada}, 'Waiting', ${body}, NULL, false, ${ids.waitingRun}, 'Pending'),
    (${ids.midst}, ${ids.ada}, 'In the midst', ${body}, NULL, false, ${ids.midstRun}, 'Running'),
    (${ids.failed}, ${ids.ada}, 'Failed', ${body}, NULL, false, ${ids.failedRun}, 'Failed')`.execute(db);
  const failure = JSON.stringify({ code: "memory", message: "Too large" });
  const progress = JSON.stringify({ stage: "Daily bars", done: 1, total: 3, readRows: 10 });
  await sql`INSERT INTO run (id, data_request_id, account_id, cause, status, meta, progress, error, finished, started_at, ended_at) VALUES
    (${ids.doneRun}, ${ids.done}, ${ids.ada}, 'user', 'Finished', ${meta}, NULL, NULL, ${JSON.stringify(result)}, now(), now()),
    (${ids.waitingRun}, ${ids.waiting}, ${ids.ada}, 'user', 'Pending', ${meta}, NULL, NULL, NULL, NULL, NULL),
    (${ids.midstRun}, ${ids.midst}, ${ids.ada}, 'user', 'Running', ${meta}, ${progress}, NULL, NULL, now(), NULL),
    (${ids.failedRun}, ${ids.failed}, ${ids.ada}, 'user', 'Failed', ${meta}, NULL, ${failure}, NULL, now(), now())`.execute(
    db,
  );
}

beforeAll(async () => {
  given = await withTestDatabase(readConfig({}), await sharedServices());
  data = await serverFolder();
  const url = given.config.databaseUrl;

  const engine = await openMarket({ folder: data });
  finished = await runScan(engine, scan, { run: ids.doneRun });
  expect(finished.table).toBe(`result_${ids.doneRun}`);
  const file = join(data, "before.csv");
  await writeRun(engine, finished, { format: "csv", meta: exportMeta(scan), path: file });
  oldCsv = await readFile(file);
  await engine.command(`CREATE DATABASE run_${ids.midstRun} ENGINE = Atomic`);
  await engine.command(`CREATE TABLE run_${ids.midstRun}.stage (x UInt8) ENGINE = Memory`);
  await makeUnversioned(engine);
  await engine.command("DROP TABLE market.part_digest SYNC");
  const [definitions] = await engine.query<{ comment: string }>(
    "SELECT comment FROM system.databases WHERE name = 'market'",
  );
  const { part_digest: _, ...older } = JSON.parse(definitions?.comment ?? "{}");
  await setDefinitions(engine, older);
  await engine.close();

  const emptied = await openDatabase({ data, url, logger: silent });
  for (const schema of ["public", "job"])
    await sql`DROP SCHEMA IF EXISTS ${sql.id(schema)} CASCADE`.execute(emptied.db);
  await sql`CREATE SCHEMA public`.execute(emptied.db);
  const steps = Object.keys(MIGRATIONS).filter((step) => step <= LAST_STEP);
  const old = await openDatabase({ data, url, logger: silent, migrations: steps });
  await fillOld(old.db, finished);
  const jobs = new Jobs(old.connection, silent);
  await jobs.start();
  await old.db.transaction().execute(async (transaction) => {
    for (const run of [ids.waitingRun, ids.midstRun]) await jobs.enqueue(transaction, "run", { run });
  });
  await jobs.stop();
  before = await tablesOf(old.db);
  await old.close();
  const now = await openDatabase({ data, url, logger: silent });
  after = await tablesOf(now.db, before);
  await now.close();
  await emptied.close();

  market = await openMarket({ folder: data });
  server = await createServer({ market, data, client: null, port: 3000, logger: silent, config: given.config });
}, 240_000);
afterAll(async () => {
  await server.close();
  await market.close();
  await given.drop();
  await rm(data, { recursive: true, force: true });
});

const send = async (method: "GET" | "POST" | "PUT", url: string, secret = session.text, payload?: object) =>
  server.app.inject({
    method,
    url,
    headers: { ...HERE, authorization: `Bearer ${secret}` },
    ...(payload === undefined ? {} : { payload }),
  });

test("the steps of the schema change no row that was there, but that a password waits with its sign-up", async () => {
  const passwordless = (tables: Tables): Tables => ({
    ...tables,
    account: (tables["account"] ?? []).map((row) => ({ ...Object(row), password_hash: null })),
  });
  expect(Object.keys(before).length).toBeGreaterThan(20);
  expect(passwordless(after)).toEqual(passwordless(before));
  const { rows } = await sql<{ email: string; kept: boolean; waiting: boolean }>`
    SELECT a.email, a.password_hash IS NOT NULL AS kept, s.password_hash IS NOT NULL AS waiting
    FROM account AS a LEFT JOIN sign_up AS s ON s.account_id = a.id ORDER BY a.email`.execute(server.db);
  expect(rows).toEqual([
    { email: "ada@example.org", kept: true, waiting: false },
    { email: "waits@example.org", kept: false, waiting: true },
  ]);
});

test("sessions, tokens and passwords open what they opened; what was made is listed", async () => {
  expect((await send("GET", "/v1/profile")).json()).toMatchObject({ email: "ada@example.org", name: "Ada" });
  expect((await send("GET", "/v1/profile/data-requests", token.text)).json()).toMatchObject({ total: 4 });
  const signedIn = await server.app.inject({
    method: "POST",
    url: "/v1/auth/jwt",
    headers: HERE,
    payload: { email: "ada@example.org", password: PASSWORD },
  });
  expect(signedIn.statusCode).toBe(200);
  const names = async (path: string): Promise<readonly string[]> =>
    (await send("GET", path)).json().items.map(({ name }: { name: string }) => name);
  expect((await names("/v1/profile/data-requests")).toSorted()).toEqual(["Failed", "In the midst", "Kept", "Waiting"]);
  expect(await names("/v1/profile/data-requests/favourite")).toEqual(["Kept"]);
  expect(await names(`/v1/profile/data-requests?folder=${ids.folder}`)).toEqual(["Kept"]);
  expect((await send("GET", `/v1/data-requests/${ids.failed}/status`)).json()).toMatchObject({
    status: "Failed",
    error: { code: "memory", message: "Too large" },
  });
});

test("a mailed link still confirms its sign-up", async () => {
  const verified = await server.app.inject({
    method: "POST",
    url: "/v1/users/verify",
    headers: HERE,
    payload: { token: confirms.text, password: PASSWORD },
  });
  expect(verified.statusCode, verified.body).toBe(200);
});

test("a finished result opens, and run again it gives the same bytes", async () => {
  const csv = async (): Promise<Buffer> =>
    (await send("GET", `/v1/data-requests/${ids.done}/export?format=csv`)).rawPayload;
  expect(finished.rows).toBeGreaterThan(100);
  expect((await send("GET", `/v1/data-requests/${ids.done}/rows`)).json()).toMatchObject({ total: finished.rows });
  expect(await csv()).toEqual(oldCsv);
  expect((await send("POST", `/v1/data-requests/${ids.done}/run`)).statusCode).toBe(202);
  expect(await requestEnded(server.db, ids.ada, ids.done)).toMatchObject({ status: "Finished", error: null });
  const { run_id } = await server.db
    .selectFrom("data_request")
    .select("run_id")
    .where("id", "=", ids.done)
    .executeTakeFirstOrThrow();
  expect(run_id).not.toBe(ids.doneRun);
  expect(await csv()).toEqual(oldCsv);
});

test("what waited and what was in its midst is done, and nothing of an attempt is left", async () => {
  for (const id of [ids.waiting, ids.midst]) {
    expect(await requestEnded(server.db, ids.ada, id)).toMatchObject({ status: "Finished", error: null });
    expect((await send("GET", `/v1/data-requests/${id}/export?format=csv`)).rawPayload).toEqual(oldCsv);
  }
  expect(await market.query("SELECT name FROM system.databases WHERE startsWith(name, 'run_')")).toEqual([]);
  expect(
    await market.query("SELECT count() AS n FROM system.tables WHERE database = 'market' AND name LIKE 'part_digest%'"),
  ).toEqual([{ n: 1 }]);
});
