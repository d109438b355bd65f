import type { ExportView } from "../../contract/index.ts";
import type { ExportMeta } from "../../export/index.ts";
import type { Market } from "../../market/index.ts";
import { hasLabels, pickRows } from "../../scan/index.ts";
import type { FinishedRun, RunRows } from "../../vocabulary/index.ts";
import type { Db } from "../db/index.ts";
import { labelledRows } from "./labels.ts";
import { rowFilterOf, sortOf } from "./row-query.ts";

/** Rows of a file that is made for one download. */
export interface PickedRows {
  readonly rows: RunRows;
  readonly meta: ExportMeta;
}

/**
 * The rows of a run as an account wants them in a file; null where that is the file of all rows. ProblemAnswer for a
 * column or a condition that does not fit.
 */
export async function pickedRows(
  { db, market }: { readonly db: Db; readonly market: Market },
  account: string,
  { finished, meta }: { readonly finished: FinishedRun; readonly meta: ExportMeta },
  view: ExportView,
): Promise<PickedRows | null> {
  const run = await labelledRows(db, account, finished, view.labels);
  const looked = { sort: sortOf(run, view), ...rowFilterOf(run, view) };
  const label = finished.columns.length;
  const aboutLabels = [...looked.sort, ...looked.where].some(({ column }) => column === label);
  const withLabels = view.labels && (aboutLabels || (await hasLabels(market, run)));
  const source = withLabels ? run : finished;
  const search = looked.search.trim();
  const all = looked.sort.length === 0 && looked.where.length === 0 && search === "";
  if (all && !withLabels) return null;
  const nameOf = (place: number): string => run.columns[place]?.name ?? "";
  const own = { name: nameOf(label), code: "", words: "Your label of the security on that day" };
  const columns = withLabels ? [...meta.columns, own] : meta.columns;
  if (all) return { rows: source, meta: { ...meta, columns } };
  const lines = view.where.split("\n").filter((line) => line.trim() !== "");
  const shown = {
    of: finished.rows,
    conditions: looked.where.map(({ column }, index) => ({
      column: nameOf(column),
      is: lines[index]?.trim().replace(/^\d+\s+/, "") ?? "",
    })),
    search,
    sort: looked.sort.map(({ column, descending }) => ({ column: nameOf(column), descending })),
  };
  return { rows: await pickRows(market, source, looked), meta: { ...meta, columns, shown } };
}
