import { AVERAGES, PER_SHARE } from "./edgar-concepts.ts";

/*
 * From facts as filed to quarters, as SELECTs. A fact is told in every filing that shows its period; what it says holds
 * from the day of the filing until another one says otherwise.
 */

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(", ");
/** Days of a quarter: twelve weeks to sixteen and more in years of 52 weeks. */
const QUARTER = "BETWEEN 75 AND 125";

/**
 * Of each period what was told of it, and when: (filed, value), oldest first, repetitions left out. Of a filing's concepts
 * the preferred one stands; a later filing overrules only with the same concept or a better one, else a change of
 * concept would look like a restatement. Instants have start = end.
 */
export const SERIES = (fact: string): string => `
SELECT cik, item, any(kind) AS kind, start, end, arraySort(groupArray((filed, val))) AS told
FROM (
  SELECT *, lagInFrame(toNullable(val)) OVER (PARTITION BY cik, item, start, end ORDER BY filed ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before
  FROM (
    SELECT *, min(place) OVER (PARTITION BY cik, item, start, end ORDER BY filed ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS best
    FROM (
      SELECT cik, item, kind, place, assumeNotNull(ifNull(start, end)) AS start, assumeNotNull(end) AS end, assumeNotNull(filed) AS filed, assumeNotNull(val) AS val
      FROM ${fact} WHERE left_out = '' AND kind != 'shares'
      ORDER BY place, accn DESC LIMIT 1 BY cik, item, start, end, filed
    )
  ) WHERE place = best
) WHERE isNull(before) OR before != val
GROUP BY cik, item, start, end`;

/** The cover page's shares: the count of the latest day that any filing until then gave. */
export const SHARES = (fact: string): string => `
SELECT cik, filed, val AS value FROM (
  SELECT *, max(end) OVER (PARTITION BY cik ORDER BY filed, end ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS latest
  FROM (
    SELECT cik, assumeNotNull(end) AS end, assumeNotNull(filed) AS filed, assumeNotNull(val) AS val FROM ${fact}
    WHERE left_out = '' AND kind = 'shares' ORDER BY end DESC, accn DESC LIMIT 1 BY cik, filed
  )
) WHERE end = latest AND val > 0`;

const days = (start: string, end: string): string => `(dateDiff('day', ${start}, ${end}) + 1)`;

/**
 * The quarters' SELECTs (cik, item, fiscal_end, filed, value, derived):
 * levels at the end of a fiscal period; flows told of a quarter; and the last quarter of a longer period as that period
 * less the one that began with it and ended a quarter earlier, or less its quarters. The first such difference takes both
 * as they stand when both are known; a restated one follows only when both were told anew, since a restated year less
 * nine months as they were is neither.
 */
export const QUARTERS = (series: string): readonly string[] => {
  const flows = `(SELECT *, ${days("start", "end")} AS length FROM ${series} WHERE kind = 'flow')`;
  const direct = `(SELECT * FROM ${flows} WHERE length ${QUARTER} ORDER BY abs(length - 91), start LIMIT 1 BY cik, item, end)`;
  const shares = `transform(toString(a.item), [${list(Object.keys(PER_SHARE))}], [${list(Object.values(PER_SHARE))}], '')`;
  // A year and what lies before its last quarter; per share only where the shares are about the same.
  const longer = `
  SELECT a.cik AS cik, a.item AS item, a.start AS start, a.end AS end, a.told AS told, ${shares} AS shares
  FROM (SELECT * FROM ${flows} WHERE length BETWEEN 126 AND 380 AND item NOT IN (${list(AVERAGES)})
    AND (cik, item, end) NOT IN (SELECT cik, item, end FROM ${direct})) AS a`;
  const steady = (end: string): string => `
LEFT JOIN ${flows} AS sa ON sa.cik = a.cik AND sa.item = a.shares AND sa.start = a.start AND sa.end = a.end
LEFT JOIN ${flows} AS sb ON sb.cik = a.cik AND sb.item = a.shares AND sb.start = ${end}
WHERE (a.shares = '' OR ifNull(sa.told[1].2 / nullIf(sb.told[1].2, 0) BETWEEN 0.8 AND 1.25, false))`;
  return [
    `SELECT cik, item, end, t.1, t.2, 0 FROM (
  SELECT cik, item, end, arrayJoin(told) AS t FROM ${series}
  WHERE kind = 'balance' AND (cik, end) IN (SELECT cik, end FROM ${flows} WHERE length BETWEEN 75 AND 380))`,
    `SELECT cik, item, end, t.1, t.2, 0 FROM (SELECT cik, item, end, arrayJoin(told) AS t FROM ${direct})`,
    `SELECT cik, item, end, t.1, t.2, 1 FROM (
  SELECT a.cik AS cik, a.item AS item, a.end AS end, a.told AS year, b.told AS part, greatest(year[1].1, part[1].1) AS first,
    arrayFilter(x -> x.1 > first, year) AS year_later, arrayFilter(x -> x.1 > first, part) AS part_later,
    arrayJoin(arrayPushFront(
      arrayMap((y, p) -> (greatest(y.1, p.1), y.2 - p.2), arraySlice(year_later, 1, least(length(year_later), length(part_later))), arraySlice(part_later, 1, least(length(year_later), length(part_later)))),
      (first, arrayLast(x -> x.1 <= first, year).2 - arrayLast(x -> x.1 <= first, part).2))) AS t
  FROM (${longer}) AS a INNER JOIN ${flows} AS b ON b.cik = a.cik AND b.item = a.item AND b.start = a.start
  ${steady("b.start AND sb.end = b.end")} AND dateDiff('day', b.end, a.end) ${QUARTER})`,
    `SELECT cik, item, end, first, value, 1 FROM (
  SELECT a.cik AS cik, a.item AS item, a.start AS start, a.end AS end, any(a.told) AS year,
    groupArray((q.start, q.end, q.told)) AS quarters,
    arrayMax(arrayPushBack(arrayMap(x -> x.3[1].1, quarters), year[1].1)) AS first,
    arrayLast(x -> x.1 <= first, year).2 - arraySum(x -> arrayLast(y -> y.1 <= first, x.3).2, quarters) AS value
  FROM (${longer}) AS a INNER JOIN ${direct} AS q ON q.cik = a.cik AND q.item = a.item
  WHERE a.shares = '' AND q.start >= a.start AND q.end < a.end
    AND (a.cik, a.item, a.end) NOT IN (SELECT y.cik, y.item, y.end FROM ${flows} AS y INNER JOIN ${flows} AS p ON p.cik = y.cik AND p.item = y.item AND p.start = y.start WHERE dateDiff('day', p.end, y.end) ${QUARTER} AND y.length > 125)
  GROUP BY cik, item, start, end
  HAVING min(q.start) = start AND dateDiff('day', max(q.end), end) ${QUARTER} AND sum(q.length) = dateDiff('day', start, max(q.end)) + 1)`,
  ];
};
