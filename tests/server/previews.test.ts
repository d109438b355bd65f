import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { z } from "zod";
import { Created, ExplainAnswer, Rows, RunList, StatusAnswer } from "../../src/contract/index.ts";
import { ANSWERS_COMMENT, currentSnapshot, replaceTables, rollBack } from "../../src/market/index.ts";
import { readConfig } from "../../src/server/index.ts";
import { PREVIEWS_PER_PAGE } from "../../src/server/runs/kept-previews.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { importAnother } from "../market/import-another.ts";
import { Random } from "../naive/random.ts";
import { ended, get, post, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

/** Of answers to clauses: so little that these previews fill it, which is looked at below. */
const ANSWER_BYTES = 6_000;

let server: TestServer;
beforeAll(async () => {
  // Only the soak has a market of its own, and so little room for answers.
  const little = { own: "market", config: { ...readConfig({}), answerBytes: ANSWER_BYTES } } as const;
  server = await startTestServer(IN_SOAK ? little : {});
});
afterAll(() => server.end());

describe("a preview", () => {
  const PREVIEW = "/v1/data-requests/preview?page=one";

  test("gives rows as a run does, but is in no list and has no files", async () => {
    const { id } = Created.parse((await post(server.app, PREVIEW, request())).json());
    const status = await ended(server, id, server.account);
    expect(status.status).toBe("Finished");
    expect((await get(server.app, `/v1/data-requests/${id}/rows?limit=1`)).json()).toMatchObject({
      total: status.rows,
    });
    const list = RunList.parse((await get(server.app, "/v1/data-requests?page_size=100")).json());
    expect(list.items.map((item) => item.id)).not.toContain(id);
    expect((await get(server.app, `/v1/data-requests/${id}/export`)).statusCode).toBe(409);
  });

  /** A preview of a page, of a request unlike those of other numbers. */
  const ask = async (number: number, page = "one", changes: object = {}): Promise<z.infer<typeof Created>> => {
    const columns = { Custom: [{ name: "Sum", formula: `[daily close] + ${number}` }] };
    const answer = await post(server.app, `/v1/data-requests/preview?page=${page}`, request({ columns, ...changes }));
    return Created.parse(answer.json());
  };
  const finished = async (asked: Promise<z.infer<typeof Created>>): Promise<string> => {
    const { id } = await asked;
    expect((await ended(server, id, server.account)).status).toBe("Finished");
    return id;
  };
  const tablesOf = (preview: string) =>
    server.market.query<{ name: string }>(
      `SELECT name FROM system.tables WHERE database = '${server.market.database}' AND startsWith(name, 'result_${preview}')`,
    );
  const statusOf = async (id: string) => (await get(server.app, `/v1/data-requests/${id}/status`)).statusCode;

  test("stays while a few newer ones of its page finish; then its rows are gone from the engine", async () => {
    const all: string[] = [];
    for (let number = 0; number <= PREVIEWS_PER_PAGE; number += 1) all.push(await finished(ask(number, "many")));
    const [oldest = "", ...kept] = all;
    expect(await statusOf(oldest)).toBe(404);
    await until(
      () => tablesOf(oldest),
      (tables) => tables.length === 0,
    );
    for (const id of kept) {
      expect(await statusOf(id)).toBe(200);
      expect(await tablesOf(id)).toEqual([{ name: `result_${id}_1` }]);
    }
  });

  // "whose page has one under way" is answered by one that is kept; only the soak changes market and rows in between.
  test.runIf(IN_SOAK)(
    "that asks what one of its page has answered is that one, as long as the data and its rows are there",
    async () => {
      const first = await finished(ask(1, "again"));
      const second = await finished(ask(2, "again"));
      expect(await ask(1, "again", { name: "Another name" })).toEqual({ id: first, status: "Finished" });
      // It is the newest of its page now, and nothing of it waits.
      expect((await get(server.app, `/v1/data-requests/${first}/rows?limit=1`)).statusCode).toBe(200);
      expect(await ask(2, "again")).toEqual({ id: second, status: "Finished" });
      expect(await finished(ask(1, "another"))).not.toBe(first);
      expect(await finished(ask(1, "again", { filters: {} }))).not.toBe(first);

      await server.market.command(`DROP TABLE ${server.market.database}.result_${second}_1 SYNC`);
      expect(await finished(ask(2, "again"))).not.toBe(second);

      const { label } = await currentSnapshot(server.market);
      await replaceTables(server.market, ["snapshot"], async (importing, _name, into) =>
        importing.command(`INSERT INTO ${into} SELECT '${label?.id}', '${label?.date}', now(), 'test'`),
      );
      expect(await finished(ask(1, "again"))).not.toBe(first);
    },
  );

  test("whose page has one under way is answered at once by one that is kept, and the other ends", async () => {
    const kept = await finished(ask(1, "taken"));
    const { release } = holdColumns();
    const { id } = await ask(2, "taken");
    expect((await ask(1, "taken")).id).toBe(kept);
    expect((await ended(server, id, server.account)).status).toBe("Cancelled");
    release();
    expect(await statusOf(kept)).toBe(200);
  });

  /** Keeps the statement that computes the columns of previews from beginning; the returned function lets it. */
  function holdColumns(): { readonly log: string[]; readonly release: () => void } {
    const { market } = server;
    const gate = Promise.withResolvers<void>();
    const [command, cancel] = [market.command.bind(market), market.cancel.bind(market)];
    const log: string[] = [];
    vi.spyOn(market, "cancel").mockImplementation(async (key) => {
      log.push(`cancel ${key}`);
      await cancel(key);
    });
    vi.spyOn(market, "command").mockImplementation(async (given) => {
      const { sql, key = "" } = typeof given === "string" ? { sql: given } : given;
      if (key.startsWith("scan_p")) log.push(`begin ${key}`);
      if (key.startsWith("scan_p") && sql.includes("result_")) await gate.promise;
      await command(given);
    });
    return { log, release: () => gate.resolve() };
  }
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each(rounds([11], [11, 12]))("shows its funnel before its columns are computed: %s", async (number) => {
    const { release } = holdColumns();
    const { id } = await ask(number);
    const status = async () => StatusAnswer.parse((await get(server.app, `/v1/data-requests/${id}/status`)).json());
    const counted = await until(status, ({ funnel }) => funnel.length > 0);
    expect(counted).toMatchObject({ status: "Running", rows: null });
    // Not hidden again by what is sent of its progress.
    await until(
      () => server.latestProgress.of(id),
      (found) => found !== null,
    );
    expect((await status()).funnel).toEqual(counted.funnel);
    release();
    const finished = await ended(server, id, server.account);
    expect(finished.funnel).toEqual(counted.funnel);
    expect(counted.funnel.at(-1)?.rows).toBe(finished.rows);
  });

  test("that another takes the place of is cancelled in the engine before the other begins there", async () => {
    const { log, release } = holdColumns();
    const { id: older } = await ask(21);
    await until(
      async () => log,
      () => log.includes(`begin scan_${older}_1`),
    );
    const { id: newer } = await ask(22);
    await until(
      async () => log,
      () => log.includes(`begin scan_${newer}_1`),
    );
    release();
    expect((await ended(server, newer, server.account)).status).toBe("Finished");
    expect(log.indexOf(`cancel scan_${older}_1`)).toBeGreaterThan(0);
    expect(log.indexOf(`cancel scan_${older}_1`)).toBeLessThan(log.indexOf(`begin scan_${newer}_1`));
  });

  // Ways to ask again are above, with their own rows; this asks in any order.
  test.runIf(IN_SOAK)(
    "law: whatever was asked before and imported meanwhile, its rows are those of a page that asks for the first time",
    async () => {
      const random = new Random(7);
      const rowsOf = async (id: string): Promise<unknown> =>
        Rows.parse((await get(server.app, `/v1/data-requests/${id}/rows?limit=1000`)).json());
      const seen = new Set<string>();
      let again = 0;
      for (let step = 0; step < 200; step += 1) {
        if (random.chance(0.15)) await importAnother(server.market);
        const number = random.whole(0, 3);
        const id = await finished(ask(number, "law"));
        again += seen.has(id) ? 1 : 0;
        seen.add(id);
        const filters = { Custom: [{ tag: `fresh ${step}`, formula: "[daily close adj] > [daily open adj]" }] };
        const fresh = await finished(ask(number, "fresh", { filters }));
        expect(await rowsOf(id), `step ${step}`).toEqual(await rowsOf(fresh));
      }
      expect(again).toBeGreaterThan(0);
    },
  );

  // Only the soak has two pages.
  test.runIf(IN_SOAK)("of another page is left alone", async () => {
    const { id: mine } = Created.parse((await post(server.app, PREVIEW, request())).json());
    await ended(server, mine, server.account);
    const { id: other } = Created.parse(
      (await post(server.app, "/v1/data-requests/preview?page=two", request())).json(),
    );
    await ended(server, other, server.account);
    expect((await get(server.app, `/v1/data-requests/${mine}/status`)).statusCode).toBe(200);
  });
});

// Only the soak explains a row on a snapshot that is no longer the current one.
test.runIf(IN_SOAK)("explain: on the snapshot asked for while it is kept, and the answer says which", async () => {
  const [listed] = await server.market.query<{ symbol: string }>(
    "SELECT symbol FROM market.security WHERE security_id IN (SELECT security_id FROM market.daily GROUP BY security_id HAVING count() = 252) ORDER BY symbol LIMIT 1",
  );
  const symbol = listed?.symbol ?? "";
  const told = async (snapshot?: string) =>
    ExplainAnswer.parse(
      (
        await post(server.app, "/v1/explain", {
          request: request(),
          symbol,
          date: "2025-12-30",
          ...(snapshot === undefined ? {} : { snapshot }),
        })
      ).json(),
    );
  const before = await told();
  await replaceTables(server.market, ["daily", "snapshot"], async (market, name, into) =>
    market.command(
      name === "daily"
        ? `INSERT INTO ${into} SELECT * REPLACE (close * 2 AS close, high * 2 AS high) FROM market.daily`
        : `INSERT INTO ${into} SELECT 'doubled', date, now(), source FROM market.snapshot`,
    ),
  );
  const after = await told();
  expect(after.snapshot?.id).toBe("doubled");
  expect(after.columns[0]?.root.value).toBe(2 * Number(before.columns[0]?.root.value));
  expect(await told(before.snapshot?.id)).toEqual(before);
  expect(await told("long gone")).toEqual(after);
  await rollBack(server.market, null);
  expect(await told("doubled")).toEqual(after);
  expect(await told()).toEqual(before);
});

// Only the soak fills the room for answers.
test.runIf(IN_SOAK)(
  "what is kept of the answers to clauses stays within its bound, and what is dropped for it is counted",
  async () => {
    const dropped = /^scanbook_answers_dropped_total (\d+)/m.exec(await server.metrics.text())?.[1];
    expect(Number(dropped)).toBeGreaterThan(0);
    // Room is made after each preview, of which the last adds at most this.
    const [kept] = await server.market.query<{ bytes: number }>(
      `SELECT toFloat64(ifNull(sum(total_bytes), 0)) AS bytes FROM system.tables WHERE database = '${server.market.database}' AND comment = '${ANSWERS_COMMENT}'`,
    );
    expect(kept?.bytes).toBeLessThan(ANSWER_BYTES + 100_000);
  },
);
