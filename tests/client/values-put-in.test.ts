import { expect, test } from "vitest";
import type { ExplainedPart } from "../../src/contract/index.ts";
import { shownParts, valuesPutIn } from "../../src/client/results/panels/values-put-in.ts";

const part = (code: string, from: number, to: number, more: Partial<ExplainedPart>): ExplainedPart => ({
  code,
  from,
  to,
  day: 0,
  date: "2025-12-30",
  type: "number",
  value: null,
  reason: null,
  source: null,
  origins: [],
  known: null,
  elements: null,
  text: null,
  cut: false,
  parts: [],
  ...more,
});

test("every data point and column of a formula has its value put in, what is written stays", () => {
  const text = "([daily open] / {Base} - 1) * 100";
  const open = part("[daily open]", 1, 13, { value: 524.21 });
  const base = part("{Base}", 16, 22, { value: 1522.5, parts: [part("[daily close]", 0, 13, { value: 3 })] });
  const quotient = part("[daily open] / {Base}", 1, 22, { parts: [open, base] });
  const difference = part("[daily open] / {Base} - 1", 1, 26, { parts: [quotient, part("1", 25, 26, { value: 1 })] });
  const root = part(text, 0, 33, { parts: [difference, part("100", 30, 33, { value: 100 })] });
  const pieces = valuesPutIn({ text, root });
  expect(pieces.map((piece) => piece.text).join("")).toBe("(524.21 / 1522.5 - 1) * 100");
  expect(pieces.filter(({ code }) => code !== null).map(({ code }) => code)).toEqual(["[daily open]", "{Base}"]);
  expect(shownParts(root).map(({ code }) => code)).toEqual([difference.code]);
});

test("a value that is missing is told as null, and a range is one value", () => {
  const text = "[daily high -300] > highest([daily high], 20)";
  const missing = part("[daily high -300]", 0, 17, { value: null });
  const range = part("highest([daily high], 20)", 20, 45, {
    value: 30,
    elements: [],
    parts: [part("[daily high]", 28, 40, { value: 29 })],
  });
  const pieces = valuesPutIn({ text, root: part(text, 0, 45, { type: "boolean", parts: [missing, range] }) });
  expect(pieces.map((piece) => piece.text).join("")).toBe("null > 30");
  expect(pieces[0]?.missing).toBe(true);
});
