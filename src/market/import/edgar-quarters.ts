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

/** SQL for what of `told` stands on a day and what is told after it. */
const standing = (told: string, day: string): string =>
  `arrayConcat(arrayMap(x -> (${day}, x.2), arraySlice(arrayFilter(x -> x.1 <= ${day}, ${told}), -1)), arrayFilter(x -> x.1 > ${day}, ${told}))`;
const firstOf = (...told: readonly string[]): string => `greatest(${told.map((one) => `${one}[1].1`).join(", ")})`;
const valueOn = (told: string, day: string): string => `arrayLast(x -> x.1 <= ${day}, ${told}).2`;
/** Of two lengths in days the one nearer to a quarter has the smaller number. */
const oddness = (length: string): string => `toUInt32(abs(${length} - 91) * 2 + (${length} < 91))`;

/**
 * Ways to a quarter's figure, as SELECTs (cik, item, fiscal_end, filed, value, derived, place):
 * levels at the end of a fiscal period; flows told of a quarter; and the last quarter of a longer period as that period
 * less the one that began with it and ended a quarter earlier, or less its quarters. Such a difference takes all as they
 * stand when the last of them is filed; a restated one follows only when both were told anew, since a restated year less
 * nine months as they were is neither. Nothing here depends on what is filed after the row's own day.
 */
export const QUARTERS = (series: string): readonly string[] => {
  const flows = `(SELECT *, ${days("start", "end")} AS length FROM ${series} WHERE kind = 'flow')`;
  const quarters = `(SELECT * FROM ${flows} WHERE length ${QUARTER})`;
  const shares = `transform(toString(item), [${list(Object.keys(PER_SHARE))}], [${list(Object.values(PER_SHARE))}], '')`;
  const longer = `(SELECT *, ${shares} AS shares FROM ${flows} WHERE length BETWEEN 126 AND 380 AND item NOT IN (${list(AVERAGES)}))`;
  const rest = (end: string): string => `dateDiff('day', ${end}, a.end)`;
  const place = (base: number, end: string): string =>
    `toUInt32(${base} + (400 - a.length) * 1000 + ${oddness(rest(end))})`;
  // A year less the two or three quarters it begins with, one after the other.
  const less = (...q: readonly string[]): string => {
    const last = q.at(-1) ?? "";
    const joins = q.map((one, index) => {
      const before = q[index - 1];
      return `INNER JOIN ${quarters} AS ${one} ON ${one}.cik = a.cik AND ${one}.item = a.item AND ${one}.start = ${before === undefined ? "a.start" : `${before}.end + 1`}`;
    });
    const all = ["a", ...q].map((one) => `${one}.told`);
    return `SELECT a.cik, a.item, a.end, ${firstOf(...all)} AS first, ${all.map((told) => valueOn(told, "first")).join(" - ")}, 1, ${place(1_000_000, `${last}.end`)}
FROM ${longer} AS a ${joins.join("\n")}
WHERE a.shares = '' AND ${rest(`${last}.end`)} ${QUARTER}`;
  };
  return [
    // A level counts once a filing shows that a period ended with it.
    `SELECT cik, item, end, t.1, t.2, 0, 0 FROM (
  SELECT b.cik AS cik, b.item AS item, b.end AS end, arrayJoin(${standing("b.told", "f.first")}) AS t
  FROM (SELECT * FROM ${series} WHERE kind = 'balance') AS b
  INNER JOIN (SELECT cik, end, min(told[1].1) AS first FROM ${flows} WHERE length BETWEEN 75 AND 380 GROUP BY cik, end) AS f ON f.cik = b.cik AND f.end = b.end)`,
    `SELECT cik, item, end, t.1, t.2, 0, place FROM (SELECT cik, item, end, ${oddness("length")} AS place, arrayJoin(told) AS t FROM ${quarters})`,
    // Per share only where the shares are about the same.
    `SELECT cik, item, end, t.1, t.2, 1, place FROM (
  SELECT a.cik AS cik, a.item AS item, a.end AS end, a.told AS year, b.told AS part, ${place(1000, "b.end")} AS place, ${firstOf("year", "part", "sa.told", "sb.told")} AS first,
    arrayFilter(x -> x.1 > first, year) AS year_later, arrayFilter(x -> x.1 > first, part) AS part_later,
    arrayJoin(arrayPushFront(
      arrayMap((y, p) -> (greatest(y.1, p.1), y.2 - p.2), arraySlice(year_later, 1, least(length(year_later), length(part_later))), arraySlice(part_later, 1, least(length(year_later), length(part_later)))),
      (first, ${valueOn("year", "first")} - ${valueOn("part", "first")}))) AS t
  FROM ${longer} AS a INNER JOIN ${flows} AS b ON b.cik = a.cik AND b.item = a.item AND b.start = a.start
  LEFT JOIN ${flows} AS sa ON sa.cik = a.cik AND sa.item = a.shares AND sa.start = a.start AND sa.end = a.end
  LEFT JOIN ${flows} AS sb ON sb.cik = a.cik AND sb.item = a.shares AND sb.start = b.start AND sb.end = b.end
  WHERE ${rest("b.end")} ${QUARTER} AND (a.shares = '' OR ifNull(sa.told[1].2 / nullIf(sb.told[1].2, 0) BETWEEN 0.8 AND 1.25, false)))`,
    less("q", "r"),
    less("q", "r", "s"),
  ];
};

/**
 * Of the ways to a quarter's figure the best of those that a filing has opened so far: one found by difference stands until
 * the quarter itself is told, and stays what it was on the days before.
 */
export const KNOWN_QUARTERS = (quarter: string): string => `
SELECT cik, item, fiscal_end, filed, value, derived FROM (
  SELECT *, min(place) OVER (PARTITION BY cik, item, fiscal_end ORDER BY filed ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS best
  FROM (SELECT * FROM ${quarter} ORDER BY place, value LIMIT 1 BY cik, item, fiscal_end, filed)
) WHERE place = best`;
