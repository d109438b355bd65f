import type { Market } from "../market.ts";
import { PRICE_SCALE, SESSIONS_PER_PARTITION } from "../tables.ts";
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

const VALUES = ["open", "high", "low", "close", "volume", "num_trades", "vwap"] as const;
const ROWS_PER_STEP = 2_000_000;

/** Prices as they are stored: to six decimals, half away from zero; the last summand undoes the engine's cut. */
const decimal = (value: string): string =>
  `toDecimal64(floor((${value}) * 1e${PRICE_SCALE} + 0.5) / 1e${PRICE_SCALE} + 1e-${PRICE_SCALE + 1}, ${PRICE_SCALE})`;

/**
 * All bars of the bound sessions that any import gave, one per symbol and time, the newest; resolved to
 * securities and made as traded; `place` 1 is the one that stands where two symbols of a security gave the same bar.
 */
function standing(swap: Swap, staging: Staging, table: BarTable, plan: BarPlan): string {
  const db = swap.database;
  const time = table === "minute" ? "minute, " : "";
  const key = table === "minute" ? "symbol, session, minute" : "symbol, session";
  const range = "session IN {sessions:Array(UInt16)}";
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

/** INSERTs that make the range of a table from everything given. */
function rebuildRange(swap: Swap, staging: Staging, table: BarTable, plan: BarPlan): readonly string[] {
  const rows = standing(swap, staging, table, plan);
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
      `INSERT INTO ${swap.now(`given_${table}`)} SELECT symbol, session${time}, ${VALUES.join(", ")}, adjusted_to FROM ${rows} WHERE place > 1 OR adjusted_to > 0`,
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

/** Makes `minute_new` and what is rolled up from it. Gives the sessions whose minutes may have changed. */
export async function mergeMinutes(
  market: Market,
  swap: Swap,
  staging: Staging,
  plan: BarPlan,
): Promise<readonly number[]> {
  if (!staging.has("minute") && !plan.forget && !plan.moved && !plan.splitsChanged) return [];
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
  return touched.map(({ session }) => session);
}

/** Makes `daily_new`: the vendors' bars, and those made from minutes where there is none. */
export async function mergeDaily(
  market: Market,
  swap: Swap,
  staging: Staging,
  plan: BarPlan,
  touched: readonly number[],
): Promise<void> {
  const db = swap.database;
  const incoming = staging.rows("daily");
  const append =
    !plan.forget &&
    !plan.moved &&
    !plan.splitsChanged &&
    !plan.aside &&
    !(await overlaps(market, swap, staging, touched));
  await swap.fresh("daily", append ? "clone" : "empty");
  await swap.fresh("given_daily", append ? "clone" : "empty");
  const sources = append
    ? [incoming]
    : [incoming, ...(plan.forget ? [] : [`${db}.daily`, `${db}.given_daily`]), swap.now("minute_day")];
  const steps = append ? [appendRange(swap, staging, "daily")] : rebuildRange(swap, staging, "daily", plan);
  const rows = [...(await perSession(market, sources))];
  for (const session of append ? touched : [])
    if (!rows.some((row) => row.session === session)) rows.push({ session, n: 0 });
  const sorted = rows.toSorted((a, b) => a.session - b.session);
  for (const sessions of inSteps(sorted, new Set(), Infinity)) {
    for (const sql of [...steps, fromMinutes(swap)]) {
      await market.command({ sql, lane: "scan", params: { sessions, adjusted: plan.adjustedTo } });
    }
  }
}

/** Whether stored daily bars could be changed by this import: a security's new days reach into its old ones. */
async function overlaps(market: Market, swap: Swap, staging: Staging, touched: readonly number[]): Promise<boolean> {
  const db = swap.database;
  const [row] = await market.query<{ n: number }>({
    sql: `SELECT toUInt32(count()) AS n FROM (
  SELECT e.security_id AS security_id, min(g.session) AS a, max(g.session) AS b
  FROM ${staging.rows("daily")} AS g ASOF INNER JOIN ${swap.now("era")} AS e ON g.symbol = e.symbol AND g.session >= e.from_session
  GROUP BY security_id
) AS i INNER JOIN (SELECT security_id, min(session) AS a, max(session) AS b FROM ${db}.daily GROUP BY security_id) AS d ON d.security_id = i.security_id
WHERE i.a <= d.b AND d.a <= i.b`,
    lane: "scan",
  });
  if (row && row.n > 0) return true;
  if (touched.length === 0) return false;
  const [made] = await market.query<{ n: number }>({
    sql: `SELECT toUInt32(count()) AS n FROM ${db}.daily WHERE source > 0 AND session IN {touched:Array(UInt16)}`,
    params: { touched: [...touched] },
  });
  return made !== undefined && made.n > 0;
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
