import { BAR_FIELD_NAMES } from "../../vocabulary/index.ts";
import type { Market } from "../market.ts";
import { DAILY_SESSIONS_PER_PARTITION, PRICE_SCALE, SESSIONS_PER_PARTITION } from "../tables.ts";
import { buckets, minuteDays, minuteSessions } from "./rollup.ts";
import type { Staging } from "./staging.ts";
import type { Swap } from "./swap.ts";

export type BarTable = "daily" | "minute";

/** What an import is about to do to the bars, found before anything is written. */
export interface BarPlan {
  /** Prices of this import, or of an earlier one, are adjusted or stand behind others: exact decimals must be left. */
  readonly aside: boolean;
  readonly adjustedTo: number;
  /** The stored bars are to be forgotten: they are the demo's. */
  readonly forget: boolean;
  /** Symbols whose security changed; null where none did. */
  readonly moved: boolean;
  readonly splitsChanged: boolean;
}

const ROWS_PER_STEP = 2_000_000;

/** Prices as they are stored: to six decimals, half away from zero; the last summand undoes the engine's cut. */
const decimal = (value: string): string =>
  `toDecimal64(floor((${value}) * 1e${PRICE_SCALE} + 0.5) / 1e${PRICE_SCALE} + 1e-${PRICE_SCALE + 1}, ${PRICE_SCALE})`;

/**
 * All bars of the bound sessions that any import gave, one per symbol and time, the newest; resolved to
 * securities and made as traded; `place` 1 is the one that stands where two symbols of a security gave the same bar.
 */
function standing(swap: Swap, staging: Staging, table: BarTable, plan: BarPlan, only: string): string {
  const db = swap.database;
  const time = table === "minute" ? "minute, " : "";
  const key = table === "minute" ? "symbol, session, minute" : "symbol, session";
  const range = `session IN {sessions:Array(UInt16)}${only}`;
  const columns = `symbol, session, ${time}toFloat64(open) AS open, toFloat64(high) AS high, toFloat64(low) AS low, toFloat64(close) AS close, toFloat64(volume) AS volume, num_trades, toFloat64(vwap) AS vwap`;
  const old = plan.forget
    ? ""
    : `SELECT ${columns}, toUInt16(0) AS adjusted_to, 0 AS age FROM ${db}.${table} WHERE ${range}${table === "daily" ? " AND source = 0" : ""}
    UNION ALL SELECT ${columns}, adjusted_to, 1 AS age FROM ${db}.given_${table} WHERE ${range}
    UNION ALL `;
  return `(
  SELECT *, row_number() OVER (PARTITION BY security_id, session${table === "minute" ? ", minute" : ""} ORDER BY valid DESC, symbol) AS place
  FROM (
    SELECT g.*, e.security_id AS security_id, g.session >= e.valid_from AS valid
    FROM (
      SELECT * FROM (${old}SELECT ${columns}, toUInt16({adjusted:UInt16}) AS adjusted_to, 2 AS age FROM ${staging.rows(table)} WHERE ${range})
      ORDER BY ${key}, age DESC LIMIT 1 BY ${key}
    ) AS g ASOF INNER JOIN ${swap.now("era")} AS e ON g.symbol = e.symbol AND g.session >= e.from_session
  )
)`;
}

/** Factor of a security's session, 1 where it never split. */
const factorAt = (swap: Swap, rows: string, session: string, name: string): string => `(
  SELECT r.*, ifNull(f.factor, 1.) AS ${name}
  FROM ${rows} AS r ASOF LEFT JOIN ${swap.now("split_step")} AS f ON f.security_id = r.security_id AND f.from_session <= ${session})`;

/** Adjusted prices become as traded: times the factor of the day they are adjusted to, over that of their own day. */
const asTraded = (name: string): string => decimal(`${name} * (factor_to / factor)`);

/** INSERTs that make the range of a table from everything given; `only` narrows it further, by symbols. */
function rebuildRange(swap: Swap, staging: Staging, table: BarTable, plan: BarPlan, only = ""): readonly string[] {
  const rows = standing(swap, staging, table, plan, only);
  const time = table === "minute" ? ", minute" : "";
  const factors = factorAt(
    swap,
    factorAt(swap, rows, "r.session", "factor"),
    "toUInt16(if(r.adjusted_to = 0, r.session, r.adjusted_to))",
    "factor_to",
  );
  const more = table === "daily" ? ", factor, 0" : "";
  const statements = [
    `INSERT INTO ${swap.now(table)} SELECT ${table === "minute" ? "session, security_id, minute" : "security_id, session"}, ${["open", "high", "low", "close"].map(asTraded).join(", ")},
  toUInt64(floor(volume * (factor / factor_to) + 0.5)), num_trades, if(isNull(vwap), NULL, ${asTraded("ifNull(vwap, 0)")})${more}, symbol
FROM ${factors} WHERE place = 1`,
  ];
  if (plan.aside) {
    statements.push(
      `INSERT INTO ${swap.now(`given_${table}`)} SELECT symbol, session${time}, ${BAR_FIELD_NAMES.join(", ")}, adjusted_to FROM ${rows} WHERE place > 1 OR adjusted_to > 0`,
    );
  }
  return statements;
}

/** INSERT of new bars into a range that holds none of them: nothing to compare, nothing to sort. */
function appendRange(swap: Swap, staging: Staging, table: BarTable): string {
  const price = (name: string): string => decimal(`g.${name}`);
  const rows = `(
  SELECT g.*, e.security_id AS security_id FROM ${staging.rows(table)} AS g
  ASOF INNER JOIN ${swap.now("era")} AS e ON g.symbol = e.symbol AND g.session >= e.from_session
  WHERE g.session IN {sessions:Array(UInt16)})`;
  const source = table === "daily" ? factorAt(swap, rows, "r.session", "factor") : rows;
  return `INSERT INTO ${swap.now(table)} SELECT ${table === "minute" ? "session, security_id, minute" : "security_id, session"}, ${["open", "high", "low", "close"].map(price).join(", ")},
  toUInt64(volume), num_trades, if(isNull(g.vwap), NULL, ${decimal("ifNull(g.vwap, 0)")})${table === "daily" ? ", factor, 0" : ""}, symbol FROM ${source} AS g`;
}

/** Partitions of one INSERT; the engine refuses more than 100. */
const PARTITIONS_PER_STEP = 50;

const partition = (session: number): number => Math.floor(session / SESSIONS_PER_PARTITION);

/** The sessions in steps of about `ROWS_PER_STEP` rows; a step is wholly inside or outside the changed partitions. */
function inSteps(
  rows: readonly { readonly session: number; readonly n: number }[],
  changed: ReadonlySet<number>,
  mostPartitions: number,
): readonly (readonly number[])[] {
  const steps: { sessions: number[]; n: number; partitions: Set<number> }[] = [];
  for (const within of [true, false]) {
    let last: (typeof steps)[number] | undefined;
    for (const { session, n } of rows.filter((row) => changed.has(partition(row.session)) === within)) {
      if (!last || last.n + n > ROWS_PER_STEP || last.partitions.size >= mostPartitions) {
        last = { sessions: [], n: 0, partitions: new Set() };
        steps.push(last);
      }
      last.sessions.push(session);
      last.n += n;
      last.partitions.add(partition(session));
    }
  }
  return steps.map(({ sessions }) => sessions);
}

/** Rows per session of the given sources, in order. */
async function perSession(
  market: Market,
  sources: readonly string[],
): Promise<readonly { session: number; n: number }[]> {
  return market.query<{ session: number; n: number }>({
    sql: `SELECT session, toUInt32(sum(n)) AS n FROM (${sources.map((source) => `SELECT session, count() AS n FROM ${source} GROUP BY session`).join(" UNION ALL ")}) GROUP BY session ORDER BY session`,
    lane: "scan",
  });
}

/** Makes `minute_new` and what is rolled up from it. Gives the sessions whose minutes may have changed, and how many stored bars were written anew. */
export async function mergeMinutes(
  market: Market,
  swap: Swap,
  staging: Staging,
  plan: BarPlan,
): Promise<{ readonly touched: readonly number[]; readonly rewritten: number }> {
  if (!staging.has("minute") && !plan.forget && !plan.moved && !plan.splitsChanged)
    return { touched: [], rewritten: 0 };
  const db = swap.database;
  const incoming = staging.has("minute") ? await perSession(market, [staging.rows("minute")]) : [];
  const stored = plan.forget ? [] : await perSession(market, [`${db}.minute`, `${db}.given_minute`]);
  const there = new Set(stored.map(({ session }) => session));
  const derived = ["minute", "bucket", "minute_day"] as const;
  for (const table of derived) await swap.fresh(table, plan.forget ? "empty" : "clone");
  await swap.fresh("minute_session");
  await swap.fresh("given_minute");

  // Stored minutes change where they are given again, where their symbol moved, or where adjusted ones meet new splits.
  const changed = new Set(
    incoming.filter(({ session }) => there.has(session)).map(({ session }) => partition(session)),
  );
  if (plan.moved || plan.splitsChanged) {
    const moved = await market.query<{ p: number }>({
      sql: `SELECT DISTINCT intDiv(session, ${SESSIONS_PER_PARTITION}) AS p FROM (
  ${plan.moved ? `SELECT session FROM ${db}.minute AS m ASOF INNER JOIN ${swap.now("era")} AS e ON m.symbol = e.symbol AND m.session >= e.from_session WHERE e.security_id != m.security_id UNION ALL` : ""}
  SELECT session FROM ${db}.given_minute)`,
      lane: "scan",
    });
    for (const { p } of plan.forget ? [] : moved) changed.add(p);
  }
  const run = (sql: string, sessions: readonly number[]): Promise<void> =>
    market.command({ sql, lane: "scan", params: { sessions, adjusted: plan.adjustedTo } });

  if (!plan.forget) {
    const kept = [...new Set(stored.map(({ session }) => partition(session)))].filter((p) => !changed.has(p));
    if (kept.length > 0)
      await market.command({
        sql: `INSERT INTO ${swap.now("given_minute")} SELECT * FROM ${db}.given_minute WHERE intDiv(session, ${SESSIONS_PER_PARTITION}) IN {kept:Array(UInt32)}`,
        params: { kept },
      });
  }
  for (const p of changed) {
    for (const table of derived) await market.command(`ALTER TABLE ${swap.now(table)} DROP PARTITION ${p}`);
  }
  const all = new Map<number, number>();
  for (const { session, n } of incoming) all.set(session, n);
  for (const { session, n } of stored)
    if (changed.has(partition(session))) all.set(session, n + (all.get(session) ?? 0));
  const touched = [...all].map(([session, n]) => ({ session, n })).toSorted((a, b) => a.session - b.session);
  for (const sessions of inSteps(touched, changed, PARTITIONS_PER_STEP)) {
    const mustMerge = plan.aside || changed.has(partition(sessions[0] ?? 0));
    for (const sql of mustMerge ? rebuildRange(swap, staging, "minute", plan) : [appendRange(swap, staging, "minute")])
      await run(sql, sessions);
    await run(buckets(swap.now("minute"), swap.now("bucket")), sessions);
    await run(minuteDays(swap.now("minute"), swap.now("session"), swap.now("minute_day")), sessions);
  }
  await market.command(minuteSessions(swap.now("minute_day"), swap.now("minute_session")));
  return {
    touched: touched.map(({ session }) => session),
    rewritten: stored.reduce((sum, { session, n }) => sum + (changed.has(partition(session)) ? n : 0), 0),
  };
}

/**
 * Makes `daily_new`: the vendors' bars, and those made from minutes where there is none. What stands is cloned; only
 * sessions that are given again or whose minutes changed are written anew, and the whole history of a security whose
 * splits changed, for its factors, or whose symbols did. Gives how many stored bars that were.
 */
export async function mergeDaily(
  market: Market,
  swap: Swap,
  staging: Staging,
  plan: BarPlan,
  touched: readonly number[],
): Promise<number> {
  const db = swap.database;
  const incoming = staging.has("daily") ? await perSession(market, [staging.rows("daily")]) : [];
  const stored = plan.forget ? [] : await perSession(market, [`${db}.daily`, `${db}.given_daily`]);
  for (const table of ["daily", "given_daily"]) await swap.fresh(table, plan.forget ? "empty" : "clone");
  const there = new Map(stored.map(({ session, n }) => [session, n]));
  const changed = plan.forget
    ? new Set<number>()
    : await changedSessions(
        market,
        swap,
        plan,
        touched,
        incoming.map(({ session }) => session).filter((session) => there.has(session)),
      );
  await forgetSessions(market, swap, stored, changed);
  const movers = plan.moved ? await movedSymbols(market, swap) : [];
  let rewritten = [...changed].reduce((sum, session) => sum + (there.get(session) ?? 0), 0);
  if (plan.splitsChanged) rewritten += await rebase(market, swap, changed, movers);
  if (movers.length > 0) rewritten += await move(market, swap, staging, plan, changed, movers);

  const given = new Map(incoming.map(({ session, n }) => [session, n]));
  const write = async (sessions: Iterable<number>, bars: readonly string[]): Promise<void> => {
    const rows = [...sessions]
      .toSorted((x, y) => x - y)
      .map((session) => ({
        session,
        n: (given.get(session) ?? 0) + (changed.has(session) ? (there.get(session) ?? 0) : 0),
      }));
    for (const step of inSteps(rows, new Set(), Infinity))
      for (const sql of [...bars, fromMinutes(swap)])
        await market.command({ sql, lane: "scan", params: { sessions: step, adjusted: plan.adjustedTo } });
  };
  const rebuilt = rebuildRange(swap, staging, "daily", plan);
  await write(changed, rebuilt);
  const fresh = [...given.keys()].filter((session) => !changed.has(session));
  await write(fresh, plan.aside || plan.forget ? rebuilt : [appendRange(swap, staging, "daily")]);
  // Minutes came to days whose bars stay where they are: only securities without a bar may gain one.
  const minutesOnly = touched.filter((session) => !changed.has(session) && !given.has(session));
  await write(minutesOnly, []);
  return rewritten;
}

/** Stored sessions whose daily bars this import may change. */
async function changedSessions(
  market: Market,
  swap: Swap,
  plan: BarPlan,
  touched: readonly number[],
  again: readonly number[],
): Promise<ReadonlySet<number>> {
  const db = swap.database;
  const found = [
    `SELECT session FROM ${db}.daily WHERE source > 0 AND session IN {touched:Array(UInt16)}`,
    ...(plan.splitsChanged ? [`SELECT session FROM ${db}.given_daily WHERE adjusted_to > 0`] : []),
  ];
  const rows = await market.query<{ session: number }>({
    sql: `SELECT DISTINCT session FROM (${found.join(" UNION ALL ")})`,
    params: { touched: [...touched] },
    lane: "scan",
  });
  return new Set([...again, ...rows.map(({ session }) => session)]);
}

/** Takes sessions out of the clones: whole partitions as such, else by marking rows, which writes no bar. */
async function forgetSessions(
  market: Market,
  swap: Swap,
  stored: readonly { readonly session: number }[],
  changed: ReadonlySet<number>,
): Promise<void> {
  if (changed.size === 0) return;
  const of = (session: number): number => Math.floor(session / DAILY_SESSIONS_PER_PARTITION);
  const kept = new Set(stored.filter(({ session }) => !changed.has(session)).map(({ session }) => of(session)));
  const whole = new Set([...changed].map(of).filter((one) => !kept.has(one)));
  for (const one of whole) await market.command(`ALTER TABLE ${swap.now("daily")} DROP PARTITION ${one}`);
  const single = [...changed].filter((session) => !whole.has(of(session)));
  for (const [table, sessions] of [
    ["daily", single],
    ["given_daily", [...changed]],
  ] as const)
    if (sessions.length > 0)
      await market.command({
        sql: `DELETE FROM ${swap.now(table)} WHERE session IN (${sessions.join(", ")})`,
        lane: "scan",
      });
}

/** Symbols of every security, old or new, that some symbol came to or left. */
async function movedSymbols(market: Market, swap: Swap): Promise<readonly string[]> {
  const columns = "symbol, from_session, security_id, valid_from";
  const [old, now] = [`${swap.database}.era`, swap.now("era")];
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
  swap: Swap,
  staging: Staging,
  plan: BarPlan,
  changed: ReadonlySet<number>,
  movers: readonly string[],
): Promise<number> {
  const db = swap.database;
  const only = "symbol IN {movers:Array(String)}";
  const params = { movers: [...movers] };
  const rows = await market.query<{ session: number; n: number }>({
    sql: `SELECT session, toUInt32(count()) AS n FROM (SELECT session FROM ${db}.daily WHERE ${only} UNION ALL SELECT session FROM ${db}.given_daily WHERE ${only}) GROUP BY session ORDER BY session`,
    params,
    lane: "scan",
  });
  const moving = rows.filter(({ session }) => !changed.has(session));
  if (moving.length === 0) return 0;
  // Sessions written anew are gone from the clones already, and rebased securities with their old bars.
  for (const table of ["daily", "given_daily"] as const)
    await market.command({ sql: `DELETE FROM ${swap.now(table)} WHERE ${only}`, params, lane: "scan" });
  for (const sessions of inSteps(moving, new Set(), Infinity))
    for (const sql of rebuildRange(swap, staging, "daily", plan, ` AND ${only}`))
      await market.command({ sql, lane: "scan", params: { ...params, sessions, adjusted: plan.adjustedTo } });
  return moving.reduce((sum, { n }) => sum + n, 0);
}

/** Gives the stored bars of securities whose splits changed their new factors; prices are as traded and stay. */
async function rebase(
  market: Market,
  swap: Swap,
  changed: ReadonlySet<number>,
  movers: readonly string[],
): Promise<number> {
  const db = swap.database;
  const columns = "security_id, from_session, factor";
  const [old, now] = [`SELECT ${columns} FROM ${db}.split_step`, `SELECT ${columns} FROM ${swap.now("split_step")}`];
  const ids = `SELECT security_id FROM (${old} EXCEPT ${now}) UNION DISTINCT SELECT security_id FROM (${now} EXCEPT ${old})`;
  const list = (await market.query<{ security_id: number }>(ids)).map(({ security_id }) => security_id).join(", ");
  if (list === "") return 0;
  await market.command({ sql: `DELETE FROM ${swap.now("daily")} WHERE security_id IN (${list})`, lane: "scan" });
  const sessions = [...changed];
  const rows = `(SELECT * FROM ${db}.daily WHERE security_id IN (${list}) AND NOT has({sessions:Array(UInt16)}, session) AND NOT has({movers:Array(String)}, toString(symbol)))`;
  await market.command({
    sql: `INSERT INTO ${swap.now("daily")} SELECT security_id, session, open, high, low, close, volume, num_trades, vwap, factor, source, symbol FROM ${factorAt(swap, rows, "r.session", "factor")}`,
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

function fromMinutes(swap: Swap): string {
  const range = "session IN {sessions:Array(UInt16)}";
  const none = `toDecimal64(0, ${PRICE_SCALE})`;
  const rows = `(SELECT * FROM ${swap.now("minute_day")} WHERE ${range} AND (security_id, session) NOT IN (SELECT security_id, session FROM ${swap.now("daily")} WHERE ${range}))`;
  return `
INSERT INTO ${swap.now("daily")}
SELECT security_id, session, ifNull(open, ${none}), ifNull(high, ${none}), ifNull(low, ${none}), ifNull(close, ${none}), volume, num_trades, vwap, factor,
  bars > 0 ? 1 : 2, ''
FROM ${factorAt(swap, rows, "r.session", "factor")}`;
}
