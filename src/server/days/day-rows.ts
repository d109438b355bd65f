import { sql } from "kysely";
import type { Selectable } from "kysely";
import { DAY_STEPS } from "../../vocabulary/index.ts";
import type { DayStep, StepStatus } from "../../vocabulary/index.ts";
import type { Db, MarketDayStepTable, MarketDayTable } from "../db/index.ts";

export type DayRow = Selectable<MarketDayTable>;
export type StepRow = Selectable<MarketDayStepTable>;

/** Steps that are done once for each source. */
const OF_SOURCE: ReadonlySet<DayStep> = new Set<DayStep>(["fetch", "import"]);
const ENDED: ReadonlySet<StepStatus> = new Set<StepStatus>(["Finished", "Skipped"]);

export const isEnded = ({ status }: Pick<StepRow, "status">): boolean => ENDED.has(status);
export const isOfSource = ({ step }: Pick<StepRow, "step">): boolean => OF_SOURCE.has(step);

/** The steps of a session that these sources bring, in order. */
export const stepsOf = (sources: readonly string[]): readonly Pick<StepRow, "step" | "source">[] => [
  ...sources.flatMap((source) => DAY_STEPS.filter((step) => OF_SOURCE.has(step)).map((step) => ({ step, source }))),
  ...DAY_STEPS.filter((step) => !OF_SOURCE.has(step)).map((step) => ({ step, source: "" })),
];

/** Makes a session's rows; nothing where they are there. */
export async function insertDay(
  db: Db,
  day: Pick<DayRow, "date" | "status" | "next_at" | "ends_at">,
  sources: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto("market_day")
      .values(day)
      .onConflict((conflict) => conflict.doNothing())
      .returning("date")
      .executeTakeFirst();
    if (made === undefined) return;
    const steps = stepsOf(sources).map((step, place) => ({ date: day.date, place, ...step }));
    await transaction.insertInto("market_day_step").values(steps).execute();
  });
}

export const readSteps = (db: Db, dates: readonly string[]): Promise<readonly StepRow[]> =>
  dates.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("market_day_step")
        .selectAll()
        .where("date", "in", dates)
        .orderBy("date")
        .orderBy("place")
        .execute();

/** Says what has become of a step. */
export async function setStep(
  db: Db,
  { date, place }: Pick<StepRow, "date" | "place">,
  status: StepStatus,
  said: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("market_day_step")
    .set({
      status,
      said,
      ...(status === "Running" ? { ended_at: null } : { ended_at: now }),
      started_at: sql<Date>`coalesce(started_at, ${now})`,
    })
    .where("date", "=", date)
    .where("place", "=", place)
    .execute();
}

/** Passes over all steps of a session that are not finished. */
export async function skipSteps(db: Db, date: string, said: string): Promise<void> {
  await db
    .updateTable("market_day_step")
    .set({ status: "Skipped", said })
    .where("date", "=", date)
    .where("status", "!=", "Finished")
    .execute();
}

export async function setDay(
  db: Db,
  date: string,
  change: Partial<Omit<DayRow, "date" | "created_at">>,
): Promise<void> {
  await db.updateTable("market_day").set(change).where("date", "=", date).execute();
}
