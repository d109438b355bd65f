import { createHash } from "node:crypto";
import type { ScanRequest } from "../../request/index.ts";
import type { SweepHistory, SweepOpening } from "../../vocabulary/index.ts";
import { newId, own } from "../db/index.ts";
import type { Db } from "../db/index.ts";

/** What a sweep asks for, whatever value of a parameter is chosen. */
function questionOf({ start, end, filters, columns, parameters }: ScanRequest, outcome: string): string {
  const text = JSON.stringify([
    start,
    end,
    outcome,
    parameters.map(({ name, from, to, step }) => [name, from, to, step]),
    filters.map(({ code }) => code),
    columns.map(({ name, code }) => [name, code]),
  ]);
  return createHash("sha256").update(text).digest("hex");
}

interface Tried {
  readonly account: string;
  /** The id of the data request. */
  readonly id: string;
  readonly request: ScanRequest;
  readonly outcome: string;
}

/** Keeps that a request was swept; once for each question. */
export async function recordSweep(db: Db, { account, id, request, outcome }: Tried, settings: number): Promise<void> {
  await db
    .insertInto("sweep_try")
    .values({
      id: newId(),
      account_id: account,
      data_request_id: id,
      kind: "sweep",
      question: questionOf(request, outcome),
      settings,
      opening: null,
      held_start: request.held?.start ?? null,
      held_end: request.held?.end ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "data_request_id", "question"]).where("kind", "=", "sweep").doNothing(),
    )
    .execute();
}

/** Keeps a look at days that were held out; each of them counts. */
export async function recordOpening(
  db: Db,
  { account, id, request, outcome }: Tried,
  opening: Omit<SweepOpening, "at">,
): Promise<void> {
  await db
    .insertInto("sweep_try")
    .values({
      id: newId(),
      account_id: account,
      data_request_id: id,
      kind: "opening",
      question: questionOf(request, outcome),
      settings: 1,
      opening: JSON.stringify(opening),
      held_start: opening.start,
      held_end: opening.end,
    })
    .execute();
}

/** What was tried with a data request, and how often days that it holds out were looked at. */
export async function sweepHistory(
  db: Db,
  account: string,
  id: string,
  held: ScanRequest["held"],
): Promise<SweepHistory> {
  const [tries, runs, looks] = await Promise.all([
    db
      .selectFrom("sweep_try")
      .select(["kind", "settings", "opening", "created_at"])
      .where(own("sweep_try", account))
      .where("data_request_id", "=", id)
      .orderBy("created_at", "desc")
      .execute(),
    db
      .selectFrom("run")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where(own("run", account))
      .where("data_request_id", "=", id)
      .where("cause", "=", "user")
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("sweep_try")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where(own("sweep_try", account))
      .where("kind", "=", "opening")
      .where("held_start", "<=", held?.end ?? "")
      .where("held_end", ">=", held?.start ?? "")
      .executeTakeFirstOrThrow(),
  ]);
  const sweeps = tries.filter(({ kind }) => kind === "sweep");
  return {
    runs: Number(runs.count),
    sweeps: sweeps.length,
    settings: sweeps.reduce((sum, { settings }) => sum + settings, 0),
    openings: tries.flatMap(({ opening, created_at }) =>
      opening === null ? [] : [{ at: created_at.toISOString(), ...opening }],
    ),
    looks: Number(looks.count),
  };
}

/** The same of a run; null of a preview. */
export async function triesOfRun(db: Db, run: string): Promise<SweepHistory | null> {
  const found = await db
    .selectFrom("run")
    .select(["account_id", "data_request_id"])
    .where("id", "=", run)
    .executeTakeFirst();
  return found === undefined ? null : sweepHistory(db, found.account_id, found.data_request_id, null);
}
