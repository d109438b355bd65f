import {
  assert,
  constantFrom,
  oneof,
  property,
  record,
  boolean,
  double,
  integer,
  array,
  string,
  constant,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import {
  check,
  CONDITION_EXAMPLES,
  conditionText,
  conditionTree,
  parseCode,
  printCode,
  readCondition,
  sameTree,
} from "../../src/formula/index.ts";
import type { ColumnCondition, ConditionValue } from "../../src/formula/index.ts";
import type { ValueType } from "../../src/vocabulary/index.ts";

const TYPES = ["number", "text", "date", "time", "boolean"] as const;

const VALUES: Readonly<Record<ValueType, Arbitrary<ConditionValue>>> = {
  number: double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((value) =>
    Math.abs(value) < 1e-6 ? 0 : value,
  ),
  text: string({ minLength: 1, maxLength: 20 })
    .map((text) => text.replaceAll(/[\r\n\u0085\u2028\u2029]/g, " "))
    .filter((text) => text.trim() !== ""),
  date: integer({ min: 0, max: 40_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
  time: integer({ min: 0, max: 1_439 }),
  boolean: boolean(),
};

function conditionsOf(type: ValueType): Arbitrary<ColumnCondition> {
  const value = VALUES[type];
  const ordered = type === "number" || type === "date" || type === "time";
  const ops = ordered ? (["<", ">", "<=", ">=", "=", "!="] as const) : (["=", "!="] as const);
  return oneof(
    record({ kind: constant("empty" as const), empty: boolean() }),
    record({ kind: constant("compare" as const), op: constantFrom(...ops), value }),
    record({ kind: constant("in" as const), values: array(value, { minLength: 1, maxLength: 4 }) }),
    ...(ordered
      ? [
          array(value, { minLength: 2, maxLength: 2 }).map(([a = 0, b = 0]): ColumnCondition => ({
            kind: "between",
            low: a < b ? a : b,
            high: a < b ? b : a,
          })),
        ]
      : []),
    ...(type === "text"
      ? [
          record({
            kind: constant("part" as const),
            of: constantFrom("contains" as const, "starts_with" as const),
            text: VALUES.text.map(String),
            negated: boolean(),
          }),
        ]
      : []),
  );
}

test.each(TYPES)("a condition on a %s reads back as it is written", (type) => {
  assert(
    property(conditionsOf(type), (condition) => {
      const text = conditionText(condition, type);
      if (text.length > 200) return;
      expect(readCondition(text, type)).toEqual({ ok: true, condition });
    }),
  );
});

const FORMULAS: Readonly<Record<ValueType, string>> = {
  number: "( [daily close] / [daily close -1] - 1 ) * 100",
  text: "[identity exchange]",
  date: "[daily date]",
  time: "[intraday time at max high '09:30' .. '15:59']",
  boolean: "[daily close] > [daily open]",
};

test.each(TYPES)("as a filter, a condition on a %s is a formula that prints, reads and checks", (type) => {
  const { tree } = parseCode(FORMULAS[type]);
  if (tree === null) throw new Error(FORMULAS[type]);
  assert(
    property(conditionsOf(type), (condition) => {
      const filter = conditionTree(tree, condition, type);
      const code = printCode(filter);
      const read = parseCode(code);
      expect([code, read.tree !== null && sameTree(read.tree, filter)]).toEqual([code, true]);
      if (read.tree === null) return;
      const checked = check(read.tree, { use: "filter", columns: new Map() });
      expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    }),
  );
});

test.each<[ValueType, string, string]>([
  ["number", "", "Type a condition, such as > 10 or 1 .. 5."],
  ["number", "> ", "A number is missing, such as 10, 1.5M or 2%."],
  ["number", "> ten", "“ten” is not a number, such as 10, 1.5M or 2%."],
  ["number", "contains 3", "Only texts contain something."],
  ["number", "5 .. 1", "The first value is above the second."],
  ["number", "1 .. five", "“five” is not a number, such as 10, 1.5M or 2%."],
  ["number", "= 1,00", "“1,00” is not a number, such as 10, 1.5M or 2%."],
  ["text", "> A", "A text is equal or not: use = or !=."],
  ["text", "contains", "A text is missing, such as NASDAQ."],
  ["boolean", "maybe", "“maybe” is not true or false, such as true."],
  ["boolean", "< true", "True or false is equal or not: use = or !=."],
  ["date", "> 2025-02-30", "“2025-02-30” is not a date, such as 2025-12-31 or 12/31/2025."],
  ["time", "24:00", "“24:00” is not a time, such as 09:30."],
  ["text", "x".repeat(201), "A condition has at most 200 characters."],
])("of a %s, %j is refused with the reason", (type, text, message) => {
  expect(readCondition(text, type)).toEqual({ ok: false, message });
});

test.each<[ValueType, string, string]>([
  ["number", "1,500,000", "= 1.5M"],
  ["number", ">=-$2.5b", ">= -2.5B"],
  ["number", "3%", "= 3"],
  ["number", "1..5", "1 .. 5"],
  ["number", "1 to 5", "1 .. 5"],
  ["number", "NOT EMPTY", "is not empty"],
  ["number", "<> 4", "!= 4"],
  ["text", "bio tech", "contains bio tech"],
  ["text", "not contains x", "does not contain x"],
  ["text", 'in a, "b, c"', 'in a, "b, c"'],
  ["date", "< 1/2/2025", "< 2025-01-02"],
  ["time", "9:30 .. 10:00", "09:30 .. 10:00"],
  ["boolean", "Yes", "= true"],
])("of a %s, %j is %s", (type, text, shown) => {
  const read = readCondition(text, type);
  expect(read.ok && conditionText(read.condition, type)).toBe(shown);
});

test("every example is a condition", () => {
  for (const type of TYPES)
    for (const text of CONDITION_EXAMPLES[type]) expect([text, readCondition(text, type).ok]).toEqual([text, true]);
});
