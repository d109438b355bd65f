import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as fc from "fast-check";
import { numberedRows } from "../../src/market/import/numbered-rows.ts";
import { cases, rounds } from "../cases.ts";
import { folderOf } from "./csv-folder.ts";

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

// What an import holds of a file does not grow with it: two pieces, what they are made of, and what is not collected yet.
test.skipIf(rounds(true, process.platform !== "linux")).each(["minute.csv", "minute.csv.gz"])(
  "a file of 200 MB is read in less than 64 MB beside what the program takes anyway: %s (in the soak)",
  async (name) => {
    const text = Array.from(
      { length: 2_000_000 },
      (_, n) => `S${n % 500},2024-01-02,09:30,12.${n},13.25,11.5,12.75,${n}`,
    );
    const file = join(folderOf({ [name]: text.join("\n").repeat(2) }), name);
    const at = new URL("../../src/market/import/", import.meta.url).href;
    const script = `import { readFileSync } from "node:fs";
import { passingBytes } from "${at}file-bytes.ts";
import { numberedRows } from "${at}numbered-rows.ts";
const peak = () => Number(/^VmHWM:\\s+(\\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
const before = peak();
for await (const piece of numberedRows(passingBytes(process.argv[1], "x"))) await new Promise((sent) => setTimeout(sent, 1));
process.stdout.write(String(peak() - before));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, file]);
    expect(Number(stdout)).toBeGreaterThan(0);
    expect(Number(stdout)).toBeLessThan(64);
  },
  120_000,
);
