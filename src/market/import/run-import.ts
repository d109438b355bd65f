import type { Market } from "../market.ts";
import { mergeDaily, mergeMinutes, type BarPlan } from "./bars.ts";
import { resolveEras } from "./eras.ts";
import { deriveFacts, deriveSecurities } from "./facts.ts";
import { INCOMING } from "./incoming.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { LISTED, type ImportReport, type RefusedRow } from "./report.ts";
import { takeSnapshot } from "./snapshot.ts";
import { withSwap, type Swap } from "./swap.ts";

const ALL_KINDS = Object.keys(KINDS).filter((name): name is Kind => name in KINDS);

/** What a source does: it fills the tables `incoming_<kind>` and says what it found besides rows. */
export interface Loading {
  readonly market: Market;
  readonly swap: Swap;
  /** Table of calendar days: `day` text, `date`, `session` first on or after it, `open` whether it is one. */
  readonly day: string;
  into(kind: Kind): string;
  /** Lists something that is refused but is no row of a table. */
  refuse(row: RefusedRow, count?: number): void;
  unknownColumn(file: string, column: string): void;
}

/**
 * One import: `load` fills the incoming tables, everything else follows from them and from what was given before.
 * The market changes all at once at the end, or not at all.
 */
export async function runImport(
  market: Market,
  source: string,
  options: { readonly adjusted?: boolean },
  load: (loading: Loading) => Promise<void>,
): Promise<ImportReport> {
  const started = performance.now();
  return withSwap(market, async (swap) => {
    const day = await calendarDays(market, swap);
    for (const kind of ALL_KINDS) {
      const { columns, key } = INCOMING[kind];
      const typed = columns.map(([name, type]) => `${name} ${type}`).join(", ");
      await swap.scratch(
        kind,
        `source_file LowCardinality(String), line UInt32, wrong_field LowCardinality(String), problem LowCardinality(String), source_text String, ${typed}`,
        `(${key.join(", ")})`,
      );
    }
    const refusals: { row: RefusedRow; count: number }[] = [];
    const unknownColumns: { file: string; column: string }[] = [];
    await load({
      market,
      swap,
      day,
      into: (kind) => `${swap.database}.incoming_${kind}`,
      refuse: (row, count = 1) => void refusals.push({ row, count }),
      unknownColumn: (file, column) => void unknownColumns.push({ file, column }),
    });
    await refuseDuplicates(market, swap);
    const demo = await isDemo(market);
    const counts = await count(market, swap);
    const restated = demo ? 0 : await restatedRows(market, swap);
    await derive(market, swap, { adjusted: options.adjusted ?? false, forget: demo });
    const snapshot = await takeSnapshot(market, swap, source);
    const behind = await asideRows(market, swap);
    const refused = await refusedRows(market, swap, refusals);
    return {
      ...counts,
      refused,
      unknownColumns,
      restated,
      behind,
      replacedDemo: demo,
      seconds: (performance.now() - started) / 1000,
      snapshot,
    };
  });
}

/** Every day from 1900 to 2100, so that any date of a file is found by its text. */
async function calendarDays(market: Market, swap: Swap): Promise<string> {
  const table = await swap.scratch("day", "day String, date Date32, session Nullable(UInt16), open Bool", "day");
  await market.command(`
INSERT INTO ${table}
SELECT toString(n.date), n.date, s.session, ifNull(s.date = n.date, false)
FROM (SELECT toDate32('1900-01-01') + number AS date, 1 AS one FROM numbers(73413)) AS n
ASOF LEFT JOIN (SELECT *, 1 AS one FROM ${swap.now("session")}) AS s ON s.one = n.one AND n.date <= s.date`);
  await swap.scratch("cut", "symbol String, session UInt16", "symbol");
  return table;
}

/** A repeated key within one import: the first row stands, the others are refused. */
async function refuseDuplicates(market: Market, swap: Swap): Promise<void> {
  for (const kind of ALL_KINDS) {
    const table = `${swap.database}.incoming_${kind}`;
    const key = INCOMING[kind].key.join(", ");
    const [found] = await market.query<{ n: number }>({
      sql: `SELECT toUInt32(count()) AS n FROM (SELECT 1 FROM ${table} WHERE problem = '' GROUP BY ${key} HAVING count() > 1 LIMIT 1)`,
      settings: { optimize_aggregation_in_order: 1 },
      lane: "scan",
    });
    if (!found || found.n === 0) continue;
    const texts = INCOMING[kind].columns
      .filter(([name]) => name !== "rounded")
      .map(([name]) => `ifNull(toString(${name}), '')`)
      .join(", ");
    await market.command({
      sql: `ALTER TABLE ${table} UPDATE problem = 'duplicate key', wrong_field = {field:String}, source_text = concatWithSeparator(',', ${texts}) WHERE problem = '' AND (source_file, line) IN (
  SELECT source_file, line FROM (
    SELECT source_file, line, row_number() OVER (PARTITION BY ${key} ORDER BY source_file, line) AS place
    FROM ${table} WHERE problem = '' AND (${key}) IN (SELECT ${key} FROM ${table} WHERE problem = '' GROUP BY ${key} HAVING count() > 1)
  ) WHERE place > 1)`,
      params: { field: key },
      settings: { mutations_sync: 1 },
      lane: "scan",
    });
  }
}

async function isDemo(market: Market): Promise<boolean> {
  const rows = await market.query<{ source: string }>(`SELECT source FROM ${market.database}.snapshot`);
  return rows.some(({ source }) => source === "demo");
}

async function count(market: Market, swap: Swap): Promise<Pick<ImportReport, "taken" | "rounded">> {
  const rows = await market.query<{ kind: string; n: number; rounded: number }>(
    ALL_KINDS.map(
      (kind) =>
        `SELECT '${kind}' AS kind, toUInt32(countIf(problem = '')) AS n, toUInt32(${kind === "daily" || kind === "minute" ? "countIf(problem = '' AND rounded = 1)" : "0"}) AS rounded FROM ${swap.database}.incoming_${kind}`,
    ).join(" UNION ALL "),
  );
  const of = (kind: Kind): number => rows.find((row) => row.kind === kind)?.n ?? 0;
  const taken = {
    daily: of("daily"),
    minute: of("minute"),
    securities: of("securities"),
    symbols: of("symbols"),
    splits: of("splits"),
    facts: of("facts"),
    statements: of("statements"),
    events: of("events"),
  };
  return { taken, rounded: rows.reduce((sum, row) => sum + row.rounded, 0) };
}

async function refusedRows(
  market: Market,
  swap: Swap,
  others: readonly { readonly row: RefusedRow; readonly count: number }[],
): Promise<ImportReport["refused"]> {
  const every = ALL_KINDS.map(
    (kind) =>
      `SELECT source_file AS file, line, wrong_field AS field, problem AS reason, source_text AS text FROM ${swap.database}.incoming_${kind} WHERE problem != ''`,
  ).join(" UNION ALL ");
  const rows = await market.query<RefusedRow>(`SELECT * FROM (${every}) ORDER BY file, line LIMIT ${LISTED}`);
  const counted = await market.query<{ reason: string; n: number }>(
    `SELECT reason, toUInt32(count()) AS n FROM (${every}) GROUP BY reason ORDER BY n DESC, reason`,
  );
  const reasons: Record<string, number> = Object.fromEntries(counted.map(({ reason, n }) => [reason, n]));
  for (const { row, count: n } of others) reasons[row.reason] = (reasons[row.reason] ?? 0) + n;
  const total = Object.values(reasons).reduce((sum, n) => sum + n, 0);
  return { count: total, rows: [...others.map(({ row }) => row), ...rows].slice(0, LISTED), reasons };
}

const GIVEN_OF: Readonly<
  Record<Exclude<Kind, "daily" | "minute">, { readonly table: string; readonly columns: string; readonly from: string }>
> = {
  securities: {
    table: "given_security",
    columns:
      "symbol, listed, name, exchange, security_class, status, country, currency, sector, industry, ipo_date, delisted_date",
    from: "*",
  },
  symbols: { table: "given_symbol", columns: "symbol, old_symbol, date, session", from: "*" },
  splits: { table: "given_split", columns: "symbol, date, session, ratio", from: "*" },
  facts: { table: "given_fact", columns: "symbol, field, known_at, session, value, text", from: "words AS text" },
  statements: { table: "given_statement", columns: "symbol, item, fiscal_end, known_at, session, value", from: "*" },
  events: { table: "given_event", columns: "symbol, kind, at, session, minute", from: "*" },
};
const SMALL = Object.keys(GIVEN_OF).filter((name): name is keyof typeof GIVEN_OF => name in GIVEN_OF);

/** Rows of this import whose key an earlier one gave. */
async function restatedRows(market: Market, swap: Swap): Promise<number> {
  const db = swap.database;
  let total = 0;
  for (const kind of ALL_KINDS) {
    const key = INCOMING[kind].key.join(", ");
    const olds =
      kind === "daily" || kind === "minute"
        ? [`${db}.${kind}`, `${db}.given_${kind}`]
        : [`${db}.${GIVEN_OF[kind].table}`];
    const incoming = `(SELECT * FROM ${db}.incoming_${kind} WHERE problem = '')`;
    const spans = kind === "daily" || kind === "minute";
    const sessions = spans
      ? await market.query<{ session: number }>(
          `SELECT DISTINCT intDiv(session, 20) AS session FROM ${incoming} ORDER BY session`,
        )
      : [{ session: -1 }];
    for (const { session } of sessions) {
      const range = session < 0 ? "" : ` WHERE intDiv(session, 20) = ${session}`;
      const keys = olds
        .map((old) => `SELECT ${key} FROM ${old}${range}${old === `${db}.daily` ? " AND source = 0" : ""}`)
        .join(" UNION DISTINCT ");
      const [row] = await market.query<{ n: number }>({
        sql: `SELECT toUInt32(count()) AS n FROM ${incoming}${range}${range ? " AND" : " WHERE"} (${key}) IN (${keys})`,
        lane: "scan",
      });
      total += row?.n ?? 0;
    }
  }
  return total;
}

async function asideRows(market: Market, swap: Swap): Promise<number> {
  const rows = await Promise.all(
    (["daily", "minute"] as const).map((table) =>
      market.query<{ n: number }>(
        `SELECT toUInt32(count()) AS n FROM ${swap.now(`given_${table}`)} WHERE adjusted_to = 0`,
      ),
    ),
  );
  return rows.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
}

/** Everything that follows from what was given, into new tables. */
async function derive(
  market: Market,
  swap: Swap,
  options: { readonly adjusted: boolean; readonly forget: boolean },
): Promise<void> {
  const db = swap.database;
  const kept = options.forget ? " WHERE false" : "";
  for (const kind of SMALL) {
    const { table, columns, from } = GIVEN_OF[kind];
    const key = INCOMING[kind].key.join(", ");
    const incoming = from === "*" ? columns : columns.replace("text", from);
    await swap.fresh(table);
    await market.command({
      sql: `INSERT INTO ${swap.now(table)} SELECT ${columns} FROM (
  SELECT ${columns}, 0 AS age FROM ${db}.${table}${kept} UNION ALL SELECT ${incoming}, 1 AS age FROM ${db}.incoming_${kind} WHERE problem = ''
) ORDER BY ${key}, age DESC LIMIT 1 BY ${key}`,
      lane: "scan",
      settings: { max_bytes_before_external_sort: 500_000_000 },
    });
  }
  await market.command(`INSERT INTO ${swap.now("given_split")} SELECT i.symbol, s.date, i.session, i.split_ratio
FROM ${db}.incoming_daily AS i INNER JOIN ${swap.now("session")} AS s ON s.session = i.session
WHERE i.problem = '' AND isNotNull(i.split_ratio) AND i.split_ratio != 1 AND (i.symbol, s.date) NOT IN (SELECT symbol, date FROM ${swap.now("given_split")})`);
  await swap.fresh("given_cut");
  await market.command(
    `INSERT INTO ${swap.now("given_cut")} SELECT DISTINCT symbol, session FROM (SELECT symbol, session FROM ${db}.given_cut${kept} UNION ALL SELECT symbol, session FROM ${db}.incoming_cut)`,
  );
  await swap.fresh("given_coverage");
  const bars = `SELECT session FROM ${db}.incoming_daily WHERE problem = '' UNION ALL SELECT session FROM ${db}.incoming_minute WHERE problem = ''`;
  await market.command(`INSERT INTO ${swap.now("given_coverage")} SELECT DISTINCT kind, from_session, to_session FROM (
  SELECT toString(kind) AS kind, from_session, to_session FROM ${db}.given_coverage${kept}
  UNION ALL
  SELECT k.kind, s.a, s.b FROM (SELECT DISTINCT kind FROM ${db}.incoming_events WHERE problem = '') AS k
  CROSS JOIN (SELECT min(session) AS a, max(session) AS b FROM (${bars} UNION ALL SELECT session FROM ${db}.incoming_events WHERE problem = '')) AS s)`);

  const symbols = ["daily", "minute", "splits", "facts", "statements", "events"]
    .map((kind) => `SELECT DISTINCT toString(symbol) AS symbol FROM ${db}.incoming_${kind} WHERE problem = ''`)
    .join(" UNION ALL ");
  await resolveEras(market, swap, `${symbols} UNION ALL SELECT toString(symbol) FROM ${db}.era${kept}`);
  const [span] = await market.query<{ last: number; incoming: number }>(`SELECT
  (SELECT max(session) FROM (${bars})) AS incoming,
  greatest(incoming, (SELECT max(session) FROM (SELECT session FROM ${db}.daily${kept}))) AS last`);
  const last = span?.last ?? 0;
  await deriveFacts(market, swap, last);

  const differs = async (table: string, columns: string, only: string): Promise<boolean> => {
    const [row] = await market.query<{ n: number }>(`SELECT toUInt32(count()) AS n FROM (
  (SELECT ${columns} FROM ${db}.${table} EXCEPT SELECT ${columns} FROM ${swap.now(table)})
  UNION ALL (SELECT ${columns} FROM ${swap.now(table)}${only} EXCEPT SELECT ${columns} FROM ${db}.${table}))`);
    return row !== undefined && row.n > 0;
  };
  const moved =
    !options.forget &&
    (await differs(
      "era",
      "symbol, from_session, security_id, valid_from",
      ` WHERE symbol IN (SELECT symbol FROM ${db}.era)`,
    ));
  const splitsChanged =
    !options.forget &&
    (await differs(
      "split_step",
      "security_id, from_session, factor",
      ` WHERE security_id IN (SELECT security_id FROM ${db}.daily)`,
    ));
  const [aside] = await market.query<{ n: number }>(`SELECT toUInt32((SELECT count() FROM ${swap.now("given_symbol")})
  + (SELECT count() FROM ${db}.given_daily${kept}) + (SELECT count() FROM ${db}.given_minute${kept})) AS n`);
  const plan: BarPlan = {
    aside: options.adjusted || (aside?.n ?? 0) > 0,
    adjustedTo: options.adjusted ? Math.max(1, span?.incoming ?? 0) : 0,
    forget: options.forget,
    moved,
    splitsChanged,
  };
  const touched = await mergeMinutes(market, swap, plan);
  await mergeDaily(market, swap, plan, touched);
  await deriveSecurities(market, swap);
}
