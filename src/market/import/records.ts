import { quoted, READ_SETTINGS, withCsvRows } from "./csv-rows.ts";
import { columnsOf, readStatement } from "./incoming.ts";
import type { Kind } from "./kinds.ts";
import type { ImportContext } from "./run-import.ts";

/** A row that stood in no table: the values of a kind's fields as texts, with where it came from. */
export interface ImportRecord {
  readonly file: string;
  /** As the report names it: the number of the record in its file, from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

const SAMPLE_ROWS = 50;

/** Takes records as if they were rows of a file of that kind: the same checks, the same refusals. */
export async function readRecords(
  context: ImportContext,
  kind: Kind,
  fields: readonly string[],
  records: readonly ImportRecord[],
  options: { readonly symbols?: "suffixed" } = {},
): Promise<void> {
  if (records.length === 0) return;
  // The first two columns say the file and how many rows stand before it.
  const lines = records.map(({ file, line, values }, index) => [
    file,
    String(index + 1 - line),
    ...fields.map((field) => values[field] ?? ""),
  ]);
  const input = {
    kind,
    path: "",
    file: "",
    width: fields.length + 2,
    headerRows: 0,
    origins: Object.fromEntries(fields.map((field, index) => [field, { column: index + 3 }])),
    unknown: [],
    missing: [],
    priceScale: 1,
    timezone: "America/New_York",
    batch: 2,
    ...options,
  };
  const into = await context.staging.into(kind);
  const text = lines.map((line) => `${line.map(quoted).join(",")}\n`).join("");
  const sample = lines.slice(0, SAMPLE_ROWS);
  await withCsvRows(context, { text }, columnsOf(input), (rows) =>
    context.market.command({
      sql: readStatement(input, { rows, into, calendar: context, sample, adjusted: false }),
      settings: READ_SETTINGS,
      lane: "scan",
    }),
  );
}
