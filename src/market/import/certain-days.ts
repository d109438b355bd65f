import { Rows } from "./csv-fields.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { ImportError } from "./report.ts";
import { certainDay, hasEitherOrder, shapeOf } from "./shape.ts";
import { textLines } from "./text-lines.ts";

type Fields = readonly string[];

/** What of an input says where its dates stand. */
interface Dated {
  readonly kind: Kind;
  readonly path: string;
  readonly file: string;
  readonly origins: Readonly<Record<string, { readonly column: number } | { readonly text: string }>>;
}

/**
 * Of each column of dates such as 1/2/2024 the first row of the whole file that can only be read with the day first, or only
 * with the month first: the first days of a month say neither. Throws ImportError where a column has both.
 */
export async function certainDays(input: Dated, sample: readonly Fields[]): Promise<readonly Fields[]> {
  const columns = dateColumns(input).filter((column) =>
    hasEitherOrder(shapeOf(sample.map((row) => textOf(row, column)))),
  );
  if (columns.length === 0) return [];
  const found = columns.map((column) => ({ column, rows: new Map<"first" | "second", Fields>() }));
  const rows = new Rows(",");
  for await (const lines of textLines(input.path, input.file))
    for (const { fields } of rows.of(lines))
      for (const { column, rows: known } of found) {
        const day = certainDay(textOf(fields, column));
        if (day === null || known.has(day)) continue;
        known.set(day, fields);
        const [one, other] = [known.get("first"), known.get("second")];
        if (one === undefined || other === undefined) continue;
        throw new ImportError(
          `${input.file} has dates as ${textOf(one, column)} and as ${textOf(other, column)}: days first and months first in one file. Write them as 2024-01-31. Nothing was imported.`,
        );
      }
  return found.flatMap(({ rows: known }) => [...known.values()]);
}

/** Columns, from 1, whose dates are all read in one shape. */
const dateColumns = ({ kind, origins }: Dated): readonly number[] =>
  KINDS[kind].flatMap(({ name, reading }) => {
    const origin = origins[name];
    const isDate = reading === "day" || name === "timestamp";
    return isDate && origin !== undefined && "column" in origin ? [origin.column] : [];
  });

const textOf = (row: Fields, column: number): string => (row[column - 1] ?? "").trim();
