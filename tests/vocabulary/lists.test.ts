import { describe, expect, test } from "vitest";
import {
  COUNTRIES,
  DIVIDEND_FIELDS,
  EARNINGS_DATA_POINTS,
  EVENT_VALUES,
  EXCHANGES,
  INDUSTRIES,
  LISTED_FIELDS,
  listedValue,
  readStatementName,
  SECTORS,
  SECURITY_CLASSES,
  SPLIT_FIELDS,
  STATEMENT_GROUPS,
  STATEMENT_ITEMS,
  statementItem,
  statementName,
  STATUSES,
  textKey,
} from "../../src/vocabulary/index.ts";

const values = (list: readonly { readonly value: string }[]): readonly string[] => list.map(({ value }) => value);
const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

test("dividends change the prices of bars, splits their volumes too, and nothing else is adjusted", () => {
  const prices = ["open", "high", "low", "close", "vwap"];
  expect([...DIVIDEND_FIELDS].toSorted()).toEqual(prices.toSorted());
  expect([...SPLIT_FIELDS].toSorted()).toEqual([...prices, "volume"].toSorted());
});

describe("the lists of values", () => {
  test("countries go from USA to Antigua, about 85 of them", () => {
    expect(COUNTRIES[0]?.value).toBe("USA");
    expect(COUNTRIES.at(-1)?.value).toBe("Antigua");
    expect(COUNTRIES.length).toBeGreaterThanOrEqual(83);
    expect(COUNTRIES.length).toBeLessThanOrEqual(90);
  });

  test("exchanges, statuses, classes in both wordings and event values are those of the cards", () => {
    expect(values(EXCHANGES)).toEqual(["NASDAQ", "NYSE", "OTC", "BATS"]);
    expect(values(STATUSES)).toEqual(["ACTIVE", "DELISTED", "SUSPENDED"]);
    expect(SECURITY_CLASSES.map(({ label }) => label)).toEqual([
      "common stock",
      "ADR stock",
      "ETF",
      "preferred stock",
      "unit",
      "warrant",
    ]);
    expect(SECURITY_CLASSES.map(({ otherLabel }) => otherLabel)).toEqual(
      expect.arrayContaining(["Stock ADR", "Stock common", "Stock preferred"]),
    );
    expect(EVENT_VALUES).toEqual([
      { value: true, label: "HAD", ofList: "IS ON IT" },
      { value: false, label: "DIDN'T HAVE", ofList: "IS NOT" },
    ]);
  });

  test("an industry belongs to a sector that is listed, and every sector has industries", () => {
    expect(INDUSTRIES.length).toBeGreaterThanOrEqual(145);
    expect(new Set(INDUSTRIES.map(({ sector }) => sector))).toEqual(new Set(values(SECTORS)));
  });

  test.each(Object.entries(LISTED_FIELDS))(
    "%s: every spelling means one value, no value holds a comma",
    (field, list) => {
      const spelled = list.flatMap(({ value, accepted = [] }) => [value, ...accepted].map(textKey));
      expect(repeated(spelled)).toEqual([]);
      expect(values(list).filter((value) => value.includes(","))).toEqual([]);
      for (const one of list) {
        for (const text of [one.value, ...(one.accepted ?? [])])
          expect(listedValue(field, text.toUpperCase())).toBe(one);
      }
    },
  );

  test("both wordings of a class mean it, and what no list has means nothing", () => {
    for (const one of SECURITY_CLASSES) {
      for (const wording of [one.label, one.otherLabel ?? one.label])
        expect(listedValue("security_class", wording)).toBe(one);
    }
    expect(listedValue("country", "Atlantis")).toBeNull();
    expect(listedValue("name", "USA")).toBeNull();
  });
});

describe("the statement items", () => {
  test("stand in the groups of the earnings card, each group with some", () => {
    const groups = STATEMENT_ITEMS.map(({ groupBy }) => groupBy);
    expect([...new Set(groups)]).toEqual([...STATEMENT_GROUPS]);
    expect(groups.map((group) => STATEMENT_GROUPS.indexOf(group))).toEqual(
      groups.map((group) => STATEMENT_GROUPS.indexOf(group)).toSorted((a, b) => a - b),
    );
  });

  test("every name means one item and is hyphenated", () => {
    const names = STATEMENT_ITEMS.flatMap(({ item, accepted = [] }) => [item, ...accepted]);
    expect(repeated(names)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
    expect(names.map((name) => statementItem(name.toUpperCase().replaceAll("-", " "))).includes(null)).toBe(false);
  });

  test("figures of a quarter end in 1q to 4q, balance sheet items have no suffix and mean the latest quarter", () => {
    const points = new Set(EARNINGS_DATA_POINTS.map((point) => point.data_point));
    for (const { item, kind } of STATEMENT_ITEMS) {
      const quarters = [1, 2, 3, 4].map((quarter) => `${item}-${quarter}q`);
      expect([item, ...quarters].filter((name) => points.has(name))).toEqual(kind === "balance" ? [item] : quarters);
      expect(readStatementName(item)).toEqual({ item, quarter: 1 });
    }
    expect(EARNINGS_DATA_POINTS).toContainEqual({
      data_point: "total-revenue-2q",
      name: "Total revenue 2Q",
      groupBy: "Revenues and Sales",
      unit: "currency",
    });
  });

  test.each([
    ["total-assets", { item: "total-assets", quarter: 1 }, "total-assets"],
    ["total-assets-3q", { item: "total-assets", quarter: 3 }, "total-assets-3q"],
    ["Revenue-12Q", { item: "total-revenue", quarter: 12 }, "total-revenue-12q"],
    ["EPS Diluted 2q", { item: "eps-diluted", quarter: 2 }, "eps-diluted-2q"],
    ["total-revenue-0q", null, null],
    ["", null, null],
    ["constructor", null, null],
  ])("%s", (name, read, written) => {
    expect(readStatementName(name)).toEqual(read);
    expect(read && statementName(read.item, read.quarter)).toBe(written);
  });
});
