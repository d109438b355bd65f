import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ChartBars,
  ChartHits,
  ChartIndicators,
  ChartLayout,
  ChartMarks,
  ChartProductAnswer,
  ChartSymbols,
  ChartTrades,
  Problem,
} from "../../src/contract/index.ts";
import type { ChartContent } from "../../src/contract/index.ts";
import { marketState } from "../../src/server/charting/market-state.ts";
import { inNewYork } from "../../src/vocabulary/index.ts";
import { IN_SOAK } from "../cases.ts";
import { ended, get, makeAccount, post, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let symbol: string;
let free: Readonly<Record<string, string>>;
beforeAll(async () => {
  server = await startTestServer();
  const [first] = await server.market.query<{ symbol: string }>(
    "SELECT symbol FROM market.security WHERE security_id IN (SELECT security_id FROM market.daily GROUP BY security_id HAVING count() = 252) ORDER BY symbol LIMIT 1",
  );
  symbol = first?.symbol ?? "";
  free = await signedIn(server.db, await makeAccount(server.db, { product: null }));
});
afterAll(() => server.end());

const asFree = (url: string, payload?: object) =>
  server.app.inject({ method: payload ? "POST" : "GET", url, headers: free, ...(payload ? { payload } : {}) });
const bars = (query: string) => get(server.app, `/v1/chart/bars?symbol=${symbol}&${query}`);
const study = (changes: object = {}) => ({
  symbol,
  from: "2025-12-01",
  to: "2025-12-31",
  indicators: [{ name: "rsi" }, { name: "bbands", parameters: [10] }],
  ...changes,
});

describe("the plan", () => {
  test("without limits shows everything, for 24 hours a day", async () => {
    const found = ChartProductAnswer.parse((await get(server.app, "/v1/chart/product")).json());
    expect(found).toMatchObject({ plan: "Unlimited", session: "24x7", daily: { last_date: "2025-12-31" } });
    expect(found.product.chart_timeframe).toEqual(["1m", "3m", "5m", "15m", "30m", "1h", "1D", "1W", "1M"]);
    expect(found.features).toContain("header_screenshot");
  });

  test("with one timeframe has the session 0430-1200, without export no screenshot", async () => {
    const found = ChartProductAnswer.parse((await asFree("/v1/chart/product")).json());
    expect(found).toMatchObject({ plan: "Free", session: "0430-1200", product: { chart_indicator_enabled: false } });
    expect(found.features).not.toContain("header_screenshot");
    expect(found.features).toContain("symbol_search_hot_key");
  });

  test("bounds timeframes, indicators and days on the server too", async () => {
    const other = await asFree(`/v1/chart/bars?symbol=${symbol}&timeframe=5m`);
    expect([other.statusCode, Problem.parse(other.json()).detail]).toEqual([
      403,
      "The plan Free shows 1D. Upgrade subscription for other timeframes.",
    ]);
    expect((await asFree("/v1/chart/indicators", study())).statusCode).toBe(403);
    const { product } = ChartProductAnswer.parse((await asFree("/v1/chart/product")).json());
    const shown = ChartBars.parse((await asFree(`/v1/chart/bars?symbol=${symbol}&limit=5000`)).json());
    const all = ChartBars.parse((await bars("limit=5000")).json());
    expect(shown.bars.map(({ time }) => time)).toEqual(
      all.bars.map(({ time }) => time).filter((time) => time >= product.date_range.start_date),
    );
  });
});

describe("bars over HTTP", () => {
  test("page backwards by the day that the answer names", async () => {
    const newest = ChartBars.parse((await bars("limit=50")).json());
    expect(newest).toMatchObject({ security: { symbol }, timeframe: "1D", adjusted: true, later: null });
    expect(newest.bars).toHaveLength(50);
    expect(newest.bars.at(-1)?.time).toBe("2025-12-31");
    const older = ChartBars.parse((await bars(`limit=50&before=${newest.earlier}`)).json());
    expect(older.bars).toHaveLength(50);
    expect(older.later).toBe(older.bars.at(-1)?.time);
    const back = ChartBars.parse((await bars(`limit=50&after=${older.later}`)).json());
    expect(back.bars).toEqual(newest.bars);
    // A day without a session stands between its neighbours.
    const around = ChartBars.parse((await bars("limit=1&after=2025-12-25")).json());
    expect(around.bars[0]?.time).toBe("2025-12-26");
  });

  // Only the soak asks for minutes of a chart over HTTP; "page backwards by the day" asks for days.
  test.runIf(IN_SOAK)("within the day, regular or extended", async () => {
    const regular = ChartBars.parse((await bars("timeframe=5m")).json());
    const extended = ChartBars.parse((await bars("timeframe=5m&hours=extended")).json());
    expect(regular.bars[0]?.time).toMatch(/T09:30$/);
    expect(extended.bars.length).toBeGreaterThan(regular.bars.length);
    const days = ChartBars.parse((await bars("limit=10")).json());
    expect(days.unusual_days).toEqual([{ date: "2025-12-24", open: 570, close: 780 }]);
  });

  test.each([
    ["nothing named", "/v1/chart/bars", 400],
    ["both edges", "/v1/chart/bars?symbol=A&before=2025-01-02&after=2025-01-02", 400],
    ["a timeframe that is none", "/v1/chart/bars?symbol=A&timeframe=7m", 400],
    ["a date that is none", "/v1/chart/bars?symbol=A&before=2025-02-30", 400],
    ["a symbol that is none", "/v1/chart/bars?symbol=NOBODY", 404],
    ["a security that is none", "/v1/chart/bars?security=999999", 404],
    ["a field that is none", "/v1/chart/symbols?query=A&page=2", 400],
    ["somebody's request", `/v1/chart/marks?request=00000000000000000000000000&symbol=A`, 404],
  ])("%s is told", async (_, url, status) => {
    expect((await get(server.app, url)).statusCode).toBe(status);
  });
});

test("symbols over HTTP", async () => {
  const { items } = ChartSymbols.parse(
    (await get(server.app, `/v1/chart/symbols?query=${symbol.toLowerCase()}`)).json(),
  );
  expect(items[0]).toMatchObject({ symbol, matched: "symbol", last_date: "2025-12-31" });
});

describe("indicators over HTTP", () => {
  test("have every line, parameters complete, a value for each time", async () => {
    const found = ChartIndicators.parse((await post(server.app, "/v1/chart/indicators", study())).json());
    expect(
      found.items.map(({ name, parameters, source, lines }) => [
        name,
        parameters,
        source,
        lines.map((line) => line.name),
      ]),
    ).toEqual([
      ["rsi", [14], "close", ["value"]],
      ["bbands", [10, 2], "close", ["upper", "mid", "lower"]],
    ]);
    expect(found.times[0]).toBe("2025-12-01");
    expect(found.times.at(-1)).toBe("2025-12-31");
    for (const { lines } of found.items)
      for (const { values } of lines) expect(values).toHaveLength(found.times.length);
  });

  test.each([
    [
      "a parameter out of bounds",
      { name: "rsi", parameters: [0] },
      "indicators[0].parameters",
      "length is a whole number",
    ],
    ["too many parameters", { name: "rsi", parameters: [14, 3] }, "indicators[0].parameters", "takes 1"],
    ["parameters that do not go together", { name: "macd", parameters: [26, 12, 9] }, "indicators[0].parameters", ""],
    ["a source it does not take", { name: "atr", source: "open" }, "indicators[0].source", "its own inputs"],
    ["one that is there within the day only", { name: "vwap" }, "indicators[0].name", "within the day"],
  ])("%s is told at its place", async (_, indicator, path, message) => {
    const answer = await post(server.app, "/v1/chart/indicators", study({ indicators: [indicator] }));
    expect(answer.statusCode).toBe(422);
    const [error] = Problem.parse(answer.json()).errors;
    expect(error?.path).toBe(path);
    expect(error?.message).toContain(message);
  });
});

test("marks and hits are the rows of a finished request, to its owner only", async () => {
  const { id } = (await post(server.app, "/v1/data-requests/create/web/standard", request())).json();
  const { rows } = await ended(server, id, server.account);
  const marks = ChartMarks.parse((await get(server.app, `/v1/chart/marks?request=${id}&symbol=${symbol}`)).json());
  expect(marks).toMatchObject({ name: "Up days", columns: [{ name: "Close", unit: "price" }, { name: "Change" }] });
  expect(marks.items.length).toBeGreaterThan(5);
  expect(new Set(marks.items.map((each) => each.symbol))).toEqual(new Set([symbol]));
  const shown = ChartBars.parse((await bars("limit=5000")).json()).bars;
  for (const { date, values } of marks.items) expect(shown.find(({ time }) => time === date)?.close).toBe(values[0]);
  const hits = ChartHits.parse((await get(server.app, `/v1/chart/hits?request=${id}&limit=3`)).json());
  expect(hits).toMatchObject({ total: rows, items: [{ row: 1 }, { row: 2 }, { row: 3 }] });
  for (const url of [`/v1/chart/marks?request=${id}&symbol=${symbol}`, `/v1/chart/hits?request=${id}`]) {
    expect((await asFree(url)).statusCode).toBe(404);
  }
});

test("trades of a row are where its columns say they began and ended, to its owner only", async () => {
  const trade = "long at close target 2 stop 2 until close 3";
  const columns = [
    { name: "Return", formula: `[trade return ${trade}]` },
    { name: "Costs", formula: "{Return} - 0.1" },
    { name: "End", formula: `[trade exit_day ${trade}]` },
  ];
  const { id } = (
    await post(server.app, "/v1/data-requests/create/web/standard", request({ columns: { Custom: columns } }))
  ).json();
  await ended(server, id, server.account);
  const { items: hits } = ChartHits.parse((await get(server.app, `/v1/chart/hits?request=${id}&limit=1`)).json());
  const [hit] = hits;
  const url = `/v1/chart/trades?request=${id}&symbol=${hit?.symbol}&date=${hit?.date}`;
  const { items } = ChartTrades.parse((await get(server.app, url)).json());
  expect(items).toMatchObject([
    { columns: ["Return", "Costs", "End"], side: "long", entry: { date: hit?.date, time: 960 }, reason: /./ },
  ]);
  const marks = ChartMarks.parse((await get(server.app, `/v1/chart/marks?request=${id}&symbol=${hit?.symbol}`)).json());
  const [gain, , end] = marks.items.find(({ date }) => date === hit?.date)?.values ?? [];
  const [{ entry, exit } = { entry: null, exit: null }] = items;
  expect(exit?.date ?? null).toBe(end);
  if (exit && entry) expect((exit.price / entry.price - 1) * 100).toBeCloseTo(Number(gain), 8);
  expect((await asFree(url)).statusCode).toBe(404);
});

describe("saved charts", () => {
  const content: ChartContent = {
    symbol: "AAA",
    timeframe: "1D",
    hours: "regular",
    adjusted: true,
    style: "candles",
    scale: "linear",
    compare: ["BBB"],
    indicators: [{ id: "i1", name: "ema", parameters: [50], source: "close" }],
    drawings: [
      {
        id: "d1",
        tool: "trend_line",
        symbol: "AAA",
        points: [
          { time: "2025-12-01", price: 10 },
          { time: "2025-12-30T09:30", price: 12.5 },
        ],
        text: "",
      },
    ],
  };

  test("are kept, listed, changed and deleted, by their owner only", async () => {
    const saved = await post(server.app, "/v1/chart/layouts", { name: " Gaps ", content });
    expect(saved.statusCode).toBe(201);
    const { id } = saved.json();
    expect(ChartLayout.parse((await get(server.app, `/v1/chart/layouts/${id}`)).json())).toMatchObject({
      name: "Gaps",
      content,
    });
    const send = (method: "PUT" | "DELETE" | "GET", headers: Readonly<Record<string, string>>, payload?: object) =>
      server.app.inject({ method, url: `/v1/chart/layouts/${id}`, headers, ...(payload ? { payload } : {}) });
    const mine = await signedIn(server.db, server.account);
    const changed = { name: "Other", content: { ...content, symbol: "CCC", drawings: [] } };
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      expect((await send(method, free, method === "PUT" ? changed : undefined)).statusCode).toBe(404);
    }
    expect((await send("PUT", mine, changed)).json()).toMatchObject({ id, name: "Other", symbol: "CCC" });
    const { items } = (await get(server.app, "/v1/chart/layouts")).json();
    expect(items).toMatchObject([{ id, name: "Other", symbol: "CCC" }]);
    expect((await asFree("/v1/chart/layouts")).json()).toEqual({ items: [] });
    expect((await send("DELETE", mine)).statusCode).toBe(200);
    expect((await send("GET", mine)).statusCode).toBe(404);
  });

  test.each([
    ["no name", { name: " ", content }],
    [
      "a tool that is none",
      { name: "A", content: { ...content, drawings: [{ ...content.drawings[0], tool: "cat" }] } },
    ],
    ["more than it knows", { name: "A", content: { ...content, script: "x" } }],
    ["an indicator that is none", { name: "A", content: { ...content, indicators: [{ id: "i", name: "cat" }] } }],
  ])("with %s are refused", async (_, body) => {
    expect((await post(server.app, "/v1/chart/layouts", body)).statusCode).toBe(400);
  });
});

describe("what the exchange is doing", () => {
  const at = (time: string) => marketState(new Date(time));
  test.each([
    ["2025-12-22T14:29:00Z", "premarket", null, "open", "2025-12-22T09:30"],
    ["2025-12-22T14:30:00Z", "open", null, "after hours", "2025-12-22T16:00"],
    // A half day.
    ["2025-12-24T18:00:00Z", "after hours", null, "closed", "2025-12-24T20:00"],
    ["2025-12-25T15:00:00Z", "closed", "Christmas Day", "premarket", "2025-12-26T04:00"],
    ["2025-12-27T15:00:00Z", "closed", "Saturday", "premarket", "2025-12-29T04:00"],
    // Midnight in New York, in summer.
    ["2025-07-15T04:00:00Z", "closed", null, "premarket", "2025-07-15T04:00"],
    ["2025-07-16T00:00:00Z", "closed", null, "premarket", "2025-07-16T04:00"],
  ])("%s: %s", (now, state, reason, next, from) => {
    const found = at(now);
    expect(found).toMatchObject({ state, next: { state: next, at: from } });
    expect(found.reason === null ? null : found.reason.split(" Day")[0]).toBe(
      reason === null ? null : reason.split(" Day")[0],
    );
  });

  test("in New York's time", () => {
    expect(inNewYork(new Date("2025-07-15T04:00:00Z"))).toEqual({ date: "2025-07-15", minute: 0 });
    expect(inNewYork(new Date("2025-12-15T04:59:00Z"))).toEqual({ date: "2025-12-14", minute: 1439 });
  });
});
