import { describe, expect, it } from "vitest";
import {
  builtInTemplates,
  cardState,
  editRow,
  freshRequest,
  NO_CARD,
  openRequest,
  readRequest,
  requestSent,
  rowViews,
  setOption,
} from "../../src/request/index.ts";
import type { RequestState } from "../../src/request/index.ts";
import { cardsOf } from "../../src/vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../src/vocabulary/index.ts";
import { CardHand, TODAY } from "./card.ts";
import { around, placed, requestOf } from "./requests.ts";

const on = (side: CardSide, title: CardTitle) => new CardHand(side, title);

/** Entries as a person fills them in, and as they are sent. */
const SENT: readonly (readonly [what: string, hand: CardHand, sent: object])[] = [
  [
    "day as n, condition as operator",
    on("filters", "Daily").point("close").type("day", "-1").choose("condition", ">", "=").type("value", "5.50"),
    { data_point: "close", adjusted: false, n: -1, operator: ">=", value: 5.5 },
  ],
  [
    "an indicator's function as type and days as n, offset as a number",
    on("filters", "Indicator")
      .point("close")
      .choose("func", "RSI")
      .type("days", "14")
      .type("offset", "1")
      .choose("adjusted", "adjusted")
      .choose("condition", "<")
      .type("value", "30"),
    { data_point: "close", adjusted: true, type: "RSI", n: 14, offset: 1, operator: "<", value: 30 },
  ],
  [
    "VWAP over days as type VWAP, with the days as n",
    on("columns", "Indicator").choose("func", "VWAP").type("days", "10").type("offset", "1").type("name", "V"),
    { adjusted: false, type: "VWAP", n: 10, offset: 1, name: "V" },
  ],
  [
    "the session's VWAP as type VWAP with timeframe and time",
    on("columns", "Indicator")
      .tab("Intraday")
      .choose("func", "VWAP")
      .choose("bar", "5")
      .type("time", "10:00")
      .type("name", "V"),
    { adjusted: false, type: "VWAP", timeframe: 5, time: "10:00", n: 0, name: "V" },
  ],
  [
    "the rolling VWAP over minutes by its own name",
    on("columns", "Indicator")
      .tab("Intraday")
      .choose("func", "ROLLING_VWAP")
      .choose("bar", "5")
      .type("num_bars", "12")
      .type("time", "10:00")
      .type("name", "V"),
    { adjusted: false, type: "ROLLING_VWAP", timeframe: 5, num_bars: 12, time: "10:00", n: 0, name: "V" },
  ],
  [
    "an indicator over minutes with timeframe, number of bars, time and n",
    on("columns", "Indicator")
      .tab("Intraday")
      .point("close")
      .choose("func", "EMA")
      .choose("bar", "5")
      .type("num_bars", "200")
      .type("time", "10")
      .type("day", "-1")
      .type("name", "EMA"),
    {
      data_point: "close",
      adjusted: false,
      type: "EMA",
      timeframe: 5,
      num_bars: 200,
      time: "10:00",
      n: -1,
      name: "EMA",
    },
  ],
  [
    "data_point_to_evaluate with is_the, days and offset",
    on("columns", "Indicator")
      .advanced()
      .point("close")
      .choose("is_the", "MAX")
      .choose("data_point_to_evaluate", "volume")
      .type("days", "10")
      .type("offset", "1")
      .type("name", "Peak"),
    {
      data_point: "close",
      adjusted: false,
      is_the: "MAX",
      data_point_to_evaluate: "volume",
      n: 10,
      offset: 1,
      name: "Peak",
    },
  ],
  [
    "any other function as func, short times with :00",
    on("columns", "Intraday").point("high").type("start_time", "4").type("end_time", "9:29").type("name", "PM"),
    {
      data_point: "high",
      adjusted: false,
      func: "MAX",
      n: 0,
      start_time: "04:00",
      end_time: "09:29",
      name: "PM",
    },
  ],
  [
    "IS as equal, a single text with hyphens",
    on("filters", "Identity").point("security_class").choose("condition", "IS").choose("value", "Common Stock"),
    { data_point: "code", n: 0, operator: "equal", value: "COMMON-STOCK" },
  ],
  [
    "IS NOT as not equal, several values as a list",
    on("filters", "Identity").point("exchange").choose("condition", "IS NOT").choose("value", "NYSE", "OTC"),
    { data_point: "exchange", n: 0, operator: "not equal", value: ["NYSE", "OTC"] },
  ],
  [
    "text with commas as an upper-cased list",
    on("filters", "Identity").point("symbol").choose("condition", "IS").type("value", "aapl, msft"),
    { data_point: "symbol", n: 0, operator: "equal", value: ["AAPL", "MSFT"] },
  ],
  [
    "had as true",
    on("filters", "Fundamental").point("earnings").choose("value", "HAD").type("day", "1").type("tag", "{soon}"),
    {
      data_point: "earnings",
      n: 1,
      start_time: "00:00",
      end_time: "23:59",
      operator: "equal",
      value: true,
      tag: "soon",
    },
  ],
  [
    "didn't have as false",
    on("filters", "Fundamental").point("ipo").choose("value", "DIDN'T HAVE"),
    { data_point: "ipo", n: 0, operator: "equal", value: false },
  ],
  [
    "security class of a column as type",
    on("columns", "Identity").point("security_class").type("name", "Class"),
    { data_point: "type", n: 0, name: "Class" },
  ],
];

const listOf = (side: CardSide, title: CardTitle, sent: unknown): unknown => {
  const place = cardsOf(side).find((card) => card.title === title)?.place ?? [];
  return [side, ...place].reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Object.entries(at).find(([name]) => name === key)?.[1] : at),
    sent,
  );
};

describe("an entry is sent with", () => {
  it.each(SENT)("%s", (_, hand, sent) => {
    expect(listOf(hand.side, hand.title, requestSent(hand.submit().state))).toEqual([sent]);
  });
});

describe("a request is sent", () => {
  it("grouped by tab, Daily and Intraday under Technical, filters with Date_Range", () => {
    expect(requestSent(freshRequest(TODAY))).toEqual({
      name: "",
      Date_Range: { start_date: "2024-06-28", end_date: "2024-06-28" },
      filters: {
        Custom: [],
        Technical: { Daily: [], Intraday: [] },
        Identity: [],
        Indicator: [],
        Fundamental: [],
        Ownership: [],
      },
      columns: {
        Custom: [],
        Technical: { Daily: [], Intraday: [] },
        Identity: [],
        Indicator: [],
        Fundamental: [],
        Ownership: [],
        Earnings: [],
        Trade: [],
      },
      options: { data_updates: false, email_notification: false },
    });
  });

  it("with overwrite in edit mode only", () => {
    const created = setOption(freshRequest(TODAY), "overwrite", true);
    expect([created.options.overwrite, requestSent(created)["options"]]).toEqual([
      false,
      { data_updates: false, email_notification: false },
    ]);
    const edited = setOption(freshRequest(TODAY, "request", "edit"), "overwrite", true);
    expect(requestSent(edited)["options"]).toEqual({
      data_updates: false,
      email_notification: false,
      overwrite: true,
    });
  });
});

/** Entries that no card shows open as formulas, with the reason. */
const CUSTOM: readonly (readonly [side: CardSide, place: string, entry: object, code: string, why: string])[] = [
  [
    "columns",
    "Technical.Daily",
    { data_point: "high", func: "MAX", days: 10, offset: 1, name: "H" },
    "[daily max high -10 .. -1]",
    NO_CARD.dailyRange,
  ],
  [
    "columns",
    "Technical.Intraday",
    { data_point: "close", time: "10:00", name: "C" },
    "[intraday close at '10:00']",
    NO_CARD.oneMinute,
  ],
  [
    "filters",
    "Technical.Intraday",
    { data_point: "time", is_the: "MIN", data_point_to_evaluate: "low", condition: "<", value: "10:00:00" },
    "[intraday time at min low '09:30' .. '15:59'] < '10:00'",
    NO_CARD.filterAdvanced,
  ],
  [
    "filters",
    "Technical.Daily",
    { data_point: "close", condition: "=", value: [1, 2] },
    "in([daily close], 1, 2)",
    NO_CARD.operation,
  ],
  ["columns", "Earnings", { data_point: "total-assets-2q", name: "A" }, "[earnings total-assets-2q]", NO_CARD.earnings],
];

describe("an entry that no card shows", () => {
  it.each(CUSTOM)("opens as a formula and says why: %s %s %j", (side, place, entry, code, why) => {
    const { state, diagnostics } = openRequest({ [side]: placed(place, entry) });
    expect(diagnostics).toEqual([]);
    const [row] = rowViews(state, side, "Custom");
    const [item] = cardState(state, side, "Custom").addedOptions;
    expect(row?.card).toEqual({ why });
    expect(item?.addedItem.kind === "custom" && item.addedItem.formula.stringFormula).toBe(code);
    expect(cardState(editRow(state, side, "Custom", 0), side, "Custom").form).toMatchObject({
      tab: "Build your own - code",
      texts: { code },
    });
  });

  it("does not change the order of the columns", () => {
    const columns = {
      Custom: [{ name: "Z", formula: "1" }],
      Technical: {
        Daily: [
          { data_point: "high", func: "MAX", days: 5, name: "A" },
          { data_point: "open", name: "B" },
        ],
      },
    };
    const { state } = openRequest(around({ columns }));
    expect(state.columnOrder).toEqual(["A", "B", "Z"]);
    expect(requestOf(requestSent(state)).columns.map(({ name }) => name)).toEqual(["A", "B", "Z"]);
  });
});

/** What readRequest accepts opens whole, and is sent back meaning the same. */
const again = (json: unknown): void => {
  const first = requestOf(json);
  const opened = openRequest(json);
  expect(opened.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const second = requestOf(JSON.parse(JSON.stringify(requestSent(opened.state))));
  const said = (request: typeof first) => ({
    days: [request.name, request.start, request.end],
    filters: request.filters.map(({ code }) => code).toSorted(),
    columns: request.columns.map(({ name, code }) => [name, code]),
    options: request.options,
  });
  expect(said(second)).toEqual(said(first));
};

describe("what readRequest accepts opens in the builder", () => {
  it.each([
    [around({})],
    [around({ columns: placed("Technical.Daily", { data_point: "close", day: -1, adjusted: true }) })],
    [
      around({
        filters: { Custom: [{ formula: "[daily close] > 5 /* five */", tag: "{p}" }] },
        columns: {
          Custom: [
            { name: "Z", formula: "{A} + 1", type: "common" },
            { tag: "t", formula: [{ type: "number", value: 5 }] },
          ],
          Ownership: [{ data_point: "float", name: "F" }],
          Earnings: [{ data_point: ["total-revenue-1q", "total-revenue-2q"], name: "Q" }],
          Technical: { Daily: [{ data_point: "close", name: "A", tag: "x", display: "d" }] },
        },
        column_order: ["Date", "z", "F"],
        options: { data_updates: true, overwrite: true },
      }),
    ],
    [
      around({
        filters: placed("Indicator", {
          data_point: "close",
          is_the: "MAX",
          data_point_to_evaluate: "volume",
          n: 5,
          condition: ">",
          value: 1,
        }),
      }),
    ],
  ])("%#", (json) => again(json));

  it.each(builtInTemplates().map(({ tag, source }) => [tag, source] as const))("template %s", (_, source) => {
    again(source);
    expect(requestSent(openRequest(source, "template").state)["description"]).toBeTypeOf("string");
  });

  it("formulas that do not parse open, too, to be repaired", () => {
    const { state } = openRequest({ filters: { Custom: [{ formula: "[daily clsoe] >" }] } });
    expect(rowViews(state, "filters", "Custom")[0]?.sentence).toBe("[daily clsoe] >");
    expect(
      readRequest(around({ filters: { Custom: [{ formula: "[daily clsoe] >", type: "code" }] } })).request,
    ).toBeNull();
    expect(requestSent(state)).toMatchObject({ filters: { Custom: [{ formula: "[daily clsoe] >", type: "code" }] } });
  });
});

describe("reading an entry", () => {
  it.each([
    [{ type: "EMA", num_bars: 20, n: -3, name: "E" }, "[indicator ema(20) close -3]"],
    [{ type: "EMA", timeframe: 5, time: "10:00", n: -1, name: "E" }, "[indicator ema(20) close 5min at '10:00' -1]"],
    [{ type: "OBV", params: [], n: 2, name: "E" }, "[indicator obv 2]"],
    [
      { data_point: "date", is_the: "MAX", data_point_to_evaluate: "high", n: 5, offset: 1, name: "E" },
      "[daily date at max high -5 .. -1]",
    ],
  ])("n is the day where bars are counted otherwise: %j", (entry, code) => {
    expect(requestOf(around({ columns: placed("Indicator", entry) })).columns[0]?.code).toBe(code);
  });

  it.each([
    [{ num_bars: 5, days: 6, type: "EMA" }, "columns.Indicator[0].days: num_bars and days say different lengths"],
    [
      { data_point: "open", is_the: "MAX", data_point_to_evaluate: "high", days: 5, type: "EMA" },
      "columns.Indicator[0].func: is_the looks over a number of days",
    ],
    [{ data_point: "open", is_the: "MAX", days: 5 }, "columns.Indicator[0].data_point_to_evaluate: is_the needs"],
  ])("%j is refused", (entry, error) => {
    const { diagnostics } = readRequest(around({ columns: placed("Indicator", { name: "E", ...entry }) }));
    expect(`${diagnostics[0]?.path}: ${diagnostics[0]?.message}`).toContain(error);
  });

  it("names one mistake once: an unknown data point leaves its condition alone", () => {
    const entry = { data_point: "clsoe", condition: ">", value: 5 };
    expect(readRequest(around({ filters: placed("Technical.Daily", entry) })).diagnostics.length).toBe(1);
  });

  const members = [{ type: "number", value: 5 }];
  it.each([
    [{ formula: members, inputFormula: "6" }, "inputFormula and formula say different things"],
    [{ formula: members, inputFormula: "5 +" }, "inputFormula and formula say different things"],
    [{ formula: "5", inputFormula: "5" }, "The typed text stands beside the members"],
  ])("a typed text must say what its members say: %j", (entry, error) => {
    const { diagnostics } = readRequest(around({ columns: { Custom: [{ name: "X", ...entry }] } }));
    expect(diagnostics[0]?.message).toContain(error);
    expect(diagnostics[0]?.path).toBe("columns.Custom[0].inputFormula");
  });

  it("a formula that is long as members is no longer than it was typed", () => {
    const text = Array.from({ length: 600 }, () => "[daily max high -10 .. -1]")
      .join(" + ")
      .replaceAll(" + ", "+")
      .slice(0, 7_000);
    const formula = `${text.slice(0, text.lastIndexOf("+"))} /* sum */`;
    const hand = new CardHand(
      "columns",
      "Custom",
      openRequest({ columns: { Custom: [{ name: "X", formula }] } }).state,
    );
    const sent: RequestState = { ...hand.state, dataRange: { requestName: "n", startTime: TODAY, endTime: TODAY } };
    expect(readRequest(requestSent(sent)).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
