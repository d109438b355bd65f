import { diagnose } from "../../src/formula/index.ts";
import { clock, FIELDS, type Field } from "../../src/vocabulary/index.ts";
import type { NamedFormula } from "./formulas.ts";
import type { Random } from "./random.ts";
import { EDGES } from "./random-bars.ts";
import { ITEMS } from "./random-facts.ts";

const BEFORE_OPEN = "'04:00' .. '09:29'";
const WINDOWS = [BEFORE_OPEN, "'09:30' .. '09:59'", "'09:30' .. '15:59'", "'12:00' .. '15:59'", "'16:00' .. '19:59'"];

/** A window of the day by chance, as code. */
function anyWindow(random: Random): string {
  const [a, b] = [random.of(EDGES), random.of(EDGES)];
  return `'${clock(Math.min(a, b))}' .. '${clock(Math.max(a, b))}'`;
}

function codesOf(random: Random, { group, name, type, event, windowDefault }: Field): readonly string[] {
  switch (group) {
    case "daily":
      return [
        `[daily ${name}]`,
        `[daily ${name} -1]`,
        `[daily last ${name} -3 .. -1]`,
        `[daily ${name} at max high -2 .. 0]`,
      ];
    case "intraday": {
      const func = windowDefault ?? "last";
      const windows = [...WINDOWS, anyWindow(random), anyWindow(random)];
      return [
        ...windows.map((window) => `[intraday ${func} ${name} ${window}]`),
        `[intraday ${func} ${name} ${random.of(WINDOWS)} -1]`,
        `[intraday ${name} at '${clock(random.of(EDGES))}']`,
        `[intraday ${name} at max high ${random.of(WINDOWS)}]`,
      ];
    }
    case "weekly":
    case "monthly":
      return [`[${group} ${name} -1]`];
    case "identity":
    case "fundamental":
    case "ownership":
      if (event === "window")
        return [
          `[fundamental ${name}]`,
          ...["'00:00' .. '09:29'", ...WINDOWS, anyWindow(random)].map((window) => `[fundamental ${name} ${window}]`),
        ];
      return [
        `[${group} ${name}]`,
        `[${group} ${name} -1]`,
        ...(type === "number" ? [`change([${group} ${name}])`] : []),
      ];
  }
}

/** Every field of the catalogue, in the ways it can be asked for, with statement items and indicators. */
export function fieldFormulas(random: Random): readonly NamedFormula[] {
  const codes = [
    ...FIELDS.flatMap((field) => codesOf(random, field)),
    ...ITEMS.flatMap((item) => [1, 2, 3, 5].map((quarter) => `[earnings ${item}-${quarter}q]`)),
    "[indicator sma(3) close]",
    "[indicator sma(2) close 5min at '10:00']",
    "[indicator ema(2) close 1min at '16:00']",
    "[identity exchange] = \"NASDAQ\" & [intraday max high '04:00' .. '09:29'] > 0",
    "rank([fundamental market_cap])",
  ];
  return codes.map((code, index) => {
    const { tree, type, diagnostics } = diagnose(code, { columns: new Map(), use: "column" });
    if (!tree || !type) throw new Error(`${code}: ${diagnostics[0]?.message}`);
    return { name: `field ${index}`, tree, code, type };
  });
}
