import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSecret } from "../../src/server/auth/secrets.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { newId } from "../../src/server/db/index.ts";
import { purge } from "../../src/server/purge.ts";
import { ended, get, makeAccount, post, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ own: "market" });
});
afterAll(() => server.end());

const DAY = 86_400_000;
const ago = (days: number): Date => new Date(Date.now() - days * DAY);
const silent = pino({ level: "silent" });
const clean = () => purge({ ...server, logger: silent });

/** A finished request with a file, and its run. */
async function finished(): Promise<{ readonly id: string; readonly run: string }> {
  const { id } = (await post(server.app, "/v1/data-requests", request())).json();
  await ended(server, id, server.account);
  expect((await get(server.app, `/v1/data-requests/${id}/export?format=csv`)).statusCode).toBe(200);
  const { run_id } = await server.db
    .selectFrom("data_request")
    .select("run_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, run: run_id ?? "" };
}
const trashedFor = (id: string, days: number) =>
  server.db
    .updateTable("data_request")
    .set({ deleted_at: ago(days) })
    .where("id", "=", id)
    .execute();
const there = async (run: string) => ({
  row: (await server.db.selectFrom("run").select("id").where("id", "=", run).execute()).length === 1,
  table:
    (
      await server.market.query(
        `SELECT 1 FROM system.tables WHERE name = 'result_${run}' OR startsWith(name, 'result_${run}_')`,
      )
    ).length === 1,
  file: existsSync(join(server.data, "files", run)),
});

/** What stays of the first test is looked at by the next ones. */
let kept: { readonly id: string; readonly run: string };
let young: { readonly id: string; readonly run: string };

test("what was in the trash for 30 days is gone for good, with rows and files; the rest stays, however often it runs", async () => {
  const old = await finished();
  [kept, young] = [await finished(), await finished()];
  await trashedFor(young.id, 29);
  await trashedFor(old.id, 31);
  const all = { row: true, table: true, file: true };
  expect(await there(old.run)).toEqual(all);
  for (const _ of [1, 2]) {
    await clean();
    expect([await there(kept.run), await there(young.run), await there(old.run)]).toEqual([
      all,
      all,
      { row: false, table: false, file: false },
    ]);
  }
  expect((await get(server.app, `/v1/data-requests/${kept.id}/rows`)).statusCode).toBe(200);
});

test("at an address what others left stays; what is ours or nobody's goes after a day, unless it is known", async () => {
  const db = server.market.database;
  const day = 86_400;
  const now = Math.floor(Date.now() / 1000);
  const leave = async (name: string, comment: string): Promise<void> => {
    await server.market.command(`CREATE TABLE ${db}.result_${name} (x UInt8) ENGINE = Memory COMMENT '${comment}'`);
    await server.market.command(`CREATE DATABASE run_${name} ENGINE = Atomic COMMENT '${comment}'`);
  };
  const [deleted, foreign, fresh] = [newId(), newId(), newId()];
  await leave(`${deleted}_1`, `scanbook ${server.owner} ${now - day - 60}`);
  await leave(`${fresh}_1`, `scanbook ${server.owner} ${now - day + 3600}`);
  await leave(`${foreign}_1`, `scanbook another ${now - 9 * day}`);
  await leave("cli_old", `scanbook nobody ${now - day - 60}`);
  await leave("cli_new", `scanbook nobody ${now}`);
  await leave("mine", "");
  const { run } = kept;
  await purge({ ...server, market: { ...server.market, folder: null }, logger: silent });
  const there = await server.market.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = '${db}' AND (name LIKE 'result_cli%' OR name IN ('result_mine', 'result_${deleted}_1', 'result_${fresh}_1', 'result_${foreign}_1', 'result_${run}_1')) UNION ALL SELECT name FROM system.databases WHERE name LIKE 'run_%'`,
  );
  const left = [`${foreign}_1`, `${fresh}_1`, "cli_new", "mine"];
  expect(there.map(({ name }) => name).sort()).toEqual(
    [...left.flatMap((name) => [`result_${name}`, `run_${name}`]), `result_${run}_1`].sort(),
  );
  for (const name of left) {
    await server.market.command(`DROP TABLE ${db}.result_${name} SYNC`);
    await server.market.command(`DROP DATABASE run_${name} SYNC`);
  }
});

test("results that nobody can read any more are dropped: superseded, failed, of nobody, half made", async () => {
  const [superseded, failed] = [kept, young];
  await server.db.updateTable("run").set({ result_dropped_at: new Date() }).where("id", "=", superseded.run).execute();
  await server.db.updateTable("run").set({ status: "Failed" }).where("id", "=", failed.run).execute();
  const nobody = newId();
  await server.market.command(`CREATE TABLE ${server.market.database}.result_${nobody} (x UInt8) ENGINE = Memory`);
  await server.market.command(`CREATE DATABASE run_${nobody} ENGINE = Atomic`);
  await mkdir(join(server.data, "files", nobody), { recursive: true });
  await mkdir(join(server.data, "files", "notes"), { recursive: true });
  await writeFile(join(server.data, "files", nobody, "x.csv"), "x");
  await clean();
  const gone = { table: false, file: false };
  expect(await there(superseded.run)).toEqual({ row: true, ...gone });
  expect(await there(failed.run)).toEqual({ row: true, ...gone });
  expect(await there(nobody)).toEqual({ row: false, ...gone });
  expect(await server.market.query(`SELECT 1 FROM system.databases WHERE name = 'run_${nobody}'`)).toEqual([]);
  // Not of our making.
  expect(existsSync(join(server.data, "files", "notes"))).toBe(true);
});

test("sessions, mailed secrets, allowances, deliveries, folders and templates that ended are forgotten, no others", async () => {
  const account = await makeAccount(server.db);
  const open = async (change: object): Promise<string> => {
    const { id } = await openSession(server.db, { account, browser: false, address: "127.0.0.1", agent: null });
    await server.db.updateTable("session").set(change).where("id", "=", id).execute();
    return id;
  };
  const live = await open({ used_at: ago(6) });
  await open({ used_at: ago(8) });
  await open({ expires_at: ago(0.1) });
  for (const days of [1, -1]) {
    const { hash } = newSecret();
    const secret = {
      secret_hash: hash,
      account_id: account,
      purpose: "reset_password" as const,
      expires_at: ago(days),
    };
    await server.db.insertInto("mailed_secret").values(secret).execute();
    const { purpose: _, ...kept } = { ...secret, issuer: "test", subject: "x", missing: "password" as const };
    await server.db.insertInto("pending_sign_in").values(kept).execute();
    await server.db
      .insertInto("allowance")
      .values({ key: `test ${days}`, used: 1, resets_at: ago(days) })
      .execute();
  }
  const webhook = newId();
  await server.db
    .insertInto("webhook")
    .values({ id: webhook, account_id: account, url: "https://x.dev/", events: [], secret: "s" })
    .execute();
  for (const ended_at of [ago(31), ago(29), null]) {
    const delivery = {
      id: newId(),
      webhook_id: webhook,
      event: "test",
      body: "{}",
      response_status: null,
      error: null,
    };
    await server.db
      .insertInto("webhook_delivery")
      .values({ ...delivery, ended_at })
      .execute();
  }
  for (const days of [31, 29]) {
    const common = { account_id: account, name: `${days}`, deleted_at: ago(days) };
    await server.db
      .insertInto("folder")
      .values({ id: newId(), ...common })
      .execute();
    await server.db
      .insertInto("template")
      .values({ id: newId(), body: "{}", ...common })
      .execute();
  }
  await clean();
  const sessions = await server.db.selectFrom("session").select("id").where("account_id", "=", account).execute();
  expect(sessions.map(({ id }) => id)).toEqual([live]);
  const secrets = await server.db
    .selectFrom("mailed_secret")
    .select("account_id")
    .where("account_id", "=", account)
    .execute();
  expect(secrets).toHaveLength(1);
  const pending = await server.db.selectFrom("pending_sign_in").select("expires_at").execute();
  expect(pending.map(({ expires_at }) => expires_at > new Date())).toEqual([true]);
  const allowances = await server.db.selectFrom("allowance").select("key").where("key", "like", "test %").execute();
  expect(allowances.map(({ key }) => key)).toEqual(["test -1"]);
  const deliveries = await server.db
    .selectFrom("webhook_delivery")
    .select("id")
    .where("webhook_id", "=", webhook)
    .execute();
  expect(deliveries).toHaveLength(2);
  for (const table of ["folder", "template"] as const) {
    const rows = await server.db.selectFrom(table).select("name").where("account_id", "=", account).execute();
    expect(rows.map(({ name }) => name)).toEqual(["29"]);
  }
});
