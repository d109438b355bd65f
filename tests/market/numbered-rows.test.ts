import { expect, test } from "vitest";
import * as fc from "fast-check";
import { numberedRows } from "../../src/market/import/numbered-rows.ts";
import { cases } from "../cases.ts";

const field = fc.oneof(
  fc.stringMatching(/^[a-z0-9 ]{0,6}$/),
  fc.constantFrom("", '5" tall', "  "),
  fc
    .array(fc.constantFrom("a", ",", "\n", "\r\n", '""', " ", "é"), { maxLength: 5 })
    .map((texts) => `"${texts.join("")}"`),
);
const row = fc.array(field, { minLength: 1, maxLength: 4 }).map((fields) => fields.join(","));

test("rows are numbered where they begin, in pieces of whole rows, however the bytes come", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 3, max: 40 }),
      fc.integer({ min: 1, max: 60 }),
      async (rows, end, endsAtEnd, marked, chunk, most) => {
        const text = rows.map((each, index) => (index === rows.length - 1 && !endsAtEnd ? each : each + end));
        const bytes = Buffer.from((marked ? "\uFEFF" : "") + text.join(""));
        const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
          bytes.subarray(index * chunk, (index + 1) * chunk),
        );
        const pieces: string[] = [];
        for await (const piece of numberedRows(chunks, { bytes: most, rows: 3 })) pieces.push(piece.toString());
        const numbered = text.filter((each) => each !== "").map((each, index) => `${index},${each}`);
        expect(pieces.join("")).toBe(numbered.join(""));
        for (const piece of pieces.slice(0, -1)) expect(piece.endsWith("\n")).toBe(true);
        // A piece is a number of whole rows, no more than fit.
        let at = 0;
        for (const piece of pieces) {
          const from = at;
          for (let length = 0; length < piece.length; at += 1) length += numbered[at]?.length ?? piece.length;
          expect(numbered.slice(from, at).join("")).toBe(piece);
          expect(at - from).toBeLessThanOrEqual(3);
        }
      },
    ),
    { numRuns: cases(300) },
  );
});
