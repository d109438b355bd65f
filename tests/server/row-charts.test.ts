import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChartBars, Created, Problem, RowCharts, RowGroups, Rows, Statistics } from "../../src/contract/index.ts";
import { requestEnded } from "../../src/server/index.ts";
import { LABELS } from "../../src/vocabulary/index.ts";
import { bytesSource, readZip } from "../../src/zip/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { get, HERE, makeAccount, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let id: string;

const BODY = {
  Date_Range: { start_date: "2025-12-01", end_date: "2025-12-31" },
  filters: { Custom: [{ formula: "[daily close] > 0" }] },
  columns: { Custom: [{ name: "Close", formula: "[daily close]" }] },
};
type Headers = Readonly<Record<string, string>>;
async function run(account = server.account): Promise<string> {
  const headers = await signedIn(server.db, account);
  const url = "/v1/data-requests";
  const answer = await server.app.inject({ method: "POST", url, headers, payload: request(BODY) });
  if (answer.statusCode !== 202) throw new Error(answer.body);
  const made = Created.parse(answer.json()).id;
  await requestEnded(server.db, account, made);
  return made;
}
beforeAll(async () => {
  server = await startTestServer();
  id = await run();
});
afterAll(() => server.end());

const charts = async (query: string, of = id) =>
  RowCharts.parse((await get(server.app, `/v1/data-requests/${of}/row-charts?${query}`)).json());
const label = async (body: object, headers?: Headers) =>
  server.app.inject({
    method: "PUT",
    url: "/v1/profile/labels",
    headers: headers ?? (await signedIn(server.db, server.account)),
    payload: body,
  });

test("charts of rows come in the order of the rows, whatever it is, each with its own bars", async () => {
  const query = "sort=2&order=desc&limit=40&offset=3&where=2%20%3E%205";
  const shown = await charts(query);
  const { total, rows } = Rows.parse((await get(server.app, `/v1/data-requests/${id}/rows?${query}`)).json());
  expect([shown.offset, shown.total, shown.charts.map(({ symbol, date }) => [symbol, date])]).toEqual([
    3,
    total,
    rows.map(([symbol, date]) => [symbol, date]),
  ]);
  for (const { security, date, bars, time, close, session } of shown.charts.slice(0, 6)) {
    const timeframe = bars === "minutes" ? "5m" : "1D";
    const one = `security=${security}&timeframe=${timeframe}&hours=extended&limit=5000`;
    const whole = ChartBars.parse((await get(server.app, `/v1/chart/bars?${one}`)).json());
    const at = bars === "minutes" ? time.length - 1 : time.indexOf(0);
    const own = whole.bars.filter((bar) => bar.time.startsWith(date)).at(-1);
    expect([date, close[at]]).toEqual([date, own?.close]);
    expect(session[0]).toBe(570);
  }
  expect(await charts("limit=1&offset=100000")).toMatchObject({ charts: [] });
  expect((await get(server.app, `/v1/data-requests/${id}/row-charts?limit=301`)).statusCode).toBe(400);
});

// "bounds timeframes, indicators and days on the server too" of `tests/server/charting.test.ts` finds a plan that is
// not kept to; only the soak asks for charts of rows.
test.runIf(IN_SOAK)("a plan without bars of five minutes has days in all of them", async () => {
  const free = await makeAccount(server.db, { product: null });
  const headers = await signedIn(server.db, free);
  const of = (one: string) => server.app.inject({ url: `/v1/data-requests/${one}/row-charts?limit=300`, headers });
  expect((await of(id)).statusCode).toBe(404);
  const shown = RowCharts.parse((await of(await run(free))).json());
  expect(new Set(shown.charts.map(({ bars }) => bars))).toEqual(new Set(["days"]));
});

test("a label is the account's own, shows on every run of that security and day, and is taken off", async () => {
  const { charts: before } = await charts("limit=3");
  const [first, second] = before;
  const day = { security: first?.security, date: first?.date };
  expect((await label({ ...day, label: 3 })).statusCode).toBe(200);
  expect((await label({ ...day, label: 4 })).statusCode).toBe(200);
  expect((await label({ security: second?.security, date: second?.date, label: 9 })).statusCode).toBe(200);
  const other = await signedIn(server.db, await makeAccount(server.db));
  expect((await label({ ...day, label: 1 }, other)).statusCode).toBe(200);
  const labels = async (of: string) => (await charts("limit=3", of)).charts.map((chart) => chart.label);
  expect(await labels(id)).toEqual([4, 9, null]);
  expect(await labels(await run())).toEqual([4, 9, null]);
  await label({ ...day, label: null });
  expect(await labels(id)).toEqual([null, 9, null]);
  for (const wrong of [0, 10, 1.5, "1"]) expect((await label({ ...day, label: wrong })).statusCode).toBe(400);
  expect((await label({ ...day, label: 1 }, HERE)).statusCode).toBe(401);
});

// "a file has the rows that are looked at" has a column of labels and a condition on it; only the soak groups by
// them.
test.runIf(IN_SOAK)(
  "labels are a column of the rows, by which they are sorted, filtered and grouped; each account has its own",
  async () => {
    const account = await makeAccount(server.db);
    const headers = await signedIn(server.db, account);
    const own = await run(account);
    const url = `/v1/data-requests/${own}`;
    const rows = async (query: string) => {
      const answer = await server.app.inject({ url: `${url}/rows?labels=true&${query}`, headers });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return Rows.parse(answer.json());
    };
    const plain = Rows.parse((await server.app.inject({ url: `${url}/rows?limit=5`, headers })).json());
    expect(plain).not.toHaveProperty("securities");
    const none = await rows("limit=1000");
    expect([none.labelled, none.rows.every((row) => row.length === 4 && row[3] === null)]).toEqual([false, true]);
    expect(none.rows.slice(0, 5).map((row) => row.slice(0, 3))).toEqual(plain.rows);
    const day = (at: number) => ({ security: none.securities?.[at], date: none.rows[at]?.[1] });
    for (const [at, digit] of [
      [7, 2],
      [3, 9],
      [500, 2],
    ] as const)
      expect((await label({ ...day(at), label: digit }, headers)).statusCode).toBe(200);
    // Of another day of that security, and of another account.
    const others = [none.securities?.[3], "2024-01-02"] as const;
    await label({ security: others[0], date: others[1], label: 5 }, headers);
    await label({ ...day(0), label: 1 }, await signedIn(server.db, await makeAccount(server.db)));
    const key = (page: Awaited<ReturnType<typeof rows>>, at: number) => [
      page.securities?.[at],
      page.rows[at]?.[1],
      page.rows[at]?.[3],
    ];
    const all = await rows("limit=1000");
    expect(all.labelled).toBe(true);
    expect(all.rows.flatMap((row, at) => (row[3] === null ? [] : [[at, row[3]]]))).toEqual([
      [3, 9],
      [7, 2],
      [500, 2],
    ]);
    const found = await rows(`where=${encodeURIComponent("3 in 2, 9")}&sort=3&order=asc`);
    expect(found.total).toBe(3);
    expect([0, 1, 2].map((at) => key(found, at))).toEqual([
      [day(7).security, day(7).date, 2],
      [day(500).security, day(500).date, 2],
      [day(3).security, day(3).date, 9],
    ]);
    expect((await rows(`where=${encodeURIComponent("3 is empty")}`)).total).toBe(all.total - 3);
    const charted = await server.app.inject({
      url: `${url}/row-charts?labels=true&where=${encodeURIComponent("3 = 2")}`,
      headers,
    });
    expect(RowCharts.parse(charted.json()).charts.map((chart) => chart.label)).toEqual([2, 2]);
    const groups = await server.app.inject({ url: `${url}/groups?labels=true&by=3`, headers });
    expect(RowGroups.parse(groups.json()).groups.map(({ value, rows: count }) => [value, count])).toEqual([
      [null, all.total - 3],
      [2, 2],
      [9, 1],
    ]);
    const statistics = await server.app.inject({ url: `${url}/statistics?labels=true`, headers });
    expect(Statistics.parse(statistics.json()).columns.at(-1)).toMatchObject({
      name: "Label",
      rows: all.total,
      nulls: all.total - 3,
    });
    // Without the word for it there is no such column.
    expect((await server.app.inject({ url: `${url}/rows?sort=3`, headers })).statusCode).toBe(400);
  },
);

test("a file has the rows that are looked at, in their order, and the caller's own labels", async () => {
  const account = await makeAccount(server.db);
  const headers = await signedIn(server.db, account);
  const url = `/v1/data-requests/${await run(account)}`;
  const query = `q=12&sort=2&order=desc&where=${encodeURIComponent("2 > 20\n2 < 60")}`;
  const seen = async (more = "") => {
    const answer = await server.app.inject({ url: `${url}/rows?limit=1000&${query}${more}`, headers });
    return Rows.parse(answer.json());
  };
  const file = async (more: string, who = headers) =>
    server.app.inject({ url: `${url}/export?format=csv&${more}`, headers: who });
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(","));
  const { rows: expected, total } = await seen();
  expect(total).toBeGreaterThan(20);
  const all = (await file("")).body;
  const picked = await file(query);
  expect(linesOf(picked.body)).toEqual(expected.map((row) => row.map(String)));
  expect(linesOf(all).length).toBeGreaterThan(total);
  expect(picked.headers["content-disposition"]).toContain(`(${total} rows).csv`);
  // Nobody else has labels, so the file of all rows stays as it was.
  expect((await file("labels=true")).body).toBe(all);
  const { securities, rows } = await seen("&labels=true");
  await label({ security: securities?.[4], date: rows[4]?.[1], label: 8 }, headers);
  await label({ security: securities?.[5], date: rows[5]?.[1], label: 1 });
  const own = linesOf((await file(`${query}&labels=true`)).body);
  expect(own).toEqual(expected.map((row, at) => [...row.map(String), at === 4 ? "8" : ""]));
  expect((await file("labels=true")).body.split("\r\n")[0]).toBe("Symbol,Date,Close,Label");
  expect((await file("")).body).toBe(all);
  const only = await file(`labels=true&where=${encodeURIComponent("3 = 8")}`);
  expect(linesOf(only.body)).toEqual([[...(expected[4] ?? []).map(String), "8"]]);
  // By a ticket as well, once.
  const payload = { format: "csv", sort: "2", order: "desc", q: "12", where: "2 > 20\n2 < 60", labels: true };
  const ticket = await server.app.inject({ method: "POST", url: `${url}/ticket`, headers, payload });
  const fetched = () => server.app.inject({ url: ticket.json().address, headers: HERE });
  expect(linesOf((await fetched()).body)).toEqual(own);
  expect((await fetched()).statusCode).toBe(404);
  if (!IN_SOAK) return;
  // The workbook says which rows these are.
  const workbook = await server.app.inject({ url: `${url}/export?format=xlsx&labels=true&${query}`, headers });
  const zip = await readZip(bytesSource(new Uint8Array(workbook.rawPayload)));
  const sheets = await Promise.all([1, 2, 3].map(async (at) => zip.text(`xl/worksheets/sheet${at}.xml`, 1 << 20)));
  const words = sheets.find((sheet) => sheet?.includes("Rows of the run")) ?? "";
  for (const text of [
    "Close &gt; 20",
    "Close &lt; 60",
    "Only rows that hold",
    "Close, descending",
    "Your label of the security",
  ])
    expect(words).toContain(text);
  expect(sheets[0]?.match(/<row /g)?.length).toBe(total + 1);
  expect((await file("where=9%20%3E%201")).statusCode).toBe(400);
});

// What is asked of the engine is larger than it takes in one text from 20,000 labels on.
// Only the soak has as many labels as an account can keep.
test.runIf(IN_SOAK)("as many labels as an account can have are found", async () => {
  const kept = rounds(20_000, LABELS.atMost);
  const account = await makeAccount(server.db);
  const headers = await signedIn(server.db, account);
  const own = await run(account);
  const url = `/v1/data-requests/${own}/rows?labels=true&limit=3`;
  const { securities, rows } = Rows.parse((await server.app.inject({ url, headers })).json());
  await sql`INSERT INTO day_label (account_id, security, day, label)
    SELECT ${account}, 1000000 + n, '2025-12-05'::date, 1 + n % 9 FROM generate_series(1, ${kept - 1}::int) AS n`.execute(
    server.db,
  );
  await label({ security: securities?.[1], date: rows[1]?.[1], label: 6 }, headers);
  const shown = Rows.parse((await server.app.inject({ url, headers })).json());
  expect(shown.rows.map((row) => row[3])).toEqual([null, 6, null]);
  const only = await server.app.inject({ url: `${url}&where=${encodeURIComponent("3 > 0")}`, headers });
  expect(Rows.parse(only.json())).toMatchObject({ total: 1, labelled: true });
});

test("labels go with their account", async () => {
  const account = await makeAccount(server.db);
  const headers = await signedIn(server.db, account);
  await server.db
    .insertInto("day_label")
    .values(
      Array.from({ length: 1_000 }, (_, security) => ({
        account_id: account,
        security: String(security),
        day: "2025-12-31",
        label: 1,
      })),
    )
    .execute();
  const count = async (): Promise<number> =>
    (await server.db.selectFrom("day_label").select("label").where("account_id", "=", account).execute()).length;
  expect(await count()).toBe(1_000);
  expect((await label({ security: 5_000, date: "2025-12-31", label: 2 }, headers)).statusCode).toBe(200);
  expect(Problem.safeParse((await label({ security: -1, date: "2025-12-31", label: 2 }, headers)).json()).success).toBe(
    true,
  );
  await server.db.deleteFrom("account").where("id", "=", account).execute();
  expect(await count()).toBe(0);
});
