import type { Market } from "../market.ts";
import { DAILY_SESSIONS_PER_PARTITION, PRICE_SCALE } from "../tables.ts";
import { appendRange, factorAt, rebuildRange } from "./bar-statements.ts";
import type { BarPlan } from "./bar-statements.ts";
import { rowsPerSession, sessionSteps } from "./session-steps.ts";
import type { Staging } from "./staging.ts";
import type { NextSnapshot } from "./next-snapshot.ts";

const BARS = ["daily", "given_daily"] as const;

/** Those that an import changes: while nothing is set aside, that table stays. */
const barsOf = ({ isEmpty }: NextSnapshot): readonly (typeof BARS)[number][] =>
  isEmpty("given_daily") ? ["daily"] : BARS;

/**
 * Makes the new `daily`: the vendors' bars, and those made from minutes where there is none. What stands is cloned; only
 * sessions that are given again or whose minutes changed are written anew, and the whole history of a security whose
 * splits changed, for its factors, or whose symbols did. Gives how many stored bars that were.
 */
export async function mergeDaily(
  market: Market,
  next: NextSnapshot,
  staging: Staging,
  plan: BarPlan,
  touched: readonly number[],
): Promise<number> {
  if (staging.placed.size > 0) await staging.placed.moveOut(await staging.into("daily"));
  const incoming = staging.has("daily") ? await rowsPerSession(market, [staging.loose("daily")]) : [];
  const stored = plan.dropStored
    ? []
    : await rowsPerSession(market, [next.before("daily"), next.before("given_daily")]);
  // A clone of a table of an earlier version need not have the defaults that placed bars leave out.
  const isNew = (table: string): boolean => plan.dropStored || (table === "daily" && staging.placed.size > 0);
  for (const table of plan.keepsSetAside ? BARS : barsOf(next))
    await next.fresh(table, isNew(table) ? "empty" : "clone");
  const storedRows = new Map(stored.map(({ session, n }) => [session, n]));
  const changed = plan.dropStored
    ? new Set<number>()
    : await changedSessions(
        market,
        next,
        plan,
        touched,
        incoming.map(({ session }) => session).filter((session) => storedRows.has(session)),
      );
  await dropSessions(market, next, stored, changed);
  const movers = plan.symbolsMoved ? await movedSymbols(market, next) : [];
  let rewritten = [...changed].reduce((sum, session) => sum + (storedRows.get(session) ?? 0), 0);
  if (plan.splitsChanged) rewritten += await rebase(market, next, changed, movers);
  if (movers.length > 0) rewritten += await move(market, { next, staging, plan, changed, movers });
  await staging.placed.attach();

  const given = new Map(incoming.map(({ session, n }) => [session, n]));
  const write = async (sessions: Iterable<number>, bars: readonly string[]): Promise<void> => {
    const rows = [...sessions]
      .toSorted((x, y) => x - y)
      .map((session) => ({
        session,
        n: (given.get(session) ?? 0) + (changed.has(session) ? (storedRows.get(session) ?? 0) : 0),
      }));
    for (const step of sessionSteps(rows, new Set(), Infinity))
      for (const sql of [...bars, fromMinutes(next)])
        await market.command({ sql, lane: "scan", params: { sessions: step } });
  };
  const rebuilt = rebuildRange(next, staging, "daily", plan);
  await write(changed, rebuilt);
  const fresh = [...given.keys()].filter((session) => !changed.has(session));
  await write(fresh, plan.keepsSetAside || plan.dropStored ? rebuilt : [appendRange(next, staging, "daily")]);
  // Minutes came to days whose bars stay where they are: only securities without a bar may gain one.
  const minutesOnly = touched.filter((session) => !changed.has(session) && !given.has(session));
  await write(minutesOnly, []);
  return rewritten;
}

/** Stored sessions whose daily bars this import may change. */
async function changedSessions(
  market: Market,
  next: NextSnapshot,
  plan: BarPlan,
  touched: readonly number[],
  givenAgain: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = [
    `SELECT session FROM ${next.before("daily")} WHERE source > 0 AND session IN {touched:Array(UInt16)}`,
    ...(plan.splitsChanged ? [`SELECT session FROM ${next.before("given_daily")} WHERE adjusted_to > 0`] : []),
  ];
  const rows = await market.query<{ session: number }>({
    sql: `SELECT DISTINCT session FROM (${found.join(" UNION ALL ")})`,
    params: { touched: [...touched] },
    lane: "scan",
  });
  return new Set([...givenAgain, ...rows.map(({ session }) => session)]);
}

/** Takes sessions out of the clones: whole partitions as such, else by marking rows, which writes no bar. */
async function dropSessions(
  market: Market,
  next: NextSnapshot,
  stored: readonly { readonly session: number }[],
  changed: ReadonlySet<number>,
): Promise<void> {
  if (changed.size === 0) return;
  const of = (session: number): number => Math.floor(session / DAILY_SESSIONS_PER_PARTITION);
  const kept = new Set(stored.filter(({ session }) => !changed.has(session)).map(({ session }) => of(session)));
  const whole = new Set([...changed].map(of).filter((one) => !kept.has(one)));
  for (const one of whole) await market.command(`ALTER TABLE ${next.changed("daily")} DROP PARTITION ${one}`);
  const single = [...changed].filter((session) => !whole.has(of(session)));
  for (const table of barsOf(next)) {
    const sessions = table === "daily" ? single : [...changed];
    if (sessions.length > 0)
      await market.command({
        sql: `DELETE FROM ${next.changed(table)} WHERE session IN (${sessions.join(", ")})`,
        lane: "scan",
      });
  }
}

/** Symbols of every security, old or new, that some symbol came to or left. */
async function movedSymbols(market: Market, next: NextSnapshot): Promise<readonly string[]> {
  const columns = "symbol, from_session, security_id, valid_from";
  const [old, now] = [next.before("era"), next.table("era")];
  const both = `SELECT symbol, security_id FROM ${old} UNION ALL SELECT symbol, security_id FROM ${now}`;
  const rows = await market.query<{ symbol: string }>(`
WITH differing AS (
  SELECT symbol FROM (SELECT ${columns} FROM ${old} EXCEPT SELECT ${columns} FROM ${now})
  UNION DISTINCT SELECT symbol FROM (SELECT ${columns} FROM ${now} EXCEPT SELECT ${columns} FROM ${old})
)
SELECT DISTINCT toString(symbol) AS symbol FROM (${both}) WHERE security_id IN (SELECT security_id FROM (${both}) WHERE symbol IN (SELECT symbol FROM differing))`);
  return rows.map(({ symbol }) => symbol);
}

/** Writes the stored bars of moved symbols anew, under the security that each stands for now. */
async function move(
  market: Market,
  {
    next,
    staging,
    plan,
    changed,
    movers,
  }: {
    readonly next: NextSnapshot;
    readonly staging: Staging;
    readonly plan: BarPlan;
    readonly changed: ReadonlySet<number>;
    readonly movers: readonly string[];
  },
): Promise<number> {
  const only = "symbol IN {movers:Array(String)}";
  const params = { movers: [...movers] };
  const rows = await market.query<{ session: number; n: number }>({
    sql: `SELECT session, toUInt32(count()) AS n FROM (SELECT session FROM ${next.before("daily")} WHERE ${only} UNION ALL SELECT session FROM ${next.before("given_daily")} WHERE ${only}) GROUP BY session ORDER BY session`,
    params,
    lane: "scan",
  });
  const moving = rows.filter(({ session }) => !changed.has(session));
  if (moving.length === 0) return 0;
  // Sessions written anew are gone from the clones already, and rebased securities with their old bars.
  for (const table of barsOf(next))
    await market.command({ sql: `DELETE FROM ${next.changed(table)} WHERE ${only}`, params, lane: "scan" });
  for (const sessions of sessionSteps(moving, new Set(), Infinity))
    for (const sql of rebuildRange(next, staging, "daily", plan, ` AND ${only}`))
      await market.command({ sql, lane: "scan", params: { ...params, sessions } });
  return moving.reduce((sum, { n }) => sum + n, 0);
}

/** Gives the stored bars of securities whose splits changed their new factors; prices are as traded and stay. */
async function rebase(
  market: Market,
  next: NextSnapshot,
  changed: ReadonlySet<number>,
  movers: readonly string[],
): Promise<number> {
  const columns = "security_id, from_session, factor";
  const [old, now] = [
    `SELECT ${columns} FROM ${next.before("split_step")}`,
    `SELECT ${columns} FROM ${next.table("split_step")}`,
  ];
  const ids = `SELECT security_id FROM (${old} EXCEPT ${now}) UNION DISTINCT SELECT security_id FROM (${now} EXCEPT ${old})`;
  const list = (await market.query<{ security_id: number }>(ids)).map(({ security_id }) => security_id).join(", ");
  if (list === "") return 0;
  await market.command({ sql: `DELETE FROM ${next.changed("daily")} WHERE security_id IN (${list})`, lane: "scan" });
  const sessions = [...changed];
  const rows = `(SELECT * FROM ${next.before("daily")} WHERE security_id IN (${list}) AND NOT has({sessions:Array(UInt16)}, session) AND NOT has({movers:Array(String)}, toString(symbol)))`;
  await market.command({
    sql: `INSERT INTO ${next.table("daily")} SELECT security_id, session, open, high, low, close, volume, num_trades, vwap, factor, source, symbol FROM ${factorAt(next, rows, "r.session", "factor")}`,
    params: { sessions, movers },
    lane: "scan",
  });
  const [count] = await market.query<{ n: number }>({
    sql: `SELECT toUInt32(count()) AS n FROM ${rows}`,
    params: { sessions, movers },
    lane: "scan",
  });
  return count?.n ?? 0;
}

/** Bars of days that nobody gave, made from their minutes. */
export function fromMinutes(next: NextSnapshot): string {
  const range = "session IN {sessions:Array(UInt16)}";
  const none = `toDecimal64(0, ${PRICE_SCALE})`;
  const rows = `(SELECT * FROM ${next.table("minute_day")} WHERE ${range} AND (security_id, session) NOT IN (SELECT security_id, session FROM ${next.table("daily")} WHERE ${range}))`;
  return `
INSERT INTO ${next.table("daily")}
SELECT security_id, session, ifNull(open, ${none}), ifNull(high, ${none}), ifNull(low, ${none}), ifNull(close, ${none}), volume, num_trades, vwap, factor,
  bars > 0 ? 1 : 2, ''
FROM ${factorAt(next, rows, "r.session", "factor")}`;
}
