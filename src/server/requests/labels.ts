import { sql } from "kysely";
import { withLabels } from "../../scan/index.ts";
import { LABELS } from "../../vocabulary/index.ts";
import type { FinishedRun, RunRows } from "../../vocabulary/index.ts";
import type { Db } from "../db/index.ts";
import { lockAccount, own } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";

/** A day of a security; ids of securities are the importer's and stay through renamings and new runs. */
export interface LabelledDay {
  readonly security: number;
  readonly date: string;
}

export const dayKey = ({ security, date }: LabelledDay): string => `${security} ${date}`;

/** The account's labels of some days, by `dayKey`. */
export async function labelsOf(
  db: Db,
  account: string,
  days: readonly LabelledDay[],
): Promise<ReadonlyMap<string, number>> {
  if (days.length === 0) return new Map();
  const rows = await db
    .selectFrom("day_label")
    .select(["security", "label", sql<string>`to_char(day, 'YYYY-MM-DD')`.as("date")])
    .where(own("day_label", account))
    .where("security", "in", [...new Set(days.map(({ security }) => String(security)))])
    .execute();
  return new Map(rows.map(({ security, date, label }) => [dayKey({ security: Number(security), date }), label]));
}

/** A run's rows with the account's labels of their days as a column more, where that is wanted. */
export async function labelledRows(db: Db, account: string, run: FinishedRun, wanted: boolean): Promise<RunRows> {
  if (!wanted) return run;
  const [first, last] = [run.hits[0]?.date, run.hits.at(-1)?.date];
  if (first === undefined || last === undefined) return withLabels(run, []);
  const days = await db
    .selectFrom("day_label")
    .select(["security", "label", sql<string>`to_char(day, 'YYYY-MM-DD')`.as("date")])
    .where(own("day_label", account))
    .where("day", ">=", first)
    .where("day", "<=", last)
    .execute();
  return withLabels(
    run,
    days.map(({ security, date, label }) => ({ security: Number(security), date, label })),
  );
}

/** Gives a day a label, or takes it off. Throws `limit-reached` where the account has the maximum. */
export async function labelDay(
  db: Db,
  account: string,
  { security, date, label }: LabelledDay & { readonly label: number | null },
): Promise<void> {
  if (label === null) {
    await db
      .deleteFrom("day_label")
      .where(own("day_label", account))
      .where("security", "=", String(security))
      .where("day", "=", date)
      .execute();
    return;
  }
  await db.transaction().execute(async (transaction) => {
    // Two labels at once count one after the other.
    await lockAccount(transaction, account);
    const { kept } = await transaction
      .selectFrom("day_label")
      .select(({ fn }) => fn.countAll<string>().as("kept"))
      .where(own("day_label", account))
      .executeTakeFirstOrThrow();
    if (Number(kept) >= LABELS.atMost)
      throw new ProblemAnswer("limit-reached", `At most ${LABELS.atMost} days can have a label.`);
    await transaction
      .insertInto("day_label")
      .values({ account_id: account, security: String(security), day: date, label })
      .onConflict((conflict) =>
        conflict.columns(["account_id", "security", "day"]).doUpdateSet({ label, changed_at: sql`now()` }),
      )
      .execute();
  });
}
