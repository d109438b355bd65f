import { contest } from "../contest.ts";
import { scanContender, sqlContender, type Question } from "../scan-of.ts";
import type { Check } from "./check.ts";
import { lastSessions } from "./check.ts";

const COLUMNS = [
  "[intraday max high '04:00' .. '09:29']",
  "[intraday sum volume '04:00' .. '09:29']",
  "[intraday first open '09:30' .. '15:59']",
  "[intraday max high '09:30' .. '15:59']",
  "[intraday min low '09:30' .. '15:59']",
  "[intraday last close '09:30' .. '15:59']",
  "[intraday sum volume '09:30' .. '15:59']",
  "[intraday max high '09:30' .. '10:29']",
];

/** The same windows by hand, on raw minutes; half days end the regular session early. */
function byHand(db: string, hand: string, from: number, to: number): { statements: string[]; table: string } {
  const table = `${hand}.windows`;
  const pre = "minute < 570";
  const regular = "minute >= 570 AND minute < t.close";
  const first = "minute BETWEEN 570 AND 629";
  const windows = `SELECT m.security_id AS security_id, m.session AS session,
  toFloat64(maxOrNullIf(m.high, ${pre})) AS c2, toFloat64(sumIf(m.volume, ${pre})) AS c3, toFloat64(argMinOrNullIf(m.open, m.minute, ${regular})) AS c4,
  toFloat64(maxOrNullIf(m.high, ${regular})) AS c5, toFloat64(minOrNullIf(m.low, ${regular})) AS c6, toFloat64(argMaxOrNullIf(m.close, m.minute, ${regular})) AS c7,
  toFloat64(sumIf(m.volume, ${regular})) AS c8, toFloat64(maxOrNullIf(m.high, ${first})) AS c9
FROM ${db}.minute AS m INNER JOIN ${db}.session AS t ON t.session = m.session WHERE m.session BETWEEN ${from} AND ${to} GROUP BY m.session, m.security_id`;
  const select = `SELECT d.security_id AS security_id, d.session AS session, coalesce(r.old_symbol, s.symbol) AS c0, t.date AS c1, w.c2 AS c2, w.c3 AS c3, w.c4 AS c4, w.c5 AS c5, w.c6 AS c6, w.c7 AS c7, w.c8 AS c8, w.c9 AS c9
FROM (SELECT security_id, session FROM ${db}.daily WHERE session BETWEEN ${from} AND ${to}) AS d
INNER JOIN ${db}.session AS t ON t.session = d.session
INNER JOIN ${db}.security AS s ON s.security_id = d.security_id
LEFT JOIN (${windows}) AS w ON w.session = d.session AND w.security_id = d.security_id
ASOF LEFT JOIN ${db}.symbol_change AS r ON r.security_id = d.security_id AND t.date < r.date`;
  return {
    statements: [
      `DROP TABLE IF EXISTS ${table} SYNC`,
      `CREATE TABLE ${table} ENGINE = MergeTree ORDER BY row AS SELECT row_number() OVER (ORDER BY session, c0, security_id) AS row, * FROM (${select})`,
    ],
    table,
  };
}

/** Aligned session windows of every security, from the 30-minute rollup and from minutes. */
export const buckets: Check = {
  name: "buckets",
  async run(bench) {
    const { from, to } = lastSessions(bench, 20);
    const question: Question = { filters: [], columns: COLUMNS, from, to };
    const [rollup, minutes, hand] = await contest(bench, [
      scanContender(bench, "scan from the rollup", question),
      scanContender(bench, "scan from minutes", question, { buckets: false }),
      sqlContender(bench, "SQL on minutes", byHand(bench.market.database, bench.hand, from, to)),
    ]);
    if (!rollup || !minutes || !hand) throw new Error("three contenders give three results");
    const figure = {
      question: `session windows of all securities, ${rollup.rows} rows`,
      ours: rollup.cost.cpu,
      unit: "s CPU",
    } as const;
    return {
      figures: [
        { ...figure, against: minutes.contender, theirs: minutes.cost.cpu, bound: { atMost: 0.6 } },
        { ...figure, against: hand.contender, theirs: hand.cost.cpu, bound: { atMost: 0.6 } },
      ],
      plain: [],
    };
  },
};
