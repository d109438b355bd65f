import type { Market } from "../market.ts";
import { onePerKey, withSecurity } from "./facts.ts";
import type { NextSnapshot } from "./next-snapshot.ts";

/** What a source that tells no kinds apart gives: all cash of the day. It counts where no ordinary dividend of that day is known. */
export const TOTAL_DIVIDEND = "total";

/** The kind of one that was given without. */
export const UNNAMED_DIVIDEND = "regular";

/** Kinds of cash that are paid beside the ordinary dividend; all other words are names of that one (`cash`, `CD`, `quarterly`). */
const KINDS_APART = ["special", "lt", "st"];

/** SQL: whether a kind is one of the names of the ordinary dividend. */
export const isOrdinaryKind = (kind: string): string =>
  `${kind} NOT IN (${[...KINDS_APART, TOTAL_DIVIDEND].map((name) => `'${name}'`).join(", ")})`;

/** Amounts that differ by less are one, written otherwise. */
export const AMOUNT_DECIMALS = 6;

/** Columns of a table of cash by security and session, the amounts of one session added. */
export const EX_DIVIDEND_COLUMNS = "security_id UInt32, session UInt16, date Date32, amount Float64";

/**
 * Statement that fills `dividend` from a table of those columns. The factor of one dividend is 1 - amount / close before it,
 * by which the open of its ex-date continues the close as if the cash had stayed in the share (Yahoo Finance, "What is the
 * adjusted close?"). The close is one of a share as it was on the ex-date: over a split on the way it is divided by its
 * ratio. Where there is none, or the dividend takes all of it, nothing is adjusted.
 */
export const dividends = (of: (table: string) => string, ex: string): string => `
INSERT INTO ${of("dividend")}
SELECT security_id, row.1, row.2, row.3, row.4, row.5
FROM (
  SELECT security_id, arraySort(groupArray((session, date, amount, previous))) AS rows,
    arrayMap(r -> if(ifNull(r.3 < r.4, false), 1 - r.3 / assumeNotNull(r.4), 1.), rows) AS own
  FROM (
    SELECT e.security_id AS security_id, e.session AS session, e.date AS date, e.amount AS amount,
      if(e.close > 0, e.close / arrayProduct(arrayPushFront(arrayMap(s -> s.2, arrayFilter(s -> s.1 > e.last AND s.1 <= e.session, f.splits)), 1.)), NULL) AS previous
    FROM (
      -- Of two without a bar between them, both come after the same close.
      SELECT x.security_id AS security_id, x.session AS session, x.date AS date, x.amount AS amount,
        anyLast(p.close) OVER w AS close, anyLast(p.last) OVER w AS last
      FROM ${ex} AS x
      LEFT JOIN (
        SELECT b.security_id AS security_id, n.session AS ex, toFloat64(argMax(b.close, b.session)) AS close, max(b.session) AS last
        FROM (SELECT security_id, session, close FROM ${of("daily")} WHERE source < 2 AND security_id IN (SELECT security_id FROM ${ex})) AS b
        ASOF INNER JOIN ${ex} AS n ON n.security_id = b.security_id AND b.session < n.session
        GROUP BY security_id, ex
      ) AS p ON p.security_id = x.security_id AND p.ex = x.session
      WINDOW w AS (PARTITION BY x.security_id ORDER BY x.session ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    ) AS e
    LEFT JOIN (
      SELECT s.security_id AS security_id, groupArray((toUInt16(d.session), s.ratio)) AS splits
      FROM (SELECT security_id, date, ratio, 1 AS one FROM ${of("split")}) AS s
      ASOF INNER JOIN (SELECT session, date, 1 AS one FROM ${of("session")}) AS d ON d.one = s.one AND s.date <= d.date
      GROUP BY security_id
    ) AS f ON f.security_id = e.security_id
  )
  GROUP BY security_id
)
ARRAY JOIN arrayMap((r, i) -> (r.1, r.2, r.3, r.4, arrayProduct(arraySlice(own, i))), rows, arrayEnumerate(rows)) AS row`;

/** Fills the new `dividend` from what was given. Needs the bars; `last` is the snapshot's session. */
export async function deriveDividends(market: Market, next: NextSnapshot, last: number): Promise<void> {
  if (!(await next.renew("dividend", ["given_dividend"]))) return;
  const [given] = await market.query<{ n: number }>(
    `SELECT toUInt32(count()) AS n FROM ${next.table("given_dividend")}`,
  );
  if (given === undefined || given.n === 0) return;
  const ex = await next.scratch("ex_dividend", EX_DIVIDEND_COLUMNS, "(security_id, session)");
  // As with splits, the symbol is that of its own day.
  const ownDays = `(
    SELECT g.symbol AS symbol, g.date AS date, g.kind AS kind, g.amount AS amount, g.session AS ex_session,
      toUInt16(if(d.open OR g.session = 0, g.session, g.session - 1)) AS session
    FROM ${next.table("given_dividend")} AS g INNER JOIN ${next.database}.incoming_day AS d ON d.date = g.date)`;
  const rows = `SELECT security_id, ex_session, date, kind, amount FROM ${withSecurity(next, ownDays)} ${onePerKey("security_id, date, kind")}`;
  await market.command({
    sql: `INSERT INTO ${ex} SELECT security_id, ex_session, min(date), sum(if(ordinary > 0, ordinary + others, greatest(others, total))) FROM (
  SELECT security_id, ex_session, date, sumIf(amount, place = 1 AND ${isOrdinaryKind("kind")}) AS ordinary,
    sumIf(amount, NOT (${isOrdinaryKind("kind")}) AND kind != '${TOTAL_DIVIDEND}') AS others, maxIf(amount, kind = '${TOTAL_DIVIDEND}') AS total
  FROM (
    -- One dividend that two sources call otherwise is one.
    SELECT *, if(${isOrdinaryKind("kind")}, row_number() OVER (PARTITION BY security_id, date, ${isOrdinaryKind("kind")}, round(amount, ${AMOUNT_DECIMALS}) ORDER BY kind), 1) AS place
    FROM (${rows})
  )
  WHERE amount > 0 AND ex_session > 0 AND ex_session <= {last:UInt16} GROUP BY security_id, ex_session, date
) GROUP BY security_id, ex_session`,
    params: { last },
    lane: "scan",
  });
  await market.command({ sql: dividends(next.table, ex), lane: "scan" });
}
