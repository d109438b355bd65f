import { expect, test } from "vitest";
import { filterOfColumn, parseCode, printCode, readCondition } from "../../src/formula/index.ts";
import type { ValueType } from "../../src/vocabulary/index.ts";
import { addFilter, cardState, freshRequest, requestSent } from "../../src/request/index.ts";

const column = (name: string, type: ValueType, code: string, outcome = false) => ({ name, type, code, outcome });
const COLUMNS = [
  column("Symbol", "text", ""),
  column("Date", "date", ""),
  column("Base", "number", "[daily close -1]"),
  column("Gap", "number", "( [daily open] / {Base} - 1 ) * 100"),
  column("Wide", "boolean", "{gap} > 3"),
  column("Next", "number", "[daily close 1]", true),
  column("Odd", "number", "not a formula ["),
  column("Round", "number", "{Round} + 1"),
];

const filtered = (name: string, text: string) => {
  const place = COLUMNS.findIndex((one) => one.name === name);
  const read = readCondition(text, COLUMNS[place]?.type ?? "text");
  if (!read.ok) throw new Error(read.message);
  return filterOfColumn(COLUMNS, place, read.condition);
};

test.each([
  ["Base", "> 1.5M", "[daily close -1] > 1.5M"],
  ["Base", "< -2", "[daily close -1] < -2"],
  ["Gap", "1 .. 5", "between(([daily open] / [daily close -1] - 1) * 100, 1, 5)"],
  ["Wide", "false", "!(([daily open] / [daily close -1] - 1) * 100 > 3)"],
  ["Wide", "is empty", "is_null(([daily open] / [daily close -1] - 1) * 100 > 3)"],
  ["Symbol", "in SPY, QQQ", 'in([identity symbol], "SPY", "QQQ")'],
  ["Symbol", "does not contain A", '!contains([identity symbol], "A")'],
  ["Date", ">= 2025-12-01", "[daily date] >= '2025-12-01'"],
])("%s %s is the column's own formula with the condition, without names of columns", (name, text, code) => {
  const made = filtered(name, text);
  const { tree } = parseCode(code);
  expect(made.ok && made.code).toBe(tree && printCode(tree));
});

test.each([
  ["Next", "> 1", /^Next is an Outcome, .* hindsight \(look-ahead\)\.$/],
  ["Odd", "> 1", /^The formula of Odd cannot be read/],
  ["Round", "> 1", /./],
])("%s %s is refused with the reason", (name, text, message) => {
  const made = filtered(name, text);
  expect(made.ok ? made.code : made.message).toMatch(message);
  expect(made.ok).toBe(false);
});

test("it is added as a filter and sent as one, unless the subscription allows no more", () => {
  const state = freshRequest("2025-12-31");
  const filter = { code: "[daily close] > 100", tag: "Close > 100" };
  const next = addFilter(state, filter, { filters: 1, columns: null });
  if (next === null) throw new Error("not added");
  const [row] = cardState(next, "filters", "Custom").addedOptions;
  expect(row?.addedItem).toMatchObject({ formula: { tag: "Close > 100", stringFormula: "[daily close] > 100" } });
  expect(requestSent(next)).toMatchObject({ filters: { Custom: [{ tag: "Close > 100" }] } });
  expect(cardState(next, "filters", "Custom").form).toBe(cardState(state, "filters", "Custom").form);
  expect(addFilter(next, filter, { filters: 1, columns: null })).toBeNull();
});
