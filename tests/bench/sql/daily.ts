import { allowMerges, NO_MERGES } from "../../../src/market/index.ts";
import { indicators } from "./indicators.ts";

/*
 * Questions over days by hand, each in one statement. Every answer has security_id, session, c0 (symbol), c1 (date) and the
 * columns of its question.
 */

export interface Place {
  readonly db: string;
  readonly hand: string;
  readonly from: number;
  readonly to: number;
}

export interface Statements {
  readonly statements: readonly string[];
  readonly table: string;
}

const frame = (from: number, to: number): string =>
  `OVER (PARTITION BY security_id ORDER BY session RANGE BETWEEN ${-from} PRECEDING AND ${to === 0 ? "CURRENT ROW" : `${-to} PRECEDING`})`;
const lag = (x: string, n: number): string => `anyOrNull(${x}) ${frame(-n, -n)}`;

const BARS = `security_id, session, toFloat64(open) * split_factor AS o, toFloat64(high) * split_factor AS h, toFloat64(low) * split_factor AS l, toFloat64(close) * split_factor AS c, toFloat64(volume) / split_factor AS v`;

const bars = (db: string, from: number, to: number): string =>
  `SELECT ${BARS} FROM ${db}.daily WHERE session BETWEEN ${from} AND ${to}`;

/** Symbol and date beside `columns`, which read d. */
const withSymbols = (db: string, columns: string, from: string): string =>
  `SELECT d.security_id AS security_id, d.session AS session, coalesce(r.old_symbol, s.symbol) AS c0, t.date AS c1, ${columns}
FROM (${from}) AS d
INNER JOIN ${db}.session AS t ON t.session = d.session
INNER JOIN ${db}.security AS s ON s.security_id = d.security_id
ASOF LEFT JOIN ${db}.symbol_change AS r ON r.security_id = d.security_id AND t.date < r.date`;

/** Makes a table in the order of a result; `rows` follows its definition. As in ours, its parts are merged at the end. */
const madeTable = (table: string, rows: string): string[] => [
  `DROP TABLE IF EXISTS ${table} SYNC`,
  `CREATE TABLE ${table} ENGINE = MergeTree ORDER BY (session, c0, security_id) SETTINGS ${NO_MERGES} ${rows}`,
];

function answer({ db, hand }: Place, name: string, columns: string, from: string): Statements {
  const table = `${hand}.${name}`;
  return { statements: madeTable(table, `AS ${withSymbols(db, columns, from)}`), table };
}

/** A new 52-week high on twice the usual volume. */
export function newHighs(place: Place): Statements {
  const { db, from, to } = place;
  const windows = `SELECT *, ${lag("c", 1)} AS c1, avgOrNull(v) ${frame(-20, -1)} AS v20, maxOrNull(h) ${frame(-252, -1)} AS h252 FROM (${bars(db, from - 252, to)})`;
  return answer(
    place,
    "new_highs",
    "d.c AS c2, (d.c / d.c1 - 1) * 100 AS c3, d.v / nullIf(d.v20, 0) AS c4, d.h252 AS c5",
    `SELECT * FROM (${windows}) WHERE session >= ${from} AND c > h252 AND v > 2 * v20`,
  );
}

/** EMA(20), RSI(14) and the MACD line of every security on every day. */
export function indicatorsOfAll(place: Place): Statements {
  const { db, from, to } = place;
  const input = bars(db, from - 450, to);
  return answer(
    place,
    "indicators_of_all",
    "d.ema20 AS c2, d.rsi14 AS c3, d.macd AS c4",
    `SELECT * FROM (${indicators(input, ["ema20", "rsi14", "macd"])}) WHERE session >= ${from}`,
  );
}

/** The fifty largest gains of each day. */
export function topGains(place: Place): Statements {
  const { db, from, to } = place;
  const gains = `SELECT security_id, session, c, (c / c1 - 1) * 100 AS gain FROM (SELECT *, ${lag("c", 1)} AS c1 FROM (${bars(db, from - 1, to)})) WHERE session >= ${from} AND isNotNull(gain)`;
  return answer(
    place,
    "top_gains",
    "d.c AS c2, d.gain AS c3, toFloat64(d.place) AS c4",
    `SELECT * FROM (SELECT *, rank() OVER (PARTITION BY session ORDER BY gain DESC) AS place FROM (${gains})) WHERE place <= 50`,
  );
}

/** Name, value and days of the windows of `decade`. */
const DECADE_WINDOWS: readonly (readonly [name: string, value: string, from: number, to: number])[] = [
  ["c1", "anyOrNull(c)", -1, -1],
  ["c5", "anyOrNull(c)", -5, -5],
  ["c21", "anyOrNull(c)", -21, -21],
  ["v1", "anyOrNull(v)", -1, -1],
  ["a5", "avgOrNull(c)", -4, 0],
  ["a20", "avgOrNull(c)", -19, 0],
  ["a50", "avgOrNull(c)", -49, 0],
  ["a200", "avgOrNull(c)", -199, 0],
  ["v20", "avgOrNull(v)", -20, -1],
  ["h20", "maxOrNull(h)", -20, -1],
  ["l20", "minOrNull(l)", -20, -1],
  ["h252", "maxOrNull(h)", -252, -1],
  ["l252", "minOrNull(l)", -252, -1],
];

const DECADE_COLUMNS = [
  ...["o", "h", "l", "c", "v", ...DECADE_WINDOWS.map(([name]) => name)].map((name) => `d.${name}`),
  "(d.o / d.c1 - 1) * 100",
  "(d.c / d.c1 - 1) * 100",
  "d.v / nullIf(d.v20, 0)",
  "(d.c / d.h252 - 1) * 100",
];

/**
 * 22 columns over days of every security on every day: the engine keeps the windows of a statement whole, so that ranges
 * of securities bound its memory.
 */
export function decade(place: Place, ranges: readonly (readonly [from: number, to: number])[]): Statements {
  const { db, from, to } = place;
  // A range that leaves the market's data is null.
  const windows = DECADE_WINDOWS.map(
    ([name, value, first, last]) => `if(session >= ${from - first}, ${value} ${frame(first, last)}, NULL) AS ${name}`,
  );
  const columns = DECADE_COLUMNS.map((sql, index) => `${sql} AS c${index + 2}`).join(", ");
  const selects = ranges.map(([first, last]) => {
    const days = `${bars(db, from, to)} AND security_id BETWEEN ${first} AND ${last}`;
    return withSymbols(db, columns, `SELECT *, ${windows.join(", ")} FROM (${days})`);
  });
  const table = `${place.hand}.decade`;
  return {
    table,
    statements: [
      ...madeTable(table, `EMPTY AS ${selects[0] ?? ""}`),
      ...selects.map((select) => `INSERT INTO ${table} ${select}`),
      allowMerges(table),
    ],
  };
}
