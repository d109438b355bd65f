import { afterAll, beforeAll, expect, test } from "vitest";
import { ChartBars, Created, Problem, RowCharts, Rows } from "../../src/contract/index.ts";
import { requestEnded } from "../../src/server/index.ts";
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

test("a plan without bars of five minutes has days in all of them", async () => {
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
