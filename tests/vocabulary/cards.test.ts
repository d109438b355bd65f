import { describe, expect, test } from "vitest";
import {
  cardOf,
  CARD_OPTIONS,
  COLUMN_CARDS,
  CONDITIONS,
  FIELDS,
  FILTER_CARDS,
  INDICATOR_FUNCTIONS,
  INDICATORS,
  INTRADAY_FUNCTIONS,
  LIMITS,
  SIZES,
  TEXT_CONDITIONS,
  TIMINGS,
} from "../../src/vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../src/vocabulary/index.ts";

const titles = (cards: readonly { readonly title: string }[]) => cards.map(({ title }) => title);
const points = (side: CardSide, title: CardTitle, tab = "") =>
  cardOf(side, title)
    ?.tabs.find(({ name }) => name === tab)
    ?.dataPoints.map(({ name }) => name);

describe("cards", () => {
  test("of filters and of columns; Earnings and Trade are absent from the filters", () => {
    expect(titles(FILTER_CARDS)).toEqual([
      "Custom",
      "Daily",
      "Identity",
      "Indicator",
      "Intraday",
      "Fundamental",
      "Ownership",
    ]);
    expect(titles(COLUMN_CARDS)).toEqual([...titles(FILTER_CARDS), "Earnings", "Trade"]);
    expect([cardOf("filters", "Earnings"), cardOf("filters", "Trade")]).toEqual([null, null]);
  });

  test("are ordinary, earnings (columns only) and custom", () => {
    const kinds = COLUMN_CARDS.filter(({ kind }) => kind !== "ordinary").map(({ title, kind }) => [title, kind]);
    expect(kinds).toEqual([
      ["Custom", "custom"],
      ["Earnings", "earnings"],
    ]);
  });

  test("have their tabs: Custom three, Indicator two, all others one unlabelled", () => {
    for (const { title, tabs } of [...FILTER_CARDS, ...COLUMN_CARDS]) {
      const names = tabs.map(({ name }) => name);
      if (title === "Custom") expect(names).toEqual(["Common", "Build your own - words", "Build your own - code"]);
      else if (title === "Indicator") expect(names).toEqual(["Daily", "Intraday"]);
      else expect(names).toEqual([""]);
    }
  });

  test("are advanced at the Intraday column card and the Indicator daily tab, nowhere else", () => {
    const advanced = [...FILTER_CARDS, ...COLUMN_CARDS].flatMap(({ side, title, tabs }) =>
      tabs.filter((tab) => tab.advanced).map(({ name }) => [side, title, name]),
    );
    expect(advanced).toEqual([
      ["filters", "Indicator", "Daily"],
      ["columns", "Indicator", "Daily"],
      ["columns", "Intraday", ""],
    ]);
  });

  test("show formulas as words, the automatic formula tab aside", () => {
    const without = [...FILTER_CARDS, ...COLUMN_CARDS].flatMap(({ side, tabs }) =>
      tabs.filter((tab) => !tab.formulaWordDisplay).map(({ name }) => [side, name]),
    );
    expect(without).toEqual([
      ["filters", "Build your own - words"],
      ["columns", "Build your own - words"],
    ]);
  });

  test("offer their data points in one order, the first one active by default", () => {
    for (const side of ["filters", "columns"] as const) {
      expect(points(side, "Daily")).toEqual("open high low close volume num_trades date vwap".split(" "));
      expect(points(side, "Intraday")).toEqual("open high low close volume num_trades time vwap".split(" "));
      expect(points(side, "Indicator", "Daily")).toEqual("open high low close volume num_trades date vwap".split(" "));
      expect(points(side, "Indicator", "Intraday")).toEqual("open high low close volume num_trades vwap".split(" "));
      expect(points(side, "Identity")).toEqual(
        "exchange symbol old_symbol security_class status country name currency in_list mine".split(" "),
      );
      expect(points(side, "Fundamental")).toEqual(
        "ipo sector industry news earnings market_cap outstanding_shares filing_8k filing_s1 filing_424b days_to_earnings halt halt_news halt_volatility resumption".split(
          " ",
        ),
      );
      expect(points(side, "Ownership")).toEqual(
        "float io_percent io_shares ins_percent ins_shares owner_13f_percent owner_13f_shares short_interest".split(
          " ",
        ),
      );
    }
  });

  test("leave no field of the language without a data point", () => {
    const shown = new Set(
      COLUMN_CARDS.flatMap(({ tabs }) =>
        tabs.flatMap((tab) => tab.dataPoints.map((point) => `${point.group} ${point.name}`)),
      ),
    );
    expect(FIELDS.filter(({ group, name }) => !shown.has(`${group} ${name}`))).toEqual([]);
  });

  test.each([
    ["open", "FIRST", "AVG"],
    ["high", "MAX", "MAX"],
    ["low", "MIN", "MIN"],
    ["close", "LAST", "AVG"],
    ["volume", "SUM", "SUM"],
    ["num_trades", "SUM", "SUM"],
  ])("%s starts with %s over a window and %s over bars", (name, intraday, indicator) => {
    const func = (title: CardTitle, tab: string) =>
      cardOf("columns", title)
        ?.tabs.find((known) => known.name === tab)
        ?.dataPoints.find((point) => point.name === name)?.func;
    expect([func("Intraday", ""), func("Indicator", "Daily"), func("Indicator", "Intraday")]).toEqual([
      intraday,
      indicator,
      indicator,
    ]);
  });

  test("end with condition and value for a filter, with a name for a column; an event has its value alone", () => {
    for (const { side, tabs } of [...FILTER_CARDS, ...COLUMN_CARDS])
      for (const { options, type } of tabs.flatMap(({ dataPoints }) => dataPoints)) {
        expect(options.includes("name")).toBe(side === "columns");
        expect(options.includes("value")).toBe(side === "filters");
        expect(options.includes("condition")).toBe(side === "filters" && type !== "boolean");
      }
  });

  test("send security class as type with columns and as code with filters", () => {
    const sentAs = (["columns", "filters"] as const).map(
      (side) => cardOf(side, "Identity")?.tabs[0].dataPoints.find(({ name }) => name === "security_class")?.sentAs,
    );
    expect(sentAs).toEqual(["type", "code"]);
  });

  test("put Daily and Intraday under Technical", () => {
    expect(FILTER_CARDS.map(({ place }) => place.join("."))).toEqual([
      "Custom",
      "Technical.Daily",
      "Identity",
      "Indicator",
      "Technical.Intraday",
      "Fundamental",
      "Ownership",
    ]);
  });
});

describe("options", () => {
  test("have their functions, comparison operators and placeholder", () => {
    expect(INTRADAY_FUNCTIONS).toEqual(["FIRST", "MIN", "MAX", "AVG", "SUM", "LAST"]);
    expect(INDICATOR_FUNCTIONS).toEqual(["AVG", "MAX", "MIN", "SUM", "SMA", "EMA", "RSI", "VWAP"]);
    for (const func of INDICATOR_FUNCTIONS) expect(INDICATORS.map(({ code }) => code)).toContain(func);
    expect(CONDITIONS.slice(0, 4)).toEqual([">", "<", "=", "!="]);
    expect(TEXT_CONDITIONS).toEqual(["IS", "IS NOT"]);
    expect(CARD_OPTIONS.name).toMatchObject({
      label: "Name In Excel",
      placeholder: "Name to display in Excel table",
    });
  });
});

describe("constants", () => {
  test("are those of the product's rules", () => {
    expect(TIMINGS).toEqual({
      formulaCheck: 400,
      store: 250,
      popupHover: 200,
      suggestionsClose: 300,
      copyToast: 3_000,
      toast: 5_000,
      transientFlag: 1_000,
    });
    expect(SIZES).toEqual({
      suggestions: 220,
      dropdown: 400,
      sideDrawer: 260,
      numberInput: 100,
      textInput: 275,
      buttonRadius: 5,
    });
    expect(LIMITS).toMatchObject({
      requestName: 450,
      earliestDate: "2008-01-01",
      wizardSteps: 4,
      pageBlock: 10,
      yearSessions: 252,
    });
  });
});
