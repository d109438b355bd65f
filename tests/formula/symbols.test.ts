import { expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import { applied } from "./applied.ts";

const env = { columns: new Map(), use: "filter", symbols: new Set(["SPY", "QQQ", "BRK.B"]) } as const;

test.each([
  ['[daily close of "spy"] > 100', null],
  ['[daily close of "SYP"] > 100', '[daily close of "SPY"] > 100'],
  ['beta(20, "QQQQ") > 1', 'beta(20, "QQQ") > 1'],
  ['[daily volume of "BRKB"] > 1', '[daily volume of "BRK.B"] > 1'],
])("%s", (text, right) => {
  const { diagnostics } = diagnose(text, env);
  expect(diagnostics.map(({ code }) => code)).toEqual(right === null ? [] : ["unknown-symbol"]);
  const [fix] = diagnostics[0]?.fixes ?? [];
  expect(fix === undefined ? null : applied(text, fix)).toBe(right);
});

test("a symbol far from all is said without a fix, and any is one where no market is known", () => {
  const text = 'correl(20, "NOBODY") > 0.5';
  const { diagnostics } = diagnose(text, env);
  expect(diagnostics).toMatchObject([{ code: "unknown-symbol", severity: "warning", from: 11, to: 19 }]);
  expect(diagnose(text, { columns: new Map(), use: "filter" }).diagnostics).toEqual([]);
});
