import type { StatusAnswer } from "../../contract/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import type { RunView } from "../runs/run-view.ts";

const columnsOf = (finished: FinishedRun | null): StatusAnswer["columns"] =>
  (finished?.columns ?? []).map(({ name, type, unit, nulls, code, outcome, live }) => ({
    name,
    type,
    unit,
    nulls,
    code,
    outcome,
    live: live !== null,
  }));

/** The status of a run as the contract shows it; `waiting` runs come before it. */
export function status(view: RunView, waiting: number): StatusAnswer {
  const { id, name, created, finished, error, progress, older } = view;
  return {
    id,
    name,
    status: view.status,
    created_at: created.toISOString(),
    rows: finished?.rows ?? null,
    seconds: finished?.seconds ?? null,
    waiting,
    progress: progress && {
      stage: progress.stage,
      done: progress.done,
      total: progress.total,
      read_rows: progress.readRows,
    },
    funnel: finished?.funnel ?? progress?.funnel ?? [],
    hits: finished?.hits ?? [],
    columns: columnsOf(finished),
    notes: finished?.notes ?? [],
    snapshot: finished?.snapshot ?? null,
    older_result: older && {
      rows: older.finished.rows,
      columns: columnsOf(older.finished),
      snapshot: older.finished.snapshot,
      ended_at: older.ended.toISOString(),
    },
    error,
  };
}
