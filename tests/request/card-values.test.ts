import { describe, expect, it } from "vitest";
import { parseCode, printWords } from "../../src/formula/index.ts";
import { NO_CARD, placedTree, rowViews } from "../../src/request/builder/index.ts";
import type { CardTitle } from "../../src/vocabulary/index.ts";
import { TRADE_COLUMN } from "../../src/request/trade-card.ts";
import { CardHand } from "./card.ts";
import { around, errorsOf, placed } from "./requests.ts";

describe("weeks, months and another security", () => {
  it.each([
    ["Daily", "day", "0", "-1"],
    ["Indicator", "offset", "0", "1"],
  ] as const)(
    "of the %s card: a whole week is the last one, where %s said the row's own",
    (title, option, now, whole) => {
      const hand = new CardHand("columns", title);
      const at = (of: CardHand) => of.option(option).text;
      const weekly = hand.choose("period", "weekly");
      expect([at(hand), at(weekly), at(weekly.choose("period", "monthly")), at(weekly.choose("period", ""))]).toEqual([
        now,
        whole,
        whole,
        now,
      ]);
      // The row's own can be chosen, and stays.
      expect(at(weekly.type(option, "0").choose("period", "monthly"))).toBe("0");
      expect(at(hand.type(option, "2").choose("period", "weekly"))).toBe("2");
    },
  );

  it.each([
    ["Daily", "high", "weekly", "-1", "SPY", '[weekly high -1 of "SPY"]'],
    ["Daily", "close", "", "-1", "qqq", '[daily close -1 of "QQQ"]'],
    ["Daily", "low", "monthly so far", null, "", "[monthly low so far]"],
    ["Daily", "volume", "monthly", "-2", "", "[monthly volume -2]"],
  ] as const)("%s %s, bars %s, day %s of %s: %s", (title, point, bars, day, of, code) => {
    const bare = new CardHand("columns", title).point(point).choose("period", bars).type("of", of).type("name", "C");
    expect(bare.shownOptions().includes("day")).toBe(day !== null);
    const hand = (day === null ? bare : bare.type("day", day)).submit();
    const [tree] = [parseCode(code).tree];
    expect(hand.sentences()).toEqual([tree && printWords(tree)]);
    // And the formula opens as the card again.
    expect(tree && placedTree(tree, "columns")).toMatchObject({ title, item: { data_point: point } });
  });

  it.each([
    ["[indicator rsi(14) close weekly -1 adj]", "Indicator"],
    ['[indicator sma(50) close adj of "QQQ"]', "Indicator"],
    ["[indicator bbands.upper(20, 2) close monthly -2 adj]", "Indicator"],
    [`[intraday max high '09:30' .. '10:29' of "SPY"]`, "Intraday"],
    ['[fundamental market_cap of "SPY"]', "Fundamental"],
    ['[identity exchange -1 of "SPY"]', "Identity"],
    ['[ownership float of "SPY"]', "Ownership"],
    ["[weekly vwap 1 adj]", "Daily"],
  ])("%s is an entry of the card %s", (code, title) => {
    const { tree } = parseCode(code);
    expect(tree && placedTree(tree, "columns")).toMatchObject({ title });
  });
});

describe("a value that is a data point", () => {
  it.each([
    ["Daily", "close", "[indicator sma(50)]", "[daily close] > [indicator sma(50) close]"],
    ["Intraday", "volume", "[ daily volume -1 ]", "[intraday sum volume '09:30' .. '15:59'] > [daily volume -1]"],
    ["Ownership", "float", "[fundamental outstanding_shares]", "[ownership float] > [fundamental outstanding_shares]"],
    ["Daily", "low", '[daily low -1 adj of "spy"]', '[daily low] > [daily low -1 adj of "SPY"]'],
  ] as const)("%s %s > %s: %s", (title, point, value, code) => {
    const hand = new CardHand("filters", title).point(point).choose("condition", ">").type("value", value);
    expect(hand.option("value").error.isError).toBe(false);
    const { tree } = parseCode(code);
    expect(hand.submit().sentences()).toEqual([tree && printWords(tree)]);
    // And the formula opens as the card again, which keeps it as it is written.
    expect(tree && placedTree(tree, "filters")).toMatchObject({ title, item: { data_point: point } });
  });

  it.each([
    "[",
    "[daily close",
    "[daily close] * 2",
    "[daily date]",
    "[identity symbol]",
    "[no such]",
    "5 [daily close]",
  ])("%s is none", (value) => {
    const hand = new CardHand("filters", "Daily").point("open").choose("condition", ">").type("value", value);
    const { text, error } = hand.option("value");
    if (value.startsWith("["))
      expect(error).toEqual({ isError: true, errorMessage: "A data point of numbers belongs in the brackets." });
    else expect(text).toBe("");
    expect(hand.submit().items()).toEqual([]);
  });

  it("stays a formula where it is more than a data point, or not of numbers", () => {
    for (const code of ["[daily close] > [daily open] * 2", "[identity symbol] = [identity old_symbol]"]) {
      const { tree } = parseCode(code);
      expect(tree && placedTree(tree, "filters")).toMatchObject({ why: NO_CARD.operation });
    }
  });

  it("is said in words in the field form", () => {
    const hand = new CardHand("filters", "Daily").point("close").choose("condition", ">").type("value", "[daily open]");
    const [row] = rowViews(hand.submit().state, "filters", "Daily");
    expect(row?.fields.map(({ text }) => text)).toContain("open");
  });
});

describe("a number among others, lists and numbers of one's own", () => {
  it.each([
    ["Daily", "volume", "rank", "rank([daily volume])"],
    ["Daily", "close", "market median", "market(median, [daily close])"],
    ["Fundamental", "market_cap", "pct_rank by sector", "pct_rank([fundamental market_cap], by sector)"],
    ["Ownership", "float", "avg by security_class", "avg([ownership float], by security_class)"],
  ] as const)("%s %s, %s: %s", (title, point, among, code) => {
    const hand = new CardHand("columns", title).point(point).choose("among", among).type("name", "C").submit();
    const { tree } = parseCode(code);
    expect(hand.sentences()).toEqual([tree && printWords(tree)]);
    expect(tree && placedTree(tree, "columns")).toMatchObject({
      title,
      item: { data_point: point, options: { among } },
    });
  });

  it("have a value of others where they are numbers, and no other does", () => {
    const asked = (title: CardTitle, point: string) =>
      new CardHand("columns", title).point(point).shownOptions().includes("among");
    expect([asked("Daily", "close"), asked("Daily", "date"), asked("Identity", "exchange")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([asked("Fundamental", "news"), asked("Fundamental", "market_cap"), asked("Identity", "mine")]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("are filters: on a list and not on it, a number above, a place in the group", () => {
    const list = new CardHand("filters", "Identity").point("in_list").type("list", " Watch ");
    const filters = [
      list.choose("value", "HAD"),
      list.choose("value", "DIDN'T HAVE"),
      new CardHand("filters", "Identity")
        .point("mine")
        .type("number", "Sentiment")
        .type("day", "-1")
        .choose("condition", ">")
        .type("value", "0.5"),
      new CardHand("filters", "Daily")
        .point("volume")
        .choose("among", "rank by sector")
        .choose("condition", "<", "=")
        .type("value", "3"),
    ];
    const codes = [
      'in_list("Watch")',
      '!in_list("Watch")',
      "[mine sentiment -1] > 0.5",
      "rank([daily volume], by sector) <= 3",
    ];
    for (const [index, code] of codes.entries()) {
      const { tree } = parseCode(code);
      expect(filters[index]?.submit().sentences()).toEqual([tree && printWords(tree)]);
      expect(tree && placedTree(tree, "filters")).toMatchObject({ title: index < 3 ? "Identity" : "Daily" });
    }
    expect(list.option("value").choices.map(({ label }) => label)).toEqual(["IS ON IT", "IS NOT"]);
  });

  it.each([
    'at(in_list("Watch"), -1)',
    'market(count, in_list("Watch"))',
    "rank([daily close] / [daily open])",
    "count([daily close] > 5, by sector)",
  ])("%s stays a formula", (code) => {
    const { tree } = parseCode(code);
    expect(tree && placedTree(tree, "columns")).toMatchObject({ why: NO_CARD.column });
  });

  it.each([
    ["in_list", {}, "list"],
    ["in_list", { list: "Watch", day: -1 }, "day"],
    ["in_list", { list: "Watch", of: "SPY" }, "of"],
    ["in_list", { list: "Watch", among: "rank" }, "among"],
    ["mine", { number: "two words" }, "number"],
    ["mine", { number: "x", among: "rank by town" }, "among"],
    ["exchange", { list: "Watch" }, "list"],
    ["exchange", { among: "rank" }, "among"],
  ])("a request that says %s with %j is refused at %s", (data_point, more, key) => {
    const [first, ...rest] = errorsOf(around({ columns: placed("Identity", { data_point, name: "x", ...more }) }));
    expect([first?.startsWith(`columns.Identity[0].${key}: `), rest]).toEqual([true, []]);
  });
});

describe("a trade", () => {
  const trade = () => new CardHand("columns", "Trade");
  it("is a column whose formula opens as the card again, and no filter", () => {
    const hand = trade()
      .choose("side", "short")
      .choose("entry", "below")
      .type("level", "[daily low -1 adj]*0.99")
      .type("end_time", "10:30")
      .type("target", "2 ATR")
      .type("stop", "20 %")
      .type("until", "'15:59' 2")
      .choose("both", "worst")
      .type("name", "C")
      .submit();
    const code =
      "[trade return short below ( [daily low -1 adj] * 0.99 ) from '09:30' .. '10:30' target 2 atr(14) stop 20 until '15:59' 2 worst]";
    const { tree } = parseCode(code);
    expect(hand.sentences()).toEqual([tree && printWords(tree)]);
    const options = { level: "[daily low -1 adj] * 0.99", target: "2 atr(14)", stop: "20", until: "15:59 2" };
    expect(tree && placedTree(tree, "columns")).toMatchObject({ title: "Trade", item: { options } });
    expect(tree && placedTree(tree, "filters")).toHaveProperty("why");
  });

  it("asks for a price only where it begins at one, and for a time only where at one", () => {
    const asked = (entry: string) =>
      trade()
        .choose("entry", entry)
        .shownOptions()
        .filter((option) => /level|time/.test(option));
    expect(["at", "close", "above"].map(asked)).toEqual([["start_time"], [], ["level", "start_time", "end_time"]]);
    // A time behind the end of the window that is not shown.
    expect(
      trade().type("start_time", "16:30").type("until", "19:00").type("name", "C").view().button.blocked,
    ).toBeNull();
  });

  it("stays a formula where it names a column, which the card would not rename", () => {
    const { tree } = parseCode("[trade return long above {Level} until close]");
    expect(tree && placedTree(tree, "columns")).toMatchObject({ why: TRADE_COLUMN });
  });

  const shorted = { data_point: "return", side: "short", entry: "at", start_time: "09:30", until: "close" };
  it.each([
    [{ side: undefined }, "side"],
    [{ side: "up" }, "side"],
    [{ entry: "at noon" }, "entry"],
    [{ start_time: undefined }, "start_time"],
    [{ start_time: "02:00" }, "start_time"],
    [{ level: "[daily low]" }, "level"],
    [{ entry: "above", level: "[daily low" }, "level"],
    [{ entry: "above", level: "{Level}" }, "level"],
    [{ entry: "close" }, "start_time"],
    [{ stop: "20 target 5" }, "stop"],
    [{ stop: "5 ) until close stop ( 4" }, "stop"],
    [{ target: -1 }, "target"],
    [{ trail: "[daily low -1 adj]" }, "trail"],
    [{ until: undefined }, "until"],
    [{ until: "noon" }, "until"],
    [{ until: "close best" }, "both"],
    [{ both: "either" }, "both"],
    [{ among: "rank" }, "among"],
    [{ data_point: "profit" }, "data_point"],
  ])("is refused with %j at %s", (more, key) => {
    const [first, ...rest] = errorsOf(around({ columns: placed("Trade", { ...shorted, name: "x", ...more }) }));
    expect([first?.startsWith(`columns.Trade[0].${key}: `), rest], first).toEqual([true, []]);
  });
});
