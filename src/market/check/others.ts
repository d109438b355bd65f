import { AMOUNT_DECIMALS, isOrdinaryKind, TOTAL_DIVIDEND } from "../import/dividends.ts";
import { HAS_BAR } from "../tables.ts";
import type { Checked } from "./kinds.ts";

/** Minutes below which a day's regular session is too thin to be compared. */
const MIN_MINUTES = 60;
const far = (day: string, minutes: string): string => `abs(log(toFloat64(${day}) / toFloat64(${minutes}))) > log(1.02)`;
const both = (name: string, column: string): string =>
  `if(${far(`d.${column}`, `m.${column}`)}, concat(' ${name} ', toString(d.${column}), ' of ', toString(m.${column}), ' in minutes'), '')`;

/** Days given by a vendor whose minutes say otherwise, of the sessions from `from` to `to`. */
export const minutesStatement = (snapshot: Checked): string => `
SELECT x.security_id AS security, x.symbol AS symbol, toString(s.date) AS date, found.1 AS kind, found.2 AS seen, found.3 AS expected FROM (
  SELECT d.security_id AS security_id, d.session AS session, arrayJoin(arrayFilter(f -> f.2 != '', [
    ('minutes-prices', trim(concat(${both("high", "high")}, ${both("low", "low")}, ${both("close", "close")})), 'prices within 2 % of the minutes'),
    ('minutes-volume', if(d.volume < m.volume * 0.95 OR d.volume > m.volume * 5, concat('volume ', toString(d.volume)), ''),
      concat(toString(m.volume), ' of its minutes and the auctions'))])) AS found
  FROM (SELECT * FROM ${snapshot.table("daily")} WHERE source = 0 AND session BETWEEN {from:UInt16} AND {to:UInt16}) AS d
  INNER JOIN (SELECT * FROM ${snapshot.table("minute_day")} WHERE session BETWEEN {from:UInt16} AND {to:UInt16} AND bars >= ${MIN_MINUTES} AND high > 0) AS m
    ON m.security_id = d.security_id AND m.session = d.session
) AS f INNER JOIN ${snapshot.table("security")} AS x ON x.security_id = f.security_id
INNER JOIN ${snapshot.table("session")} AS s ON s.session = f.session
ORDER BY symbol, date, kind`;

/**
 * Blocks of 32 sessions of the bound securities in which opens look like closes: an overnight move is smaller than that
 * from an open to the next close, which holds it and two days.
 */
export const swappedStatement = (snapshot: Checked): string => `
SELECT x.security_id AS security, x.symbol AS symbol, toString(s.date) AS date, 'open-close-swapped' AS kind,
  concat('opens ', toString(round(night * 100, 2)), ' % from the close before, closes ', toString(round(days * 100, 2)), ' % from the open before') AS seen,
  'the first smaller than the second' AS expected
FROM (
  SELECT security_id, min(session) AS begins, avg(abs(log(o / p.2))) AS night, avg(abs(log(c / p.1))) AS days
  FROM (
    SELECT security_id, session, o, c, any((o, c)) OVER (PARTITION BY security_id ORDER BY session ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING) AS p
    FROM (SELECT security_id, session, toFloat64(open) * split_factor AS o, toFloat64(close) * split_factor AS c
      FROM ${snapshot.table("daily")} WHERE security_id IN {ids:Array(UInt32)} AND ${HAS_BAR})
  ) WHERE p.1 > 0
  GROUP BY security_id, intDiv(session, 32) HAVING count() >= 20 AND night > 1.4 * days
) AS f INNER JOIN ${snapshot.table("security")} AS x ON x.security_id = f.security_id
INNER JOIN ${snapshot.table("session")} AS s ON s.session = f.begins
ORDER BY symbol, date`;

/** First and last session with a bar of every security, how many it has, and what is known of its end; in the order of symbols. */
export const livesStatement = (snapshot: Checked): string => `
SELECT d.security_id AS id, x.symbol AS symbol, d.first AS first, d.last AS last, d.bars AS bars, isNotNull(x.delisted_date) AS delisted
FROM (SELECT security_id, min(session) AS first, max(session) AS last, toUInt32(count()) AS bars FROM ${snapshot.table("daily")} WHERE ${HAS_BAR} GROUP BY security_id) AS d
INNER JOIN ${snapshot.table("security")} AS x ON x.security_id = d.security_id ORDER BY symbol, id`;

/** Sessions with bars; of each the volume and the security with most of it. */
export const sessionsStatement = (snapshot: Checked): string =>
  `SELECT session, toUInt32(count()) AS bars, toFloat64(sum(volume)) AS shares, argMax(security_id, (volume, -toInt64(security_id))) AS top
FROM ${snapshot.table("daily")} WHERE ${HAS_BAR} GROUP BY session ORDER BY session`;

/** Dividends that no price can be adjusted for: of as much as the share, or without a close before them. */
export const dividendStatement = (snapshot: Checked): string => `
SELECT x.security_id AS security, x.symbol AS symbol, toString(s.date) AS date, 'dividend' AS kind,
  concat('a dividend of ', toString(d.amount)) AS seen,
  if(isNull(d.previous), 'a close before it', concat('less than the close before it, ', toString(round(d.previous, 4)))) AS expected
FROM (
  SELECT * FROM ${snapshot.table("dividend")}
  WHERE (isNull(previous) OR amount >= previous) AND session > (SELECT min(session) FROM ${snapshot.table("daily")})
) AS d INNER JOIN ${snapshot.table("security")} AS x ON x.security_id = d.security_id
INNER JOIN ${snapshot.table("session")} AS s ON s.session = d.session
ORDER BY symbol, date`;

/** An ordinary dividend and one of another kind, of one day and of the same amount: nothing says whether they are one. */
export const dividendTwiceStatement = (snapshot: Checked): string => `
SELECT x.security_id AS security, x.symbol AS symbol, toString(s.date) AS date, 'dividend-twice' AS kind,
  concat('a dividend of ', toString(d.amount), ' as ', arrayStringConcat(d.kinds, ' and as ')) AS seen,
  'two amounts, or one dividend' AS expected
FROM (
  SELECT e.security_id AS security_id, g.session AS session, round(g.amount, ${AMOUNT_DECIMALS}) AS amount, arraySort(groupUniqArray(g.kind)) AS kinds
  FROM (SELECT * FROM ${snapshot.table("given_dividend")} WHERE amount > 0 AND kind != '${TOTAL_DIVIDEND}') AS g
  ASOF INNER JOIN ${snapshot.table("era")} AS e ON g.symbol = toString(e.symbol) AND g.session >= e.from_session
  GROUP BY security_id, session, g.date, amount
  HAVING countIf(${isOrdinaryKind("g.kind")}) > 0 AND countIf(NOT (${isOrdinaryKind("g.kind")})) > 0
) AS d INNER JOIN ${snapshot.table("security")} AS x ON x.security_id = d.security_id
INNER JOIN ${snapshot.table("session")} AS s ON s.session = d.session
ORDER BY symbol, date`;

/** Days after the last report of a quarter until the next is late, and between two that count as quarterly. */
const LATE_DAYS = 200;
const QUARTERLY_DAYS = 130;

/** Securities whose quarterly reports ended long before their bars. */
export const staleFactsStatement = (snapshot: Checked): string => `
SELECT x.security_id AS security, x.symbol AS symbol, toString(toDate32(r.newest)) AS date, 'stale-facts' AS kind,
  concat('the last report ', toString(dateDiff('day', toDate32(r.newest), d.until)), ' days before the last bar') AS seen,
  'a report every quarter' AS expected
FROM (
  SELECT security_id, max(known_at) AS newest, arraySort(groupUniqArray(toUInt32(toDate(known_at)))) AS days
  FROM ${snapshot.table("statement")} GROUP BY security_id
  HAVING length(days) >= 3 AND arraySort(arrayPopFront(arrayDifference(days)))[intDiv(length(days), 2)] <= ${QUARTERLY_DAYS}
) AS r
INNER JOIN (SELECT b.security_id AS security_id, s.date AS until
  FROM (SELECT security_id, max(session) AS last FROM ${snapshot.table("daily")} GROUP BY security_id) AS b
  INNER JOIN ${snapshot.table("session")} AS s ON s.session = b.last) AS d ON d.security_id = r.security_id
INNER JOIN ${snapshot.table("security")} AS x ON x.security_id = r.security_id
WHERE dateDiff('day', toDate32(r.newest), d.until) > ${LATE_DAYS}
ORDER BY symbol`;
