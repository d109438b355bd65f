import { sql } from "kysely";
import type { UserMetrics } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import { countRequests } from "../requests/count-requests.ts";
import { countDays, countEvents, countExports, countRuns, emptyDay, eventsOf } from "./run-counts.ts";
import { dayOf, daysOf } from "./span.ts";
import type { Span } from "./span.ts";
import { noSuch } from "../problem.ts";

/** What one user did, in all and day by day. */
export async function userMetrics(db: Db, account: string, span: Span): Promise<UserMetrics> {
  const row = await db
    .selectFrom("account as a")
    .select([
      "a.last_seen_at",
      sql<string>`(SELECT count(*) FROM security_log l WHERE l.account_id = a.id AND l.action = 'sign-in')`.as(
        "sign_ins",
      ),
    ])
    .where("a.id", "=", account)
    .executeTakeFirst();
  if (row === undefined) throw noSuch("user");
  const { by_status: _, ...requests } = await countRequests(db, account);
  const days = await countDays(db, { account, span });
  const events = await eventsOf(db, { account, span })
    .select(({ fn }) => [dayOf(sql<Date>`e.at`).as("date"), fn.countAll<string>().as("count")])
    .groupBy(sql`1`)
    .execute();
  const eventsOn = new Map(events.map(({ date, count }) => [date, Number(count)]));
  return {
    id: account,
    ...span,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    sign_ins: Number(row.sign_ins),
    requests,
    runs: await countRuns(db, { account }),
    exports: await countExports(db, { account }),
    events: await countEvents(db, { account }),
    days: daysOf(span).map((date) => ({ ...(days.get(date) ?? emptyDay(date)), events: eventsOn.get(date) ?? 0 })),
  };
}
