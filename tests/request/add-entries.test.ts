import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import { isEntry, printState, readText, textWithEntriesOf } from "../../src/request/index.ts";
import { cases } from "../cases.ts";
import { labelledRequest } from "./said.ts";

vi.setConfig({ testTimeout: 60_000 });

it("puts filters behind filters and columns behind columns, comments with them, names and notation made to fit", () => {
  const own = "/* Mine. */\nrequest Mine\n\nfilter {a}: [daily close] > 5 /* why */\n\ncolumn {Gap}: [daily close]\n";
  const other = `/* Theirs. */
request Theirs
dates 2024-01-02 .. 2024-02-02
notation words

/* Cheap. */
filter {b} "B": close is above 1
off filter volume is above 1M

column {gap}: open /* raw */
/* Twice. */
column {Twice}: {gap} * 2
`;
  expect(textWithEntriesOf(own, other)).toBe(`/* Mine. */
request Mine

filter {a}: [daily close] > 5 /* why */
/* Cheap. */
filter {b} "B": [daily close] > 1
off filter [daily volume] > 1M

column {Gap}: [daily close]
column {gap 2}: [daily open] /* raw */
/* Twice. */
column {Twice}: {gap 2} * 2
`);
});

it.each([
  ["", "filter 5 > 3\n", "filter 5 > 3\n"],
  ["", "filter 5 > 3\ncolumn {B}: 5\n", "filter 5 > 3\n\ncolumn {B}: 5\n"],
  ["request A\n", "filter 5 > 3\ncolumn {B}: 5\n", "request A\n\nfilter 5 > 3\n\ncolumn {B}: 5\n"],
  ["filter 5 > 3", "column {B}: 5\n", "filter 5 > 3\n\ncolumn {B}: 5\n"],
  ["column {B}: 5\n", "filter 5 > 3\n", "filter 5 > 3\n\ncolumn {B}: 5\n"],
])("%j and %j are %j", (own, other, both) => {
  expect(textWithEntriesOf(own, other)).toBe(both);
});

it("keeps every entry of both", () => {
  fc.assert(
    fc.property(labelledRequest, labelledRequest, (own, other) => {
      const count = (text: string): number => readText(text).statements.filter(isEntry).length;
      const [a, b] = [printState(own), printState(other, "words")];
      const both = readText(textWithEntriesOf(a, b));
      expect(both.findings).toEqual([]);
      expect(both.statements.filter(isEntry)).toHaveLength(count(a) + count(b));
      const names = both.statements.flatMap((one) => (one.kind === "column" ? [one.name?.value.toLowerCase()] : []));
      expect(new Set(names).size).toBe(names.length);
    }),
    { numRuns: cases(8), endOnFailure: true },
  );
});
