import { describe, expect, it } from "vitest";
import { convertValue, leaveInput, nextCondition, nextValues, padTime } from "../../src/request/index.ts";
import type { Condition } from "../../src/vocabulary/index.ts";
import { CardHand } from "./card.ts";

const filter = new CardHand("filters", "Daily");
const column = new CardHand("columns", "Daily");
const active = (hand: CardHand) =>
  hand
    .view()
    .dataPoints.filter(({ isActive }) => isActive)
    .map(({ name }) => name);

describe("data points", () => {
  it("have the first one of each tab active by default", () => {
    expect(active(filter)).toEqual(["open"]);
    expect(active(new CardHand("filters", "Indicator").tab("Intraday"))).toEqual(["open"]);
    expect(active(new CardHand("columns", "Ownership"))).toEqual(["float"]);
  });

  it("when selected are the only active one, and clear the previous one", () => {
    const chosen = filter.choose("condition", ">").type("value", "5").point("high");
    expect(active(chosen)).toEqual(["high"]);
    const back = chosen.point("open");
    expect([back.selected("condition"), back.option("value").text]).toEqual([[], ""]);
  });

  it("when active already do nothing", () => {
    const typed = filter.type("value", "5");
    expect(typed.point("open").state).toBe(typed.state);
  });
});

describe("defaults of a new entry", () => {
  it("are unadjusted, day 0, 09:30 to 15:59, condition 0 and an empty value", () => {
    expect([filter.selected("adjusted"), filter.option("day").text]).toEqual([["unadjusted"], "0"]);
    expect([filter.selected("condition"), filter.option("value").text]).toEqual([[], ""]);
    const intraday = new CardHand("columns", "Intraday");
    expect([intraday.option("start_time").text, intraday.option("end_time").text]).toEqual(["09:30", "15:59"]);
  });

  it.each(["news", "earnings"])("are 00:00 to 23:59 for %s on the Fundamental card", (name) => {
    const hand = new CardHand("filters", "Fundamental").point(name);
    expect([hand.option("start_time").text, hand.option("end_time").text]).toEqual(["00:00", "23:59"]);
  });

  it.each([
    ["open", "FIRST"],
    ["high", "MAX"],
    ["low", "MIN"],
    ["close", "LAST"],
    ["volume", "SUM"],
    ["num_trades", "SUM"],
  ])("are the function of the data point: intraday %s %s", (name, func) => {
    expect(new CardHand("filters", "Intraday").point(name).selected("func")).toEqual([func]);
  });

  it.each([
    ["open", "AVG"],
    ["close", "AVG"],
    ["high", "MAX"],
    ["low", "MIN"],
    ["volume", "SUM"],
    ["num_trades", "SUM"],
  ])("are the function of the data point: indicator %s %s", (name, func) => {
    for (const tab of ["Daily", "Intraday"] as const)
      expect(new CardHand("filters", "Indicator").tab(tab).point(name).selected("func")).toEqual([func]);
  });
});

/** What is selected, what is clicked, what is selected then. */
const CLICKS: readonly (readonly [now: Condition | 0, clicked: Condition, then: Condition])[] = [
  [0, ">", ">"],
  [0, "=", "="],
  // Equal can be combined with greater or less.
  [">", "=", ">="],
  ["<", "=", "<="],
  ["=", ">", ">="],
  ["=", "<", "<="],
  // Greater or less alone replaces the condition.
  [">", "<", "<"],
  ["<", ">", ">"],
  ["!=", ">", ">"],
  [">=", ">", ">"],
  [">=", "<", "<"],
  ["<=", "<", "<"],
  ["<=", ">", ">"],
  // Equal alone replaces a combined one.
  [">=", "=", "="],
  ["<=", "=", "="],
  ["!=", "=", "="],
  ["=", "!=", "!="],
  [">=", "!=", "!="],
  ["IS", "IS NOT", "IS NOT"],
];

describe("conditions", () => {
  it.each(CLICKS)("%s, then %s: %s", (now, clicked, then) => expect(nextCondition(now, clicked)).toBe(then));

  it("that are selected already are ignored", () => {
    const chosen = filter.choose("condition", ">");
    expect(chosen.choose("condition", ">").state).toBe(chosen.state);
  });

  it("that are combined show both of their chips", () => {
    expect(filter.choose("condition", ">", "=").selected("condition")).toEqual([">", "="]);
    expect(filter.choose("condition", ">", "=", "=").selected("condition")).toEqual(["="]);
  });

  it("of texts are IS and IS NOT", () => {
    const choices = new CardHand("filters", "Identity").option("condition").choices.map(({ value }) => value);
    expect(choices).toEqual(["IS", "IS NOT"]);
  });
});

describe("values", () => {
  it.each([
    [[], "HAD", ["HAD"]],
    [["HAD"], "DIDN'T HAVE", ["DIDN'T HAVE"]],
    [["DIDN'T HAVE"], "HAD", ["HAD"]],
    [["HAD"], "HAD", []],
    [[], "NYSE", ["NYSE"]],
    [["NYSE"], "NASDAQ", ["NYSE", "NASDAQ"]],
    [["NYSE", "NASDAQ"], "NYSE", ["NASDAQ"]],
  ])("%j, then %s: %j", (now, clicked, then) => expect(nextValues(now, clicked)).toEqual(then));

  it("of an event are had and didn't have, without a condition", () => {
    const hand = new CardHand("filters", "Fundamental").point("news");
    expect(hand.option("value").choices.map(({ value }) => value)).toEqual(["HAD", "DIDN'T HAVE"]);
    expect(hand.shownOptions()).not.toContain("condition");
    expect(hand.choose("value", "HAD", "DIDN'T HAVE").selected("value")).toEqual(["DIDN'T HAVE"]);
  });

  it.each([
    ["aapl, msft,  brk.b ", ["AAPL", "MSFT", "BRK.B"]],
    ["aapl,", ["AAPL"]],
    ["common stock", "COMMON-STOCK"],
    ["spy", "SPY"],
    ["5", 5],
    ["-2.50", -2.5],
    [".5", 0.5],
    ["1,000", ["1", "000"]],
    ["", ""],
  ])("%j is sent as %j", (text, value) => expect(convertValue(text)).toEqual(value));
});

describe("single choices", () => {
  it.each([
    ["adjusted", "adjusted", "unadjusted"],
    ["func", "SMA", "EMA"],
  ] as const)("%s", (option, first, second) => {
    const hand = new CardHand("columns", "Indicator").choose(option, first, second);
    expect(hand.selected(option)).toEqual([second]);
  });

  it.each([
    ["is_the", "MAX", "MIN"],
    ["data_point_to_evaluate", "volume", "high"],
  ] as const)("%s", (option, first, second) => {
    const hand = new CardHand("columns", "Intraday").advanced().choose(option, first, second);
    expect(hand.selected(option)).toEqual([second]);
  });

  it("of is the are MAX and MIN", () => {
    const choices = new CardHand("filters", "Indicator").advanced().option("is_the").choices;
    expect(choices.map(({ value }) => value)).toEqual(["MAX", "MIN"]);
  });
});

describe("the Advanced toggle", () => {
  it("resets the Indicator card and sets open to an average", () => {
    const hand = new CardHand("filters", "Indicator").point("volume").type("days", "20");
    const on = hand.advanced();
    expect(active(on)).toEqual(["open"]);
    expect(on.view().advanced).toMatchObject({ on: true });
    expect(on.shownOptions()).toEqual([
      "adjusted",
      "is_the",
      "data_point_to_evaluate",
      "days",
      "offset",
      "of",
      "among",
      "condition",
      "value",
      "tag",
    ]);
    expect(on.option("days").text).toBe("");
    const off = on.choose("is_the", "MAX").advanced();
    expect([active(off), off.selected("func"), off.view().advanced?.on]).toEqual([["open"], ["AVG"], false]);
  });

  it("resets the Intraday column card and sets open to a first", () => {
    const on = new CardHand("columns", "Intraday").point("close").advanced();
    expect([active(on), on.shownOptions().includes("is_the"), on.shownOptions().includes("func")]).toEqual([
      ["open"],
      true,
      false,
    ]);
    expect(on.advanced().selected("func")).toEqual(["FIRST"]);
  });

  it("is not on the Intraday filter card", () => {
    const hand = new CardHand("filters", "Intraday");
    expect(hand.view().advanced).toBeNull();
    expect(hand.advanced().state).toBe(hand.state);
  });
});

describe("indicators", () => {
  const hand = new CardHand("columns", "Indicator");

  it("show their functions first, then the catalogue", () => {
    const functions = hand.option("func").choices.map(({ value }) => value);
    expect(functions.slice(0, 9)).toEqual(["AVG", "MAX", "MIN", "SUM", "SMA", "EMA", "RSI", "VWAP", "ACCBANDS"]);
    expect(functions).toContain("MACD");
    expect(hand.option("func").choices[7]).toMatchObject({ value: "VWAP", label: "VWAP" });
    expect(functions).not.toContain("ROLLING_VWAP");
    // Over minutes VWAP is the session's, and the rolling one has a chip of its own.
    const minutes = hand.tab("Intraday").option("func").choices;
    expect(minutes[7]).toMatchObject({ value: "VWAP", label: "VWAP" });
    expect(minutes.find(({ value }) => value === "ROLLING_VWAP")?.label).toBe("Rolling VWAP");
  });

  const DAYS_ASKED = ["adjusted", "func", "days", "period", "offset", "of", "among", "name"];

  it("ask for what they take: a number of days, parameters, a line, or nothing", () => {
    expect(hand.choose("func", "RSI").shownOptions()).toEqual(DAYS_ASKED);
    const bands = hand.choose("func", "BBANDS");
    expect(bands.shownOptions()).toEqual([
      "adjusted",
      "func",
      "line",
      "params",
      "period",
      "offset",
      "of",
      "among",
      "name",
    ]);
    expect([bands.option("params").text, bands.selected("line")]).toEqual(["20, 2", ["upper"]]);
    expect(hand.choose("func", "OBV").shownOptions()).toEqual([
      "adjusted",
      "func",
      "period",
      "offset",
      "of",
      "among",
      "name",
    ]);
  });

  it("ask for days with VWAP over days, and for none with that of a session", () => {
    expect(hand.choose("func", "VWAP").shownOptions()).toEqual(DAYS_ASKED);
    const session = hand.tab("Intraday").choose("func", "VWAP");
    expect(session.shownOptions()).toEqual(["adjusted", "func", "bar", "time", "day", "of", "among", "name"]);
  });

  it("over minutes ask for bar size, number of bars and time", () => {
    expect(hand.tab("Intraday").choose("func", "EMA").shownOptions()).toEqual([
      "adjusted",
      "func",
      "bar",
      "num_bars",
      "time",
      "day",
      "of",
      "among",
      "name",
    ]);
  });
});

/** What an input takes while it is typed in, and what it leaves alone. */
const TYPED = [
  ["Indicator", "open", "days", ["5", "250"], ["-1", "1.5", "x", " "]],
  ["Daily", "open", "day", ["-1", "0", "12", "-"], ["1.5", "x"]],
  ["Indicator", "open", "offset", ["1", "-2"], ["1.5", "x"]],
  ["Daily", "open", "value", ["-1.5", "5", ".5", "-"], ["1,5", "x", "1e3"]],
  ["Identity", "symbol", "value", ["AAPL, brk.b"], ["AAPL;", "A1", "A-B"]],
  ["Intraday", "open", "start_time", ["9", "09:30", "9:3"], ["9.30", "morning"]],
  ["Daily", "date", "value", ["03/28/2024", "2024-03-28"], ["March"]],
] as const;

describe("inputs take only the characters of their pattern", () => {
  it.each(TYPED)("%s %s %s", (title, point, option, taken, left) => {
    const hand = new CardHand("filters", title).point(point);
    for (const text of taken) expect(hand.type(option, text).option(option).text).toBe(text);
    for (const text of left) expect(hand.type(option, text).state).toBe(hand.state);
  });

  it("and are in error without a message when not numeric", () => {
    expect(filter.type("value", "-").option("value").error).toEqual({ isError: true, errorMessage: "" });
    expect(filter.type("day", "+").option("day").error).toEqual({ isError: true, errorMessage: "" });
    expect(filter.option("value").error).toEqual({ isError: false, errorMessage: "" });
  });

  it("lose curly braces in names and tags", () => {
    expect(column.type("name", "{Gap} |up|").option("name").text).toBe("Gap up");
    expect(filter.type("tag", "{gap}").option("tag").text).toBe("gap");
  });
});

const ORDER = "Start time cannot be greater then end time.";
const LIMITS = "Time should be between 04:00 and 19:59.";

describe("times", () => {
  it.each([
    ["9", "09:00"],
    ["09", "09:00"],
    ["9:", "09:00"],
    ["9:30", "09:30"],
    ["19:59", "19:59"],
    ["9:3", "9:3"],
    ["", ""],
  ])("%j is padded to %j", (text, padded) => expect(padTime(text)).toBe(padded));

  it("are padded when the input is left", () => {
    const typed = new CardHand("columns", "Intraday").type("start_time", "10");
    const left = typed.with(leaveInput(typed.state, "columns", "Intraday", "start_time"));
    expect([typed.option("start_time").text, left.option("start_time").text]).toEqual(["10", "10:00"]);
  });

  it.each([
    ["09:30", "15:59", "", ""],
    ["04:00", "19:59", "", ""],
    ["10:00", "10:00", "", ""],
    ["15:00", "10:00", ORDER, ""],
    ["03:59", "10:00", LIMITS, ""],
    ["09:30", "20:00", "", LIMITS],
    ["09:30", "25:00", "", LIMITS],
    ["9:3", "10:00", LIMITS, ""],
  ])("from %s to %s: %j %j", (start, end, startError, endError) => {
    const hand = new CardHand("filters", "Intraday").type("start_time", start).type("end_time", end);
    const errors = [hand.option("start_time").error.errorMessage, hand.option("end_time").error.errorMessage];
    expect(errors).toEqual([startError, endError]);
  });

  it("outside the window are no error on the Fundamental card; a window backwards is none at all", () => {
    const news = new CardHand("filters", "Fundamental").point("news").choose("value", "HAD");
    expect(news.type("start_time", "00:30").option("start_time").error.isError).toBe(false);
    const backwards = news.type("start_time", "12:00").type("end_time", "11:00");
    expect(backwards.option("start_time").error.errorMessage).toBe(ORDER);
    expect(backwards.view().button.disabled).toBe(true);
  });

  it("of an indicator's value may be the close of the last bar", () => {
    const hand = new CardHand("filters", "Indicator").tab("Intraday");
    expect(hand.type("time", "20:00").option("time").error.isError).toBe(false);
    expect(hand.type("time", "20:01").option("time").error.errorMessage).toBe(LIMITS);
  });
});

describe("texts beside the inputs", () => {
  it("are placeholders, hints and tooltips", () => {
    const symbols = new CardHand("filters", "Identity").point("symbol").option("value");
    expect([symbols.placeholder, symbols.hint]).toEqual([
      "Value: use comma to separate values",
      "Use commas and no spaces",
    ]);
    expect(column.option("name")).toMatchObject({
      label: "Name In Excel",
      placeholder: "Name to display in Excel table",
    });
    const options = [
      ...new CardHand("filters", "Indicator").view().options,
      ...new CardHand("filters", "Intraday").view().options,
    ];
    const explained = new Set(options.filter(({ tooltip }) => tooltip !== "").map(({ label }) => label));
    expect(explained).toEqual(
      new Set([
        "Adjusted",
        "Function",
        "Days",
        "Bars",
        "Offset",
        "Of symbol",
        "Among",
        "Tag",
        "Day",
        "Start time",
        "End time",
      ]),
    );
    expect(new CardHand("filters", "Indicator").view().advanced?.tooltip).not.toBe("");
  });

  it("warn that news may extend the duration of the scan", () => {
    const fundamental = new CardHand("columns", "Fundamental");
    expect(fundamental.view().warning).toBe("");
    expect(fundamental.point("news").view().warning).toBe("News may extend the duration of the scan.");
    expect(fundamental.point("earnings").view().warning).toBe("");
  });
});
