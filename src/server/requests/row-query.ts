import type { z } from "zod";
import type { GroupsQuery, RowFilterQuery, RowsQuery } from "../../contract/index.ts";
import { readCondition } from "../../formula/index.ts";
import type { RowFilter, SortKey } from "../../scan/index.ts";
import type { FinishedRun, ResultColumn } from "../../vocabulary/index.ts";
import { ProblemAnswer } from "../problem.ts";

/** Conditions on columns that rows may have to meet. */
const MAX_CONDITIONS = 16;

const refuse = (path: string, message: string): ProblemAnswer =>
  new ProblemAnswer("bad-request", message, [{ path, message }]);

function columnOf({ columns }: FinishedRun, place: number, path: string): ResultColumn {
  const column = columns[place];
  if (column === undefined) throw refuse(path, `There are ${columns.length} columns, the first is 0.`);
  return column;
}

/** The columns that a query sorts by. ProblemAnswer for one that does not exist. */
export function sortOf(
  run: FinishedRun,
  { sort, order }: Pick<z.output<typeof RowsQuery>, "sort" | "order">,
): readonly SortKey[] {
  const directions = order.split(",");
  return (sort?.split(",") ?? []).map((text, index) => {
    const column = Number(text);
    columnOf(run, column, "sort");
    return { column, descending: directions[index] === "desc" };
  });
}

/** The column by which a query groups. ProblemAnswer for one that does not exist. */
export function groupedBy(run: FinishedRun, { by }: z.output<typeof GroupsQuery>): number {
  columnOf(run, by, "by");
  return by;
}

/** The rows that a query looks at. ProblemAnswer for a condition that does not fit its column. */
export function rowFilterOf(
  run: FinishedRun,
  { q, where }: Pick<z.output<typeof RowFilterQuery>, "q" | "where">,
): RowFilter {
  const lines = where.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > MAX_CONDITIONS) throw refuse("where", `At most ${MAX_CONDITIONS} conditions are taken.`);
  return {
    search: q,
    where: lines.map((line) => {
      const [, place, text = ""] = /^(\d{1,4})\s+(.+)$/.exec(line.trim()) ?? [];
      if (place === undefined)
        throw refuse("where", `“${line}” does not begin with the place of a column and a blank, as “3 > 10” does.`);
      const { name, type } = columnOf(run, Number(place), "where");
      const read = readCondition(text, type);
      if (!read.ok) throw refuse("where", `${name}: ${read.message}`);
      return { column: Number(place), condition: read.condition };
    }),
  };
}
