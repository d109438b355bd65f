import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import { LISTED_FIELDS } from "../../src/vocabulary/index.ts";
import { applied } from "./applied.ts";

const env = { columns: new Map(), use: "filter", currentOnly: new Set<string>() } as const;
const group = (field: string): string => (["sector", "industry"].includes(field) ? "fundamental" : "identity");

describe("a value outside its list", () => {
  test.each([
    ["country", "Antiga", "Antigua"],
    ["country", "united states", "USA"],
    ["security_class", "COMON-STOCK", "Common Stock"],
    ["security_class", "Stock Common", "Common Stock"],
    ["sector", "Tecnology", "Technology"],
    ["sector", "Financials", "Financial Services"],
    ["industry", "Semi-conductor", "Semiconductors"],
    ["industry", "Furnishings, Fixtures & Appliances", "Furnishings Fixtures & Appliances"],
    ["exchange", "NASDQ", "NASDAQ"],
    ["exchange", "AMEX", "NYSE MKT"],
    ["status", "delistd", "DELISTED"],
    ["currency", "Euro", "EUR"],
  ])("%s %s is reported, with the fix %s", (field, found, right) => {
    const text = `[${group(field)} ${field}] = "${found}"`;
    const { diagnostics } = diagnose(text, env);
    expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-value"]);
    expect(diagnostics[0]?.message).toContain(` Did you mean ${right}?`);
    const [fix] = diagnostics[0]?.fixes ?? [];
    const repaired = fix ? applied(text, fix) : "";
    expect(repaired).toBe(`[${group(field)} ${field}] = "${right}"`);
    expect(diagnose(repaired, env).diagnostics).toEqual([]);
  });

  test("one that resembles nothing is reported without a fix, among several values too", () => {
    const { diagnostics } = diagnose('in([identity country], "USA", "Atlantis")', env);
    expect(diagnostics.map(({ code, fixes }) => [code, fixes])).toEqual([["unknown-value", undefined]]);
  });

  test("the market's own values stand before the lists", () => {
    const values = new Map([["country", ["United States"]]]);
    expect(diagnose('[identity country] = "UNITED-STATES"', { ...env, values }).diagnostics).toEqual([]);
    expect(diagnose('[identity country] = "USA"', { ...env, values }).diagnostics).toHaveLength(1);
  });

  test.each(Object.entries(LISTED_FIELDS))("%s: every value is clean, as cards send it too", (field, list) => {
    const reported = list.flatMap(({ value }) =>
      [value, value.toUpperCase().replaceAll(" ", "-")].flatMap(
        (text) => diagnose(`[${group(field)} ${field}] = "${text}"`, env).diagnostics,
      ),
    );
    expect(reported).toEqual([]);
  });
});

test("a statement item has the unit of its list", () => {
  const column = { ...env, use: "column" } as const;
  const unit = (formula: string): unknown => diagnose(formula, column).unit;
  expect(unit("[earnings total-assets]")).toBe("currency");
  expect(unit("[earnings eps-diluted-1q]")).toBe("price");
  expect(unit("[earnings weighted-average-shares-diluted-1q]")).toBe("shares");
  expect(unit("[daily close] / [earnings eps-diluted-1q]")).toBe("ratio");
  expect(unit("[fundamental market_cap] / [earnings total-revenue-1q]")).toBe("ratio");
  expect(diagnose("[earnings total-assets] - [daily close]", column).diagnostics.map(({ code }) => code)).toEqual([
    "unit-mismatch",
  ]);
});
