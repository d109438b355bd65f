import type { ScanRequest } from "../request/index.ts";
import type { FinishedRun } from "../vocabulary/index.ts";
import type { PlannedNote } from "./plan/notes.ts";
import type { Plan } from "./plan/plan.ts";
import type { ScanProfile } from "./profile.ts";
import type { RunStatements } from "./statements.ts";

type Note = FinishedRun["notes"][number];

const MESSAGES = {
  "short-range": "rows have fewer bars in the range of days than it has sessions",
  unstable: "rows have too few bars before them for the indicator to have settled",
  "crosses-split": "rows have a split between the as-traded days that the formula combines",
  doubtful: "rows are of a day that the check of the market doubts; a column doubtful() shows which",
} as const satisfies Readonly<Record<PlannedNote["code"] | "doubtful", string>>;

/** Warnings about the rows of a result: how many of them a warning of the checks really affects. */
export async function notesOf(
  run: RunStatements,
  plan: Plan,
  request: ScanRequest,
  { eventCoverage }: ScanProfile,
  /** Rows by the id of the mark that they carry. */
  marked: ReadonlyMap<string, number>,
): Promise<Note[]> {
  const notes: Note[] = [];
  const doubted = eventCoverage.some(({ kind }) => kind === "doubtful") ? await doubtedRows(run) : 0;
  if (doubted > 0) notes.push({ code: "doubtful", column: "Date", rows: doubted, message: MESSAGES.doubtful });
  const split = await splitRows(run, plan);
  for (const note of plan.notes) {
    const rows = note.code === "crosses-split" ? split.get(keyOf(note.days)) : marked.get(note.mark);
    if (rows !== undefined && rows > 0)
      notes.push({
        code: note.code,
        column: request.columns[note.column]?.name ?? "",
        rows,
        message: MESSAGES[note.code],
      });
  }
  return notes;
}

/** Rows of whose day a finding is open: those stand among the events. */
async function doubtedRows(run: RunStatements): Promise<number> {
  const { rows } = await run.one<{ rows: number }>(
    `SELECT toFloat64(count()) AS rows FROM ${run.result} AS r
INNER JOIN (SELECT DISTINCT security_id, session FROM ${run.market.table("event")} WHERE kind = 'doubtful') AS d ON r.security_id = d.security_id AND r.session = d.session`,
  );
  return rows;
}

type Days = Extract<PlannedNote, { code: "crosses-split" }>["days"];

function keyOf(days: Days): string {
  return `${days.from} ${days.to}`;
}

/** Rows with a split between their days, by those days. */
async function splitRows(run: RunStatements, plan: Plan): Promise<ReadonlyMap<string, number>> {
  const spans = new Map<string, Days>();
  for (const note of plan.notes) if (note.code === "crosses-split") spans.set(keyOf(note.days), note.days);
  if (spans.size === 0) return new Map();
  const { table } = run.market;
  const splits = `SELECT p.security_id AS security_id, toInt32(s.session) AS split_session FROM ${table("split")} AS p INNER JOIN ${table("session")} AS s ON p.date = s.date`;
  const counts = [...spans.values()].map(
    ({ from, to }) =>
      `toFloat64(uniqExactIf(r.row, s.split_session > toInt32(r.session) + ${from} AND s.split_session <= toInt32(r.session) + ${to}))`,
  );
  const { rows } = await run.one<{ rows: number[] }>(
    `SELECT [${counts.join(", ")}] AS rows FROM ${run.result} AS r INNER JOIN (${splits}) AS s ON r.security_id = s.security_id`,
  );
  return new Map([...spans.keys()].map((key, index) => [key, rows[index] ?? 0]));
}
