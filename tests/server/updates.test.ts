import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SESSIONS } from "../../src/market/index.ts";
import { giveProduct } from "../../src/server/billing/subscriptions.ts";
import { KEPT_RESULTS } from "../../src/server/runs/superseded.ts";
import { MarketImports } from "../../src/server/updates/market-imports.ts";
import { readConfig, requestEnded } from "../../src/server/index.ts";
import { notify } from "../../src/server/changes/change.ts";
import { IN_SOAK } from "../cases.ts";
import { commandLineIn } from "../cli/command-line.ts";
import { openStream } from "./event-reader.ts";
import { makeAccount, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

const silent = pino({ level: "silent" });

type Headers = Readonly<Record<string, string>>;

describe("with a market that grows", () => {
  let server: TestServer;
  let folder: string;
  let adminId: string;
  let admin: Headers;
  const days = SESSIONS.filter(({ date }) => date >= "2025-11-03").map(({ date }) => date);

  /** Closes of two securities per session; a day is given anew by a later import of it. */
  async function bars(closes: Readonly<Record<string, readonly [number, number]>>): Promise<void> {
    const lines = Object.entries(closes).flatMap(([date, [one, two]]) =>
      [
        ["AAA", one],
        ["BBB", two],
      ].map(([symbol, close]) => `${date},${symbol},10,20,5,${close},1000`),
    );
    await writeFile(join(folder, "daily.csv"), `date,symbol,open,high,low,close,volume\n${lines.join("\n")}\n`);
  }
  const call = async (headers: Headers, method: "GET" | "POST", url: string, body?: object) => {
    const answer = await server.app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  /** By the admin's call, as it is done at night. */
  async function importBars() {
    const { status, body } = await call(admin, "POST", "/v1/admin/run-etl", {});
    expect(status).toBe(202);
    return until(
      async () => (await call(admin, "GET", `/v1/admin/etl-runs/${body.id}`)).body,
      (found) => found.status !== "Pending" && found.status !== "Running",
    );
  }
  /** What the log of the command line and of the admin says of markets that were rolled back, in order. */
  const rollbacks = () =>
    server.db
      .selectFrom("security_log")
      .select(["account_id", "details"])
      .where("action", "=", "market-rolled-back")
      .orderBy("id")
      .execute();
  async function person() {
    const account = await makeAccount(server.db);
    const headers = await signedIn(server.db, account);
    const send = (method: "GET" | "POST", url: string, body?: object) => call(headers, method, url, body);
    const create = async (end: string, changes: object = {}): Promise<string> => {
      const { body } = await send(
        "POST",
        "/v1/data-requests",
        request({
          name: "Ups",
          Date_Range: { start_date: "2025-11-03", end_date: end },
          filters: { Custom: [{ tag: "up", formula: "[daily close] > [daily open]" }] },
          columns: { Custom: [{ name: "Close", formula: "[daily close]" }] },
          options: { data_updates: true },
          ...changes,
        }),
      );
      await requestEnded(server.db, account, body.id);
      return body.id;
    };
    const updates = async (id: string, runs = 1) =>
      (
        await until(
          async () => (await send("GET", `/v1/data-requests/${id}/updates`)).body,
          ({ items, total }) => total >= runs && items[0].ended_at !== null,
        )
      ).items;
    return { account, send, create, updates };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scanbook-etl-"));
    const config = readConfig({ ETL_FOLDER: folder, ETL_SOURCE: "csv" });
    server = await startTestServer({ config, own: IN_SOAK || "market" });
    adminId = await makeAccount(server.db, { role: "super_admin" });
    admin = await signedIn(server.db, adminId);
    await bars({ [days[0] ?? ""]: [11, 9], [days[1] ?? ""]: [12, 9] });
    const imported = await importBars();
    expect(imported).toMatchObject({ status: "Finished" });
    expect(imported.log.map(({ text }: { text: string }) => text).join("\n")).toMatch(/Taken: 4 daily/);
  });
  afterAll(async () => {
    await server.end();
    await rm(folder, { recursive: true, force: true });
  });

  test("an import runs what has daily updates, moves its end, and keeps which rows came and went", async () => {
    const { send, create, updates } = await person();
    const [first = "", second = "", third = ""] = days;
    const moving = await create(second);
    const fixed = await create(first);
    const off = await create(second, { options: { data_updates: false } });
    expect((await updates(moving))[0]).toMatchObject({ rows: 2, market_date: second, difference: null });
    const verify = async () => (await call(admin, "GET", "/v1/admin/verify-data-updates?page_size=1000")).body;
    const verdictOf = async (id: string) =>
      (await verify()).items.find((item: { id: string }) => item.id === id)?.verdict;
    expect([await verdictOf(moving), await verdictOf(off)]).toEqual(["current", undefined]);

    // The second day is restated: AAA closes lower, BBB higher. A third one comes.
    await bars({ [second]: [9, 13], [third]: [14, 15] });
    await importBars();
    const [newest, oldest] = await updates(moving, 2);
    expect(newest).toMatchObject({
      cause: "daily_update",
      status: "Finished",
      end_date: third,
      market_date: third,
      rows: 4,
      difference: {
        against: oldest.run,
        added: 3,
        gone: 1,
        added_rows: [
          { symbol: "AAA", date: third },
          { symbol: "BBB", date: third },
          { symbol: "BBB", date: second },
        ],
        gone_rows: [{ symbol: "AAA", date: second }],
      },
    });
    expect(oldest).toMatchObject({ cause: "user", end_date: second, rows: 2 });
    expect((await updates(fixed, 2))[0]).toMatchObject({ end_date: first, rows: 1, difference: { added: 0, gone: 0 } });
    expect((await send("GET", `/v1/data-requests/${moving}`)).body.Date_Range.end_date).toBe(third);
    // What this round brought, for the dashboard: of those with daily updates alone.
    const { items: brought } = (await send("GET", "/v1/profile/data-requests/latest-updates")).body;
    expect(brought.map(({ id }: { id: string }) => id).toSorted()).toEqual([moving, fixed].toSorted());
    expect(brought.find(({ id }: { id: string }) => id === moving)).toMatchObject({
      name: "Ups",
      status: "Finished",
      market_date: third,
      rows: 4,
      difference: { added: 3, gone: 1, added_rows: newest.difference.added_rows },
    });
    const { send: another } = await person();
    expect((await another("GET", "/v1/profile/data-requests/latest-updates")).body).toEqual({ items: [] });
    expect((await updates(off)).length).toBe(1);

    // Nothing has landed since: neither the clock nor an admin runs anything.
    expect(await verdictOf(moving)).toBe("current");
    expect((await call(admin, "POST", "/v1/admin/run-data-updates", {})).body).toMatchObject({ started: 0 });
    expect(await updates(moving, 2)).toHaveLength(2);
  });

  test("an admin sees what is stale and runs it, those that failed too; only once when called twice at a time", async () => {
    const { account, create, updates } = await person();
    const end = "2025-11-05";
    const [id, failed, cancelled] = [await create(end), await create(end), await create(end)];
    const mine = server.db.updateTable("run").where("account_id", "=", account);
    await mine.set({ market_date: "2025-11-04" }).where("data_request_id", "=", id).execute();
    await mine.set({ status: "Failed" }).where("data_request_id", "=", failed).execute();
    await server.db.updateTable("data_request").set({ status: "Failed" }).where("id", "=", failed).execute();
    await server.db.updateTable("data_request").set({ status: "Cancelled" }).where("id", "=", cancelled).execute();
    const { items, counts, market_date } = (await call(admin, "GET", "/v1/admin/verify-data-updates?page_size=1000"))
      .body;
    expect(market_date).toBe("2025-11-05");
    expect(counts).toMatchObject({ "new-session": 1, failed: 1, running: 0 });
    const seen = items.filter((item: { account_id: string }) => item.account_id === account);
    expect(seen.map(({ verdict, next_end_date }: Record<string, unknown>) => [verdict, next_end_date])).toEqual([
      ["new-session", "2025-11-05"],
      ["failed", "2025-11-05"],
      ["current", null],
    ]);
    const runs = await Promise.all([1, 2].map(() => call(admin, "POST", "/v1/admin/run-data-updates", {})));
    expect(runs.reduce((sum, { body }) => sum + body.started, 0)).toBe(2);
    expect((await updates(id, 2))[0]).toMatchObject({ cause: "admin", status: "Finished" });
    expect(await updates(failed, 2)).toHaveLength(2);
    expect(await updates(cancelled)).toHaveLength(1);
  });

  // `tests/server/update-rules.test.ts` has the rule; only the soak has the mail to the user.
  test.runIf(IN_SOAK)("after a downgrade they stop, the user is told once; a plan with them goes on", async () => {
    const { account, send, create, updates } = await person();
    const id = await create("2025-11-05");
    const stale = () =>
      server.db.updateTable("run").set({ market_date: "2025-11-04" }).where("account_id", "=", account).execute();
    await stale();
    await server.db.deleteFrom("subscription").where("account_id", "=", account).execute();
    const round = () => call(admin, "POST", "/v1/admin/run-data-updates", {});
    const mails = async () => {
      while (await server.jobs.isLive("account-mail", { account, mail: "updates_paused" }));
      const outbox = join(server.data, "outbox");
      const names = await readdir(outbox).catch(() => []);
      const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), "utf8")));
      return texts.filter((text) => text.includes("Daily updates are paused") && text.includes(`${account}@`)).length;
    };
    const { items } = (await call(admin, "GET", "/v1/admin/verify-data-updates?page_size=1000")).body;
    expect(items.find((item: { id: string }) => item.id === id)).toMatchObject({
      verdict: "not-in-plan",
      next_end_date: null,
    });
    await round();
    await round();
    expect(await updates(id)).toHaveLength(1);
    expect(await mails()).toBe(1);
    expect((await send("GET", `/v1/data-requests/${id}/rows`)).body.total, "its result stays").toBeGreaterThan(0);

    await giveProduct(server.db, account, "starter");
    await round();
    expect((await updates(id, 2))[0]).toMatchObject({ cause: "admin", status: "Finished" });
    await server.db.deleteFrom("subscription").where("account_id", "=", account).execute();
    await stale();
    await round();
    expect(await mails(), "told again after the next downgrade").toBe(2);
  });

  test("while an update runs, or has failed, the result before it can still be read and downloaded", async () => {
    const { account, send, create } = await person();
    const id = await create("2025-11-05");
    const before = (await send("GET", `/v1/data-requests/${id}/status`)).body;
    expect(before.older_result).toBeNull();
    const rows = (await send("GET", `/v1/data-requests/${id}/rows`)).body;
    const file = async () => {
      const url = `/v1/data-requests/${id}/export?format=csv`;
      return server.app.inject({ method: "GET", url, headers: await signedIn(server.db, account) });
    };
    const { body } = await file();
    const made = await server.db
      .selectFrom("run")
      .selectAll()
      .where("account_id", "=", account)
      .executeTakeFirstOrThrow();
    for (const status of ["Pending", "Running", "Failed", "Cancelled"] as const) {
      const run = `next${status.toLowerCase()}0000`;
      await server.db
        .insertInto("run")
        .values({
          id: run,
          data_request_id: id,
          account_id: account,
          cause: "daily_update",
          status,
          meta: JSON.stringify(made.meta),
          ...(status === "Failed" ? { error: JSON.stringify({ code: "memory", message: "Too large." }) } : {}),
        })
        .execute();
      await server.db.updateTable("data_request").set({ run_id: run, status }).where("id", "=", id).execute();
      const now = (await send("GET", `/v1/data-requests/${id}/status`)).body;
      expect(now).toMatchObject({ status, rows: null, columns: [], snapshot: null });
      expect(now.older_result).toMatchObject({ rows: before.rows, columns: before.columns, snapshot: before.snapshot });
      expect((await send("GET", `/v1/data-requests/${id}/rows`)).body).toEqual(rows);
      expect((await send("GET", `/v1/data-requests/${id}/symbol-pairs`)).body.total).toBe(before.rows);
      expect((await file()).body).toBe(body);
      await server.db
        .updateTable("data_request")
        .set({ run_id: made.id, status: "Finished" })
        .where("id", "=", id)
        .execute();
      await server.db.deleteFrom("run").where("id", "=", run).execute();
    }
  });

  test.each([
    ["massive", "No .csv.gz of aggregates"],
    ["edgar", "CIK"],
  ] as const)("imports of the kind %s are read as such", async (source, told) => {
    const empty = await mkdtemp(join(tmpdir(), "scanbook-etl-"));
    const { ETL_FOLDER, ETL_SOURCE } = { ETL_FOLDER: empty, ETL_SOURCE: source };
    const imports = new MarketImports({
      ...server,
      source: readConfig({ ETL_FOLDER, ETL_SOURCE }).etl,
      logger: silent,
    });
    const id = `import${source}0`;
    await server.db.insertInto("market_import").values({ id, account_id: null, source, status: "Pending" }).execute();
    await imports.execute(id);
    const { body } = await call(admin, "GET", `/v1/admin/etl-runs/${id}`);
    expect(body).toMatchObject({ source, status: "Failed" });
    expect(body.log.at(-1).text).toContain(told);
    await rm(empty, { recursive: true });
  });

  // "results that nobody can read any more are dropped" of `tests/server/purge.test.ts` drops superseded ones.
  test.runIf(IN_SOAK)("only the newest results are kept", async () => {
    const { send, create, updates } = await person();
    const id = await create("2025-11-05");
    for (let runs = 2; runs <= KEPT_RESULTS + 2; runs += 1) {
      expect((await send("POST", `/v1/data-requests/${id}/run`)).status).toBe(202);
      await updates(id, runs);
    }
    const runs: string[] = (await updates(id)).map(({ run }: { run: string }) => run);
    const tables = await until(
      () =>
        server.market.query<{ run: string }>({
          sql: "SELECT substring(name, 8, 26) AS run FROM system.tables WHERE name LIKE 'result_%' AND run IN {runs:Array(String)} ORDER BY run DESC",
          params: { runs },
        }),
      ({ length }) => length <= KEPT_RESULTS,
    );
    expect(tables.map(({ run }) => run)).toEqual(runs.slice(0, KEPT_RESULTS));
    expect((await updates(id))[0].difference).toMatchObject({ against: runs[1], added: 0, gone: 0 });
  });

  test("an admin goes back to the snapshot before the last import, and forth again; the log says who did it", async () => {
    const list = async () => (await call(admin, "GET", "/v1/admin/market-snapshots")).body.items;
    const date = async () => (await call(admin, "GET", "/v1/market")).body.snapshot;
    const [now, before] = await list();
    expect(now).toMatchObject({ ...(await date()), current: true });
    expect(before).toMatchObject({ current: false });
    const restore = (id: string) => call(admin, "POST", `/v1/admin/market-snapshots/${id}/restore`);
    const back = await restore(before.id);
    expect([back.status, back.body.items[0]]).toEqual([200, { ...before, current: true }]);
    expect((await date()).id).toBe(before.id);
    expect(await restore("0123456789ab")).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("does not keep") },
    });
    expect((await restore(now.id)).body.items[0]).toEqual({ ...now, current: true });
    const entries = await rollbacks();
    expect(entries.map(({ details }) => details)).toEqual([{ snapshot: before.id }, { snapshot: now.id }]);
  });

  // Only the soak changes the market at one server and listens at another.
  test.runIf(IN_SOAK)("every server tells its pages once that the market changed, wherever it was", async () => {
    const other = await server.restart();
    const servers = [server, other] as const;
    // What was current when they started is known.
    await Promise.all(servers.map(({ marketWatch }) => marketWatch.check()));
    const streams = await Promise.all(servers.map(({ app }) => openStream(app, admin)));
    const [, before] = (await call(admin, "GET", "/v1/admin/market-snapshots")).body.items;
    /** How many times each was told since the last mark; what was sent before a mark comes before it. */
    const toMark = async (): Promise<readonly number[]> => {
      await notify(server.db, [{ kind: "changed", account: adminId, what: "folders", page: null }]);
      const seen = await Promise.all(streams.map((stream) => stream.until(({ event }) => event === "changed")));
      return seen.map((events) => events.filter(({ event }) => event === "market").length);
    };
    const marketEvents = async (): Promise<readonly number[]> => {
      const sent = await toMark();
      for (const { marketWatch } of servers) await marketWatch.check();
      const found = await toMark();
      return sent.map((times, index) => times + (found[index] ?? 0));
    };
    expect(await marketEvents()).toEqual([0, 0]);
    await call(admin, "POST", `/v1/admin/market-snapshots/${before.id}/restore`);
    // A server that looks for itself between the change and its notice tells of it too.
    for (const times of await marketEvents()) expect([1, 2]).toContain(times);
    const said = await commandLineIn(server.env, "market", "rollback", "--data", server.data);
    expect([said.status, said.out]).toEqual([0, expect.stringContaining("The market is that of")]);
    expect((await rollbacks()).at(-1)).toEqual({ account_id: null, details: { snapshot: expect.any(String) } });
    expect(await marketEvents()).toEqual([1, 1]);
    expect(await marketEvents()).toEqual([0, 0]);
    for (const stream of streams) stream.close();
    await other.close();
  });

  // A PostgreSQL that is given is not ours to restart. `stream.test.ts` ends the connection that listens.
  test.runIf(IN_SOAK && (process.env["DATABASE_URL"] ?? "") === "")(
    "PostgreSQL restarts as a whole: whoever follows a stream looks again, and hears what changes from then on",
    async () => {
      const other = await server.restart();
      const streams = await Promise.all([server, other].map(({ app }) => openStream(app, admin)));
      const change = () => notify(server.db, [{ kind: "changed", account: adminId, what: "folders", page: null }]);
      // Both follow before it goes down: one that is still being opened ends instead.
      await change();
      for (const stream of streams) await stream.until(({ event }) => event === "changed");
      const postmaster = await readFile(join(server.data, "accounts/postmaster.pid"), "utf8");
      process.kill(Number(postmaster.split("\n")[0]), "SIGINT");
      for (const stream of streams) expect((await stream.next())?.event.event).toBe("resync");
      await change();
      for (const stream of streams) {
        expect(await stream.until(({ event }) => event === "changed")).toHaveLength(1);
        stream.close();
      }
      await other.close();
    },
  );

  test("an import that cannot be read says why; a second one waits for its turn; without a folder there is none", async () => {
    await rm(join(folder, "daily.csv"));
    const failed = await importBars();
    expect(failed.status).toBe("Failed");
    expect(failed.log.at(-1).text).toContain("None of the files of an import");
    const starts = await Promise.all([1, 2, 3].map(() => call(admin, "POST", "/v1/admin/run-etl", {})));
    expect(starts.filter(({ status }) => status === 202).length).toBeGreaterThan(0);
    expect(starts.every(({ status }) => status === 202 || status === 409)).toBe(true);
    const { items, total } = (await call(admin, "GET", "/v1/admin/etl-runs")).body;
    expect(items).toHaveLength(total);
    expect(JSON.stringify(items)).not.toContain(folder);
  });
});
