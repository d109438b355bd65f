import type { Market } from "../market.ts";
import { SESSIONS_PER_PARTITION } from "../tables.ts";
import { appendRange, rebuildRange } from "./bar-statements.ts";
import type { BarPlan } from "./bar-statements.ts";
import { buckets, minuteDays, minuteSessions } from "./rollup.ts";
import { minutePartition, rowsPerSession, sessionSteps } from "./session-steps.ts";
import type { Staging } from "./staging.ts";
import type { NextSnapshot } from "./next-snapshot.ts";

/** Partitions of one INSERT; the engine refuses more than 100. */
const PARTITIONS_PER_STEP = 50;

/** Makes the new `minute` and what is rolled up from it. Gives the sessions whose minutes may have changed, and how many stored bars were written anew. */
export async function mergeMinutes(
  market: Market,
  next: NextSnapshot,
  staging: Staging,
  plan: BarPlan,
): Promise<{ readonly touched: readonly number[]; readonly rewritten: number }> {
  if (!staging.has("minute") && !plan.dropStored && !plan.symbolsMoved && !plan.splitsChanged)
    return { touched: [], rewritten: 0 };
  const incoming = staging.has("minute") ? await rowsPerSession(market, [staging.rows("minute")]) : [];
  const stored = plan.dropStored
    ? []
    : await rowsPerSession(market, [next.before("minute"), next.before("given_minute")]);
  const there = new Set(stored.map(({ session }) => session));
  const derived = ["minute", "bucket", "minute_day"] as const;
  for (const table of derived) await next.fresh(table, plan.dropStored ? "empty" : "clone");
  await next.fresh("minute_session");
  await next.fresh("given_minute");

  // Stored minutes change where they are given again, where their symbol moved, or where adjusted ones meet new splits.
  const changed = new Set(
    incoming.filter(({ session }) => there.has(session)).map(({ session }) => minutePartition(session)),
  );
  if (plan.symbolsMoved || plan.splitsChanged) {
    const moved = await market.query<{ p: number }>({
      sql: `SELECT DISTINCT intDiv(session, ${SESSIONS_PER_PARTITION}) AS p FROM (
  ${plan.symbolsMoved ? `SELECT session FROM ${next.before("minute")} AS m ASOF INNER JOIN ${next.table("era")} AS e ON m.symbol = e.symbol AND m.session >= e.from_session WHERE e.security_id != m.security_id UNION ALL` : ""}
  SELECT session FROM ${next.before("given_minute")})`,
      lane: "scan",
    });
    for (const { p } of plan.dropStored ? [] : moved) changed.add(p);
  }
  const run = (sql: string, sessions: readonly number[]): Promise<void> =>
    market.command({ sql, lane: "scan", params: { sessions } });

  if (!plan.dropStored) {
    const kept = [...new Set(stored.map(({ session }) => minutePartition(session)))].filter((p) => !changed.has(p));
    if (kept.length > 0)
      await market.command({
        sql: `INSERT INTO ${next.table("given_minute")} SELECT * FROM ${next.before("given_minute")} WHERE intDiv(session, ${SESSIONS_PER_PARTITION}) IN {kept:Array(UInt32)}`,
        params: { kept },
      });
  }
  for (const p of changed) {
    for (const table of derived) await market.command(`ALTER TABLE ${next.changed(table)} DROP PARTITION ${p}`);
  }
  const all = new Map<number, number>();
  for (const { session, n } of incoming) all.set(session, n);
  for (const { session, n } of stored)
    if (changed.has(minutePartition(session))) all.set(session, n + (all.get(session) ?? 0));
  const touched = [...all].map(([session, n]) => ({ session, n })).toSorted((a, b) => a.session - b.session);
  for (const sessions of sessionSteps(touched, changed, PARTITIONS_PER_STEP)) {
    const mustMerge = plan.keepsSetAside || changed.has(minutePartition(sessions[0] ?? 0));
    for (const sql of mustMerge ? rebuildRange(next, staging, "minute", plan) : [appendRange(next, staging, "minute")])
      await run(sql, sessions);
    await run(buckets(next.table("minute"), next.table("bucket")), sessions);
    await run(minuteDays(next.table("minute"), next.table("session"), next.table("minute_day")), sessions);
  }
  await market.command(minuteSessions(next.table("minute_day"), next.table("minute_session")));
  return {
    touched: touched.map(({ session }) => session),
    rewritten: stored.reduce((sum, { session, n }) => sum + (changed.has(minutePartition(session)) ? n : 0), 0),
  };
}
