import { AVERAGES, PER_SHARE } from "./edgar-concepts.ts";

/*
 * From facts as filed to quarters, as SELECTs. Every filing that shows a period reports its facts again; a value
 * holds from the day of its filing until a later filing reports another.
 */

const sqlList = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(", ");
/** Days of a quarter: twelve weeks to sixteen and more in years of 52 weeks. */
const QUARTER = "BETWEEN 75 AND 125";

/**
 * For each period the values reported and when: (filed, value), oldest first, repetitions left out. Of a filing's concepts
 * the preferred one stands; a later filing overrules only with the same concept or a better one, else a change of
 * concept would look like a restatement. Instants have start = end.
 */
export const seriesSql = (fact: string): string => `
SELECT cik, item, any(kind) AS kind, start, end, arraySort(groupArray((filed, val))) AS reports
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
export const sharesSql = (fact: string): string => `
SELECT cik, filed, val AS value FROM (
  SELECT *, max(end) OVER (PARTITION BY cik ORDER BY filed, end ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS latest
  FROM (
    SELECT cik, assumeNotNull(end) AS end, assumeNotNull(filed) AS filed, assumeNotNull(val) AS val FROM ${fact}
    WHERE left_out = '' AND kind = 'shares' ORDER BY end DESC, accn DESC LIMIT 1 BY cik, filed
  )
) WHERE end = latest AND val > 0`;

/**
 * Form and accession number of the filing of a company's day, or of a day and more columns: the one whose figures stand where
 * there are several.
 */
export const filingsSql = (fact: string, more = ""): string => {
  const key = ["cik", "filed", ...(more === "" ? [] : [more])].join(", ");
  return `(SELECT ${key.replace("filed", "assumeNotNull(filed) AS filed").replace("end", "assumeNotNull(end) AS end")}, concat(form, ' ', accn) AS filing FROM ${fact} WHERE left_out = ''
ORDER BY place, accn DESC LIMIT 1 BY ${key})`;
};

const days = (start: string, end: string): string => `(dateDiff('day', ${start}, ${end}) + 1)`;

/** SQL for the report of `reports` that holds on a day and those after it. */
const reportsFrom = (reports: string, day: string): string =>
  `arrayConcat(arrayMap(x -> (${day}, x.2), arraySlice(arrayFilter(x -> x.1 <= ${day}, ${reports}), -1)), arrayFilter(x -> x.1 > ${day}, ${reports}))`;
const firstKnown = (...reports: readonly string[]): string =>
  `greatest(${reports.map((one) => `${one}[1].1`).join(", ")})`;
const valueOn = (reports: string, day: string): string => `arrayLast(x -> x.1 <= ${day}, ${reports}).2`;
/** Of two lengths in days the one nearer to a quarter has the smaller number. */
const quarterDistance = (length: string): string => `toUInt32(abs(${length} - 91) * 2 + (${length} < 91))`;

/**
 * Ways to a quarter's figure, as SELECTs (cik, item, fiscal_end, filed, value, derived, place):
 * levels at the end of a fiscal period; flows reported for a quarter; and the last quarter of a longer period as that period
 * less the one that began with it and ended a quarter earlier, or less its quarters. Such a difference takes all as they
 * stand when the last of them is filed; a restated one follows only when both were reported anew, since a restated year less
 * nine months as they were is neither. Nothing here depends on what is filed after the row's own day.
 */
export const quartersSql = (series: string): readonly string[] => {
  const flows = `(SELECT *, ${days("start", "end")} AS length FROM ${series} WHERE kind = 'flow')`;
  const quarters = `(SELECT * FROM ${flows} WHERE length ${QUARTER})`;
  const shares = `transform(toString(item), [${sqlList(Object.keys(PER_SHARE))}], [${sqlList(Object.values(PER_SHARE))}], '')`;
  const longer = `(SELECT *, ${shares} AS shares FROM ${flows} WHERE length BETWEEN 126 AND 380 AND item NOT IN (${sqlList(AVERAGES)}))`;
  const daysAfter = (end: string): string => `dateDiff('day', ${end}, a.end)`;
  const place = (base: number, end: string): string =>
    `toUInt32(${base} + (400 - a.length) * 1000 + ${quarterDistance(daysAfter(end))})`;
  // A year less the two or three quarters it begins with, one after the other.
  const yearLessQuarters = (...q: readonly string[]): string => {
    const last = q.at(-1) ?? "";
    const joins = q.map((one, index) => {
      const before = q[index - 1];
      return `INNER JOIN ${quarters} AS ${one} ON ${one}.cik = a.cik AND ${one}.item = a.item AND ${one}.start = ${before === undefined ? "a.start" : `${before}.end + 1`}`;
    });
    const all = ["a", ...q].map((one) => `${one}.reports`);
    return `SELECT a.cik, a.item, a.end, ${firstKnown(...all)} AS first, ${all.map((reports) => valueOn(reports, "first")).join(" - ")}, 1, ${place(1_000_000, `${last}.end`)}
FROM ${longer} AS a ${joins.join("\n")}
WHERE a.shares = '' AND ${daysAfter(`${last}.end`)} ${QUARTER}`;
  };
  return [
    // A level counts once a filing shows that a period ended with it.
    `SELECT cik, item, end, t.1, t.2, 0, 0 FROM (
  SELECT b.cik AS cik, b.item AS item, b.end AS end, arrayJoin(${reportsFrom("b.reports", "f.first")}) AS t
  FROM (SELECT * FROM ${series} WHERE kind = 'balance') AS b
  INNER JOIN (SELECT cik, end, min(reports[1].1) AS first FROM ${flows} WHERE length BETWEEN 75 AND 380 GROUP BY cik, end) AS f ON f.cik = b.cik AND f.end = b.end)`,
    `SELECT cik, item, end, t.1, t.2, 0, place FROM (SELECT cik, item, end, ${quarterDistance("length")} AS place, arrayJoin(reports) AS t FROM ${quarters})`,
    // Per share only where the shares are about the same.
    `SELECT cik, item, end, t.1, t.2, 1, place FROM (
  SELECT a.cik AS cik, a.item AS item, a.end AS end, a.reports AS year, b.reports AS part, ${place(1000, "b.end")} AS place, ${firstKnown("year", "part", "sa.reports", "sb.reports")} AS first,
    arrayFilter(x -> x.1 > first, year) AS year_later, arrayFilter(x -> x.1 > first, part) AS part_later,
    arrayJoin(arrayPushFront(
      arrayMap((y, p) -> (greatest(y.1, p.1), y.2 - p.2), arraySlice(year_later, 1, least(length(year_later), length(part_later))), arraySlice(part_later, 1, least(length(year_later), length(part_later)))),
      (first, ${valueOn("year", "first")} - ${valueOn("part", "first")}))) AS t
  FROM ${longer} AS a INNER JOIN ${flows} AS b ON b.cik = a.cik AND b.item = a.item AND b.start = a.start
  LEFT JOIN ${flows} AS sa ON sa.cik = a.cik AND sa.item = a.shares AND sa.start = a.start AND sa.end = a.end
  LEFT JOIN ${flows} AS sb ON sb.cik = a.cik AND sb.item = a.shares AND sb.start = b.start AND sb.end = b.end
  WHERE ${daysAfter("b.end")} ${QUARTER} AND (a.shares = '' OR ifNull(sa.reports[1].2 / nullIf(sb.reports[1].2, 0) BETWEEN 0.8 AND 1.25, false)))`,
    yearLessQuarters("q", "r"),
    yearLessQuarters("q", "r", "s"),
  ];
};

/**
 * The best figure of a quarter among those that filings allow so far: one found by difference holds until
 * the quarter itself is reported, and stays what it was on the days before.
 */
export const knownQuartersSql = (quarter: string): string => `
SELECT cik, item, fiscal_end, filed, value, derived FROM (
  SELECT *, min(place) OVER (PARTITION BY cik, item, fiscal_end ORDER BY filed ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS best
  FROM (SELECT * FROM ${quarter} ORDER BY place, value LIMIT 1 BY cik, item, fiscal_end, filed)
) WHERE place = best`;
