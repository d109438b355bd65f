import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market, Statement } from "../../src/market/index.ts";
import { newId } from "../../src/server/db/index.ts";
import { createServer, requestEnded } from "../../src/server/index.ts";
import type { Server } from "../../src/server/index.ts";
import { readConfig } from "../../src/server/config.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { get, post, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

let server: TestServer;
/** The one that works, where a test does not make several of its own; the first one keeps the database only. */
beforeAll(async () => {
  server = await startTestServer();
  await server.jobs.stop();
});
afterAll(() => server.end());

const silent = pino({ level: "silent" });
type Slow = Omit<Server, "address">;

/** A further server on the same data whose scans stand still at the first statement that `at` names, until released. */
async function slowServer(
  at: (sql: string) => boolean,
): Promise<{ slow: Slow; reached: Promise<void>; readonly release: () => void }> {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isWaiting = false;
  const stand = async (given: Statement | string): Promise<void> => {
    if (isWaiting || !at(typeof given === "string" ? given : given.sql)) return;
    isWaiting = true;
    reached.resolve();
    await released.promise;
  };
  const market: Market = {
    ...server.market,
    query: async <Row>(given: Statement | string) => {
      const rows = await server.market.query<Row>(given);
      await stand(given);
      return rows;
    },
    command: async (given) => {
      await stand(given);
      return server.market.command(given);
    },
  };
  const databaseUrl = server.env["DATABASE_URL"];
  const config = readConfig(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  const slow = await createServer({ market, data: server.data, client: null, port: 3000, logger: silent, config });
  return { slow, reached: reached.promise, release: released.resolve };
}

const left = (run: string) =>
  server.market.query<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE database = currentDatabase() AND position(name, {run:String}) > 0 UNION ALL SELECT name FROM system.databases WHERE position(name, {run:String}) > 0 ORDER BY name",
    params: { run },
  });
const rowOf = (run: string) =>
  server.db
    .selectFrom("run")
    .select(["id", "status", "attempt", "progress", "finished", "error", "ended_at"])
    .where("id", "=", run)
    .executeTakeFirstOrThrow();
const runOf = async (id: string): Promise<string> =>
  (await server.db.selectFrom("data_request").select("run_id").where("id", "=", id).executeTakeFirstOrThrow()).run_id ??
  "";

type Moment = readonly [name: string, at: (sql: string) => boolean];
/* What a worker does last, in the midst, and when its rows are there already. */
const LATE: readonly Moment[] = [
  ["has counted its rows", (sql) => sql.includes("groupArray((session, rows))")],
  ["has given its place up", (sql) => sql.startsWith("DROP DATABASE IF EXISTS run_")],
];
// Whoever stood still as it began goes on to where the late ones stand.
const EARLY: readonly Moment[] = [
  ["begins", (sql) => sql.startsWith("CREATE DATABASE run_")],
  ["fills the result", (sql) => sql.includes("TABLE market.result_")],
];
test.each(rounds(LATE.slice(0, 1), [...EARLY, ...LATE]))(
  "a worker that stands still when it %s, and goes on after another has finished, spoils nothing",
  async (_, at) => {
    // Only the slow one works at first.
    const { slow, reached, release } = await slowServer(at);
    const made = await slow.app.inject({
      method: "POST",
      url: "/v1/data-requests",
      headers: await signedIn(slow.db, server.account),
      payload: request({ name: newId() }),
    });
    expect(made.statusCode, made.body).toBe(202);
    const { id } = made.json<{ id: string }>();
    await reached;
    const other = await server.restart();
    const run = await runOf(id);
    // As the queue does once the first has been silent for too long.
    await server.db.transaction().execute((transaction) => other.jobs.enqueue(transaction, "run", { run }));
    const ended = await requestEnded(server.db, server.account, id);
    expect(ended).toMatchObject({ status: "Finished", error: null });
    const [before, rows] = [await rowOf(run), (await get(server.app, `/v1/data-requests/${id}/rows`)).body];
    expect(before.attempt).toBe(2);
    release();
    await slow.close();
    expect(await rowOf(run)).toEqual(before);
    expect(await left(run)).toEqual([{ name: `result_${run}_2` }]);
    const after = await get(server.app, `/v1/data-requests/${id}/rows`);
    expect([after.statusCode, after.body]).toEqual([200, rows]);
    await other.close();
  },
);

// `tests/server/several-servers.test.ts` has runs that wait where as many run as may; only the soak counts those of
// one account.
test.runIf(IN_SOAK)(
  "more scans of an account than its plan runs at once wait, whatever the queue has counted",
  async () => {
    const working = await server.restart();
    const { id: first } = (await post(working.app, "/v1/data-requests", request({ name: "first" }))).json();
    await requestEnded(server.db, server.account, first);
    const others = [newId(), newId()];
    const meta = await server.db.selectFrom("run").select("meta").limit(1).executeTakeFirstOrThrow();
    for (const id of others) {
      await server.db
        .insertInto("run")
        .values({
          id,
          data_request_id: first,
          account_id: server.account,
          cause: "user",
          status: "Running",
          meta: JSON.stringify(meta.meta),
          beat_at: new Date(),
          attempt: 1,
        })
        .execute();
    }
    const { id } = (await post(working.app, "/v1/data-requests", request({ name: "third" }))).json();
    const run = await runOf(id);
    const later = () =>
      sql<{
        n: string;
      }>`SELECT count(*) AS n FROM job.job WHERE name = 'run' AND data->>'run' = ${run} AND start_after > created_on`.execute(
        server.db,
      );
    await until(later, ({ rows: [found] }) => Number(found?.n) > 0);
    expect((await rowOf(run)).status).toBe("Pending");
    await server.db.updateTable("run").set({ status: "Cancelled" }).where("id", "in", others).execute();
    expect((await requestEnded(server.db, server.account, id))?.status).toBe("Finished");
    await working.close();
  },
);
