import { HAS_BAR } from "../tables.ts";
import { BAR_CHECKS, type BarCheck, type Checked } from "./kinds.ts";

const KINDS: readonly BarCheck[] = BAR_CHECKS;

const NEIGHBOUR = ["session", "o", "h", "l", "c", "v", "f"] as const;

const neighbour = (prefix: string, tuple: string): string =>
  NEIGHBOUR.map((name, index) => `${tuple}.${index + 1} AS ${prefix}_${name}`).join(", ");

const frame = (name: string, rows: string): string =>
  `${name} AS (PARTITION BY security_id ORDER BY session ROWS BETWEEN ${rows})`;

/** Volumes of a frame: their median (one of them: of an even count the upper), least and most, and how many bars there are. */
const volumes = (name: string): string =>
  `quantileExact(0.5)(v) OVER ${name} AS v_${name}, min(v) OVER ${name} AS v_least_${name}, max(v) OVER ${name} AS v_most_${name}, toUInt32(count() OVER ${name}) AS bars_${name}`;
const volumeNames = (name: string): string => `v_${name}, v_least_${name}, v_most_${name}, bars_${name}`;

/**
 * SQL of the findings about single bars of the bound securities (`ids`). `full` is bound as well: of each session from
 * `first` on, how many full sessions there were up to it.
 */
export function dayStatement(snapshot: Checked): string {
  const around = `(session, o, h, l, c, v, f)`;
  const numbered = (session: string): string =>
    `toInt32({full:Array(UInt16)}[toInt32(${session}) - {first:Int32} + 1])`;
  const pick = (part: (kind: BarCheck) => string): string =>
    `multiIf(${KINDS.map((kind, index) => `found = ${index + 1}, ${part(kind)}`).join(",\n    ")}, ${part(KINDS[0] ?? NOTHING)})`;
  return `
SELECT a.security_id AS security, symbol, toString(t.date) AS date, kind, seen, expected FROM (
  SELECT security_id, symbol, ${pick(({ name }) => `'${name}'`)} AS kind,
    ${pick(({ seen }) => seen)} AS seen,
    ${pick(({ expected }) => expected)} AS expected,
    toUInt16(${pick(({ session }) => session ?? "session")}) AS at
  FROM (
    SELECT *, arrayJoin(arrayFilter(n -> n > 0, [${KINDS.map(({ when }, index) => `toUInt8(if(${when}, ${index + 1}, 0))`).join(",\n      ")}])) AS found
    FROM (
      SELECT w.*, x.symbol AS symbol, x.ipo_date AS ipo_date, s.date AS date,
        if(w.p_c > 0, greatest(0, ${numbered("w.session")} - ${numbered("w.p_session")} - if({full:Array(UInt16)}[toInt32(w.session) - {first:Int32} + 1] > {full:Array(UInt16)}[toInt32(w.session) - {first:Int32}], 1, 0)), 0) AS missing
      FROM (
        SELECT security_id, session, o, h, l, c, v, f, trades, vwap, ${neighbour("p", "p")}, ${neighbour("n", "n")},
          ${["before", "after", "from"].map(volumeNames).join(", ")}, range_before
        FROM (
          SELECT *, any(${around}) OVER bar_before AS p, any(${around}) OVER bar_after AS n,
            ${["before", "after", "from"].map(volumes).join(", ")}, quantileExact(0.5)(log(h / l)) OVER before AS range_before
          FROM (
            SELECT security_id, session, toFloat64(open) * split_factor AS o, toFloat64(high) * split_factor AS h,
              toFloat64(low) * split_factor AS l, toFloat64(close) * split_factor AS c, toFloat64(volume) / split_factor AS v,
              split_factor AS f, ifNull(num_trades, 0) AS trades, ifNull(toFloat64(vwap), 0) * split_factor AS vwap
            FROM ${snapshot.table("daily")} WHERE security_id IN {ids:Array(UInt32)} AND ${HAS_BAR}
          )
          WINDOW ${[
            frame("bar_before", "1 PRECEDING AND 1 PRECEDING"),
            frame("bar_after", "1 FOLLOWING AND 1 FOLLOWING"),
            frame("before", "20 PRECEDING AND 1 PRECEDING"),
            frame("after", "1 FOLLOWING AND 5 FOLLOWING"),
            frame("from", "CURRENT ROW AND 4 FOLLOWING"),
          ].join(", ")}
        )
      ) AS w
      INNER JOIN (SELECT security_id AS id, symbol, ipo_date FROM ${snapshot.table("security")}) AS x ON x.id = w.security_id
      INNER JOIN (SELECT session AS number, date FROM ${snapshot.table("session")}) AS s ON s.number = w.session
    )
  )
) AS a INNER JOIN ${snapshot.table("session")} AS t ON t.session = a.at
ORDER BY symbol, date, kind`;
}

const NOTHING: BarCheck = { name: "", expects: "", when: "0", seen: "''", expected: "''" };
