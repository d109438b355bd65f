import type { StudyCell } from "../vocabulary/index.ts";
import { letter } from "./cells.ts";
import type { Cell } from "./cells.ts";
import { LINE_POINTS, linesOf } from "./column-widths.ts";
import { ANY_NUMBER, partCondition, thresholdName } from "./study-parts.ts";
import type { DividedColumn } from "./study-parts.ts";

/** Below the mean of all rows, at it, above it; black is read on all of them. */
const COLOURS = { low: "FFF6C998", middle: "FFFFFFFF", high: "FF9DC3E6" } as const;

/** A column of the rows that is crossed with another. */
interface CrossedColumn extends DividedColumn {
  readonly name: string;
  /** Its cells on the sheet of rows. */
  readonly range: string;
  /** Style of its values. */
  readonly style: number;
}

interface Crossed {
  readonly across: CrossedColumn;
  readonly down: CrossedColumn;
  readonly cells: readonly StudyCell[];
  /** Cells and style of the outcome. */
  readonly outcome: { readonly range: string; readonly style: number };
  /** A figure that is a formula where the sheet is live. */
  readonly figure: (formula: string, cached: number | null, style: "whole" | number) => Cell;
  /** Number of the row that comes first. */
  readonly first: number;
  /** The cell that has the mean of all rows. */
  readonly mean: string;
  /** Characters of the first column. */
  readonly width: number;
}

interface CrossingRows {
  readonly rows: readonly (readonly Cell[])[];
  /** Height of the first of them, in points: names may break. */
  readonly header: number;
  readonly definedNames: readonly { readonly name: string; readonly cell: string }[];
  /** Colours of the means, as a worksheet writes them. */
  readonly formatting: string;
}

/** Two columns at once: a map of the means, coloured by how far they lie from that of all rows, and the rows behind each. */
export function crossingRows({ across, down, cells, outcome, figure, first, mean, width }: Crossed): CrossingRows {
  const [head, top] = [first + 1, first + 2];
  const y = outcome.range;
  const columnOf = (at: number): string => letter(at + 1);
  const thresholdsAt = {
    across: (at: number): string => `$${columnOf(at)}$${head}`,
    down: (at: number): string => `$A$${top + at}`,
  };
  const conditionOf = ({ bars, range }: CrossedColumn, cell: (at: number) => string, at: number): string =>
    partCondition(range, at === 0 ? null : cell(at), at === bars.length - 1 ? null : cell(at + 1));
  const conditions = (row: number, column: number): string =>
    `${conditionOf(across, thresholdsAt.across, column)},${conditionOf(down, thresholdsAt.down, row)}`;
  const map = (
    cellAt: (row: number, column: number, of: StudyCell | undefined) => Cell,
  ): readonly (readonly Cell[])[] =>
    down.bars.map(({ part: line }, row) =>
      across.bars.map(({ part }, column) =>
        cellAt(
          row,
          column,
          cells.find((one) => one.across === part && one.down === line),
        ),
      ),
    );
  const header = (title: string): readonly Cell[] =>
    [title, ...across.bars.map((_, at) => (at === 0 ? "Lowest" : "At least"))].map((of) => ({ style: "header", of }));
  const means = map((row, column, of) =>
    figure(`AVERAGEIFS(${y},${conditions(row, column)})`, of?.mean ?? null, outcome.style),
  );
  const counts = map((row, column, of) =>
    figure(`COUNTIFS(${conditions(row, column)},${y},${ANY_NUMBER})`, of?.rows ?? 0, "whole"),
  );
  const threshold = (of: CrossedColumn, at: number): Cell => ({ style: of.style, of: of.thresholds[at - 1] ?? null });
  /** A threshold of the means' map, repeated beside the rows' one. */
  const repeated = (of: CrossedColumn, cell: string, at: number): Cell =>
    figure(cell, of.thresholds[at - 1] ?? null, of.style);
  const title = `Mean: ${down.name} down, ${across.name} across`;
  return {
    header: LINE_POINTS * linesOf(title, width - 1),
    rows: [
      header(title),
      [null, ...across.bars.map((_, at) => (at === 0 ? null : threshold(across, at)))],
      ...means.map((line, at) => [at === 0 ? "Lowest" : threshold(down, at), ...line]),
      [],
      header("Rows"),
      [null, ...across.bars.map((_, at) => (at === 0 ? null : repeated(across, thresholdsAt.across(at), at)))],
      ...counts.map((line, at) => [at === 0 ? "Lowest" : repeated(down, thresholdsAt.down(at), at), ...line]),
    ],
    definedNames: [
      ...across.thresholds.map((_, at) => ({
        name: thresholdName("Across", across.name, at + 1),
        cell: thresholdsAt.across(at + 1),
      })),
      ...down.thresholds.map((_, at) => ({
        name: thresholdName("Down", down.name, at + 1),
        cell: thresholdsAt.down(at + 1),
      })),
    ],
    formatting:
      `<conditionalFormatting sqref="B${top}:${columnOf(across.bars.length - 1)}${top + down.bars.length - 1}">` +
      `<cfRule type="colorScale" priority="1"><colorScale><cfvo type="min"/><cfvo type="formula" val="${mean}"/><cfvo type="max"/>` +
      `<color rgb="${COLOURS.low}"/><color rgb="${COLOURS.middle}"/><color rgb="${COLOURS.high}"/></colorScale></cfRule></conditionalFormatting>`,
  };
}
