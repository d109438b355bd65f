import { indicators } from "./indicators.ts";

/*
 * The realistic request as two people would write it who know the market's tables: one in one statement,
 * one in stages. The columns are those of checks/realistic.ts, in the same order, so that answers can be compared.
 */

export interface RealisticPlace {
  /** Database of the market, database of the answer. */
  readonly db: string;
  readonly hand: string;
  /** First and last session of the rows. */
  readonly from: number;
  readonly to: number;
}

/** Sessions of history that settle every indicator of the request to 1e-6 (Wilder 14 + 17 × 14, MACD 26 + 9 × 26), with room for halts. */
const WARM_UP = 450;

const ADJUSTED = `toFloat64(d.high) * d.split_factor AS h, toFloat64(d.low) * d.split_factor AS l, toFloat64(d.close) * d.split_factor AS c`;
const DAY = `toFloat64(d.open) AS open, toFloat64(d.high) AS high, toFloat64(d.low) AS low, toFloat64(d.close) AS close, toFloat64(d.volume) AS volume, toFloat64(d.vwap) AS vwap, toFloat64(d.open) * d.split_factor AS o, toFloat64(d.volume) / d.split_factor AS v`;

const days = (from: number, to: number): string => {
  const bound = (day: number): string => (day < 0 ? `${-day} PRECEDING` : `${day} FOLLOWING`);
  return `PARTITION BY security_id ORDER BY session RANGE BETWEEN ${bound(from)} AND ${bound(to)}`;
};

/** Columns over days, as windows over d. */
const WINDOWS = `anyOrNull(c) OVER yesterday AS c1, anyOrNull(close) OVER yesterday AS close1, avgOrNull(v) OVER month AS v20,
  maxOrNull(h) OVER month AS h20, minOrNull(l) OVER month AS l20, maxOrNull(h) OVER year AS h252,
  argMaxOrNull(c, (v, -toInt32(session))) OVER fortnight AS at10, anyOrNull(c) OVER tomorrow AS next`;
const FRAMES = `WINDOW yesterday AS (${days(-1, -1)}), month AS (${days(-20, -1)}), year AS (${days(-252, -1)}), fortnight AS (${days(-10, -1)}), tomorrow AS (${days(1, 1)})`;

const PREMARKET = "minute BETWEEN 240 AND 569";
const FIRST_HOUR = "minute BETWEEN 570 AND 629";
const REGULAR = "minute >= 570 AND minute < closing";
const MINUTES = `toFloat64(maxOrNullIf(high, ${PREMARKET})) AS pre_high, toFloat64(sumIf(volume, ${PREMARKET})) AS pre_volume,
  toFloat64(anyOrNullIf(close, minute = 600)) AS ten, toFloat64(maxOrNullIf(high, ${FIRST_HOUR})) AS hour_high, toFloat64(minOrNullIf(low, ${FIRST_HOUR})) AS hour_low,
  argMaxOrNullIf(minute, (high, -toInt32(minute)), ${REGULAR}) AS top`;

/** The columns of the answer, from d (days and indicators), m (minutes), s (security) and the dated fields. */
const COLUMNS = `d.security_id AS security_id, d.session AS session, coalesce(renamed.old_symbol, s.symbol) AS c0, t.date AS c1,
  s.name AS c2, s.exchange AS c3, s.country AS c4,
  d.open AS c5, d.high AS c6, d.low AS c7, d.close AS c8, d.volume AS c9, d.vwap AS c10, d.c1 AS c11, d.h20 AS c12, d.l20 AS c13, d.h252 AS c14,
  d.v20 AS c15, d.at10 AS c16, d.next AS c17,
  m.pre_high AS c18, m.pre_volume AS c19, m.ten AS c20, m.hour_high AS c21, m.hour_low AS c22, m.top AS c23,
  d.ema20 AS c24, d.rsi14 AS c25, d.macd AS c26, d.atr14 AS c27`;
const CUSTOM = `(d.o / d.c1 - 1) * 100 AS c33, d.v / nullIf(d.v20, 0) AS c34`;

const sameRow = (alias: string): string => `${alias}.security_id = a.security_id AND ${alias}.session = a.session`;

/** Numbers the rows, as every result table has them. */
const answer = (table: string, select: string): string =>
  `CREATE TABLE ${table} ENGINE = MergeTree ORDER BY row AS SELECT row_number() OVER (ORDER BY session, c0, security_id) AS row, * FROM (${select})`;

/** One statement: windows over everything, joins, and a WHERE around it all. */
export function naive({ db, hand, from, to }: RealisticPlace): { statements: string[]; table: string } {
  const table = `${hand}.realistic_naive`;
  const bars = `SELECT security_id, session, ${ADJUSTED}, ${DAY} FROM ${db}.daily AS d WHERE session BETWEEN ${from - WARM_UP} AND ${to + 1}`;
  const kept = ["open", "high", "low", "close", "volume", "vwap", "o", "h", "l", "c", "v"];
  const before = ["ema20", "rsi14", "macd", "atr14"].map(
    (name) => `anyOrNull(before_${name}) OVER yesterday AS ${name}`,
  );
  const lines = indicators(bars, undefined, kept).replace(/ AS (ema20|rsi14|macd|atr14)\b/g, " AS before_$1");
  const daily = `SELECT *, ${WINDOWS}, ${before.join(", ")} FROM (${lines}) ${FRAMES}`;
  const minutes = `SELECT session, security_id, ${MINUTES} FROM (SELECT m.*, t.close AS closing FROM ${db}.minute AS m INNER JOIN ${db}.session AS t ON t.session = m.session WHERE m.session BETWEEN ${from} AND ${to}) GROUP BY session, security_id`;
  const fact = (field: string, column: string): string =>
    `(SELECT security_id, known_at, ${column} FROM ${db}.fact WHERE field = '${field}')`;
  const asOf = (field: string, column: string, alias: string): string =>
    `ASOF LEFT JOIN ${fact(field, column)} AS ${alias} ON ${alias}.security_id = d.security_id AND ${alias}.known_at <= t.closes`;
  const select = `SELECT ${COLUMNS}, cap.value AS c28, coalesce(sector.text, s.sector) AS c29, toUInt8(ifNull(e.had, 0)) AS c30, float.value AS c31, revenue.value AS c32, ${CUSTOM}
FROM (${daily}) AS d
INNER JOIN (SELECT session, date, toDateTime(date, 'UTC') + toUInt32(close) * 60 AS closes FROM ${db}.session) AS t ON t.session = d.session
INNER JOIN ${db}.security AS s ON s.security_id = d.security_id
LEFT JOIN (${minutes}) AS m ON m.session = d.session AND m.security_id = d.security_id
${asOf("market_cap", "value", "cap")}
${asOf("sector", "text", "sector")}
${asOf("float", "value", "float")}
ASOF LEFT JOIN (SELECT security_id, known_at, value FROM ${db}.statement WHERE item = 'total-revenue') AS revenue ON revenue.security_id = d.security_id AND revenue.known_at <= t.closes
LEFT JOIN (SELECT DISTINCT security_id, session, 1 AS had FROM ${db}.event WHERE kind = 'news' AND session BETWEEN ${from} AND ${to}) AS e ON e.security_id = d.security_id AND e.session = d.session
ASOF LEFT JOIN ${db}.symbol_change AS renamed ON renamed.security_id = d.security_id AND t.date < renamed.date
WHERE d.session BETWEEN ${from} AND ${to} AND d.o / d.c1 > 1.05 AND d.close1 >= 5 AND d.v20 >= 300000
  AND s.security_class = 'Common Stock' AND d.rsi14 > 50 AND m.pre_volume >= 20000`;
  return { statements: [`DROP TABLE IF EXISTS ${table} SYNC`, answer(table, select)], table };
}

/**
 * In stages, each a Memory table: the cheap filters over the 41 sessions they read; indicators for the securities left,
 * warmed up as long as they need; the premarket from the 30-minute rollup; then days, minutes and facts around the rows
 * that remain.
 */
export function staged({ db, hand, from, to }: RealisticPlace): { statements: string[]; table: string } {
  const table = `${hand}.realistic_staged`;
  const at = (name: string): string => `${hand}.stage_${name}`;
  const stage = (name: string, select: string): string => `CREATE TABLE ${at(name)} ENGINE = Memory AS ${select}`;
  const stages = [
    stage(
      "gap",
      `SELECT security_id, session, o, v, c1, close1, v20 FROM (
  SELECT security_id, session, o, v, anyOrNull(c) OVER yesterday AS c1, anyOrNull(close) OVER yesterday AS close1, avgOrNull(v) OVER month AS v20 FROM (
    SELECT security_id, session, toFloat64(open) * split_factor AS o, toFloat64(close) * split_factor AS c, toFloat64(close) AS close, toFloat64(volume) / split_factor AS v
    FROM ${db}.daily WHERE session BETWEEN ${from - 20} AND ${to} AND security_id IN (SELECT security_id FROM ${db}.security WHERE security_class = 'Common Stock'))
  WINDOW yesterday AS (${days(-1, -1)}), month AS (${days(-20, -1)}))
WHERE session >= ${from} AND o / c1 > 1.05 AND close1 >= 5 AND v20 >= 300000`,
    ),
    stage(
      "strong",
      `SELECT g.*, x.ema20 AS ema20, x.rsi14 AS rsi14, x.macd AS macd, x.atr14 AS atr14 FROM ${at("gap")} AS g INNER JOIN (
  SELECT * FROM (${indicators(`SELECT security_id, session, ${ADJUSTED} FROM ${db}.daily AS d WHERE session BETWEEN ${from - WARM_UP} AND ${to} AND security_id IN (SELECT security_id FROM ${at("gap")})`)})
  WHERE (security_id, session) IN (SELECT security_id, session - 1 FROM ${at("gap")}) AND rsi14 > 50
) AS x ON x.security_id = g.security_id AND x.session = g.session - 1`,
    ),
    stage(
      "active",
      `SELECT s.*, t.date AS date, toDateTime(t.date, 'UTC') + toUInt32(t.close) * 60 AS closes, t.close AS closing FROM ${at("strong")} AS s INNER JOIN ${db}.session AS t ON t.session = s.session
WHERE (s.session, s.security_id) IN (
  SELECT session, security_id FROM ${db}.bucket WHERE session BETWEEN ${from} AND ${to} AND (session, security_id) IN (SELECT session, security_id FROM ${at("strong")}) AND bucket < 570
  GROUP BY session, security_id HAVING sum(volume) >= 20000)`,
    ),
    stage(
      "days",
      `SELECT * FROM (SELECT security_id, session, open, high, low, close, volume, vwap, maxOrNull(h) OVER month AS h20, minOrNull(l) OVER month AS l20, maxOrNull(h) OVER year AS h252,
  argMaxOrNull(c, (v, -toInt32(session))) OVER fortnight AS at10, anyOrNull(c) OVER tomorrow AS next
  FROM (SELECT security_id, session, ${ADJUSTED}, ${DAY} FROM ${db}.daily AS d WHERE session BETWEEN ${from - 252} AND ${to + 1} AND security_id IN (SELECT security_id FROM ${at("active")})) ${FRAMES})
WHERE (security_id, session) IN (SELECT security_id, session FROM ${at("active")})`,
    ),
    stage(
      "minutes",
      `SELECT session, security_id, ${MINUTES} FROM (
  SELECT session, security_id, minute, high, low, close, volume, transform(session, half.1, half.2, toUInt16(960)) AS closing
  FROM (SELECT *, (SELECT (groupArray(session), groupArray(close)) FROM ${db}.session WHERE session BETWEEN ${from} AND ${to} AND close != 960) AS half FROM ${db}.minute
  WHERE session BETWEEN ${from} AND ${to} AND (session, security_id) IN (SELECT session, security_id FROM ${at("active")})))
GROUP BY session, security_id`,
    ),
    stage(
      "facts",
      `SELECT r.security_id AS security_id, r.session AS session, argMaxOrNullIf(f.value, f.known_at, f.field = 'market_cap') AS cap, argMaxOrNullIf(f.value, f.known_at, f.field = 'float') AS float, argMaxOrNullIf(assumeNotNull(f.text), f.known_at, f.field = 'sector') AS sector
FROM ${at("active")} AS r INNER JOIN (SELECT security_id, field, known_at, value, text FROM ${db}.fact WHERE field IN ('market_cap', 'float', 'sector') AND security_id IN (SELECT security_id FROM ${at("active")})) AS f ON f.security_id = r.security_id
WHERE f.known_at <= r.closes GROUP BY r.security_id, r.session`,
    ),
    stage(
      "revenue",
      `SELECT r.security_id AS security_id, r.session AS session, argMax(f.value, (f.fiscal_end, f.known_at)) AS revenue
FROM ${at("active")} AS r INNER JOIN (SELECT security_id, fiscal_end, known_at, value FROM ${db}.statement WHERE item = 'total-revenue' AND security_id IN (SELECT security_id FROM ${at("active")})) AS f ON f.security_id = r.security_id
WHERE f.known_at <= r.closes GROUP BY r.security_id, r.session`,
    ),
  ];
  const columns = COLUMNS.replaceAll(/\bd\.(security_id|session|c1|v20|ema20|rsi14|macd|atr14)\b/g, "a.$1").replaceAll(
    "t.date",
    "a.date",
  );
  const select = `SELECT ${columns}, f.cap AS c28, coalesce(f.sector, s.sector) AS c29, toUInt8(ifNull(e.had, 0)) AS c30, f.float AS c31, q.revenue AS c32, ${CUSTOM.replaceAll("d.", "a.")}
FROM ${at("active")} AS a
INNER JOIN ${at("days")} AS d ON ${sameRow("d")}
INNER JOIN ${db}.security AS s ON s.security_id = a.security_id
LEFT JOIN ${at("minutes")} AS m ON ${sameRow("m")}
LEFT JOIN ${at("facts")} AS f ON ${sameRow("f")}
LEFT JOIN ${at("revenue")} AS q ON ${sameRow("q")}
LEFT JOIN (SELECT DISTINCT security_id, session, 1 AS had FROM ${db}.event WHERE kind = 'news' AND security_id IN (SELECT security_id FROM ${at("active")}) AND session BETWEEN ${from} AND ${to}) AS e ON ${sameRow("e")}
ASOF LEFT JOIN ${db}.symbol_change AS renamed ON renamed.security_id = a.security_id AND a.date < renamed.date`;
  const names = ["gap", "strong", "active", "days", "minutes", "facts", "revenue"];
  return {
    statements: [
      `DROP TABLE IF EXISTS ${table} SYNC`,
      ...stages,
      answer(table, select),
      ...names.map((name) => `DROP TABLE ${at(name)} SYNC`),
    ],
    table,
  };
}
