import { rm } from "node:fs/promises";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copyWithBlanksBehindQuotes } from "../../src/market/import/blanks-in-quotes.ts";
import { READ_SETTINGS, withCsvRows } from "../../src/market/import/csv-rows.ts";
import { columnsOf, readStatement } from "../../src/market/import/incoming.ts";
import { findInputs, sampleOf } from "../../src/market/import/input.ts";
import { PlainCopies } from "../../src/market/import/plain-copy.ts";
import {
  columnTypesOf,
  NOT_PLAIN_SESSION,
  plainBars,
  PLAIN_BARS_SETTINGS,
  plainColumns,
  strictSettings,
} from "../../src/market/import/plain-bars.ts";
import { runImport } from "../../src/market/import/run-import.ts";
import { cases, timeLimit } from "../cases.ts";
import { DAILY, folderOf } from "./csv-folder.ts";
import { DAYS, lineOf, ODD_TEXTS, oddRow, QUOTED } from "./odd-rows.ts";
import { openTestMarket } from "./open-market.ts";

/** What the engine reads as a number, in quotes or not; an empty field is one too. */
const NUMBER = /^("?)[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\1$|^$/i;

/** Whether a strict reader takes a line: a file with another one is read again, ready for it. */
const isOfTypes = (line: string): boolean => {
  const fields = /"(A,B|1,2)"/.test(line) ? [] : line.split(",");
  const [, day = "", ...numbers] = fields;
  return fields.length === 9 && /^"?.{0,10}"?$/.test(day) && numbers.slice(0, 5).every((text) => NUMBER.test(text));
};

describe("what is plain", () => {
  test.each(["texts", "types of its columns", "types that every field is of"] as const)(
    "read as %s, is taken by the careful reader with the same values, whatever stands in a field",
    { timeout: timeLimit(120_000) },
    async (how) => {
      const rows = fc.sample(oddRow, cases(5_000));
      // Every text in every field, then random ones with trades and vwap.
      const every = ODD_TEXTS.concat(QUOTED).flatMap((text) =>
        [2, 3, 4, 5, 6].map((at) => ({ fields: ["12", "12", "12", "12", "12"], at, text, symbol: "", day: "" })),
      );
      const lines = [...every, ...rows]
        .map((row, index) => {
          const line = lineOf(row, `R${index}`, DAYS[index % DAYS.length] ?? "");
          return line.split(",").length === 7
            ? `${line},${index % 3 === 0 ? row.text.replaceAll(",", "") : index},${index % 4 === 0 ? row.text.replaceAll(",", "") : "12.5"}`
            : line;
        })
        // Files with one are read as texts.
        .filter((line) => how === "texts" || !line.includes("'"))
        .filter((line) => how !== "types that every field is of" || isOfTypes(line));
      const folder = folderOf({ "daily.csv": [`${DAILY},num_trades,vwap`, ...lines, ""].join("\n") });
      const market = await openTestMarket();
      try {
        const [found] = await findInputs(folder, {}, new PlainCopies());
        if (found === undefined) throw new Error("no input");
        await using copy = await copyWithBlanksBehindQuotes(found);
        const input = { ...found, path: copy.path };
        let counts: { readonly plain: number; readonly wrong: number } | undefined;
        const stop = new Error("enough");
        await runImport(market, "csv", {}, async (context) => {
          const columns = plainColumns(input)
            .map(([name, type]) => `${name} ${type}`)
            .join(", ");
          const plain = await context.next.scratch("plain", columns, "symbol");
          const into = await context.staging.into("daily");
          const sample = await sampleOf(input);
          await withCsvRows(context, { path: input.path, file: input.file }, columnsOf(input), async (rowsOf) => {
            const calendar = { day: context.day, today: context.today };
            const types = how === "texts" ? null : columnTypesOf(input, sample);
            const strict = how === "types that every field is of";
            await context.market.command({
              sql: `INSERT INTO ${plain} ${plainBars(input, { rows: rowsOf, calendar, sample, types, strict })}`,
              settings: strict ? strictSettings(input) : PLAIN_BARS_SETTINGS,
            });
            const sql = readStatement(input, { rows: rowsOf, into, calendar, sample, adjusted: false });
            await context.market.command({ sql, settings: READ_SETTINGS, params: { file: input.file } });
          });
          const row = `toString((toString(symbol), session, ${["open", "high", "low", "close", "volume", "num_trades", "vwap"].map((name) => `toFloat64(${name})`).join(", ")}))`;
          [counts] = await context.market.query<{ plain: number; wrong: number }>(`
SELECT toUInt32(count()) AS plain, toUInt32(countIf(row NOT IN (SELECT ${row} FROM ${into} WHERE problem = '' AND rounded = 0))) AS wrong
FROM (SELECT ${row} AS row FROM ${plain} WHERE session < ${NOT_PLAIN_SESSION})`);
          throw stop;
        }).catch((error: unknown) => {
          if (error !== stop) throw error;
        });
        expect(counts?.wrong).toBe(0);
        // A good part of them is: the law says something.
        expect(counts?.plain).toBeGreaterThan(lines.length / 10);
      } finally {
        await market.close();
        await rm(folder, { recursive: true });
      }
    },
  );
});
