import type { Market } from "../market.ts";
import type { NextSnapshot } from "./next-snapshot.ts";
import type { Staging } from "./staging.ts";

/**
 * The day up to which prices that come split-adjusted are adjusted: `files`, those of each file to its own last day, on which it was
 * fetched; `import`, all of one download to the last day of any.
 */
export type AdjustedTo = "files" | "import";

/**
 * A table of the last session, `last`, to which the prices of a symbol, `of_symbol`, are adjusted in this import. One with several
 * files, as one a year, is adjusted to the last day of the latest. Nothing else is asked, so that the order of imports does not matter.
 */
export async function adjustedSessions(
  market: Market,
  next: NextSnapshot,
  staging: Staging,
  to: AdjustedTo,
): Promise<string> {
  const table = await next.scratch("adjusted_to", "of_symbol String, last UInt16", "of_symbol");
  await market.command({
    sql: `
INSERT INTO ${table}
SELECT symbol, greatest(max(last_of_file), 1)
FROM (
  SELECT symbol, max(last_of_symbol) OVER (${to === "files" ? "PARTITION BY source_file" : ""}) AS last_of_file
  FROM (SELECT source_file, symbol, max(session) AS last_of_symbol FROM ${barsOf(staging)} GROUP BY source_file, symbol)
)
GROUP BY symbol`,
    lane: "scan",
  });
  return table;
}

/** Files that end before the last day of the import, the earliest first, with the last day of each. */
export async function filesThatEndEarlier(
  market: Market,
  next: NextSnapshot,
  staging: Staging,
): Promise<readonly { readonly file: string; readonly to: string }[]> {
  return market.query({
    sql: `
SELECT f.file AS file, toString(s.date) AS to
FROM (
  SELECT source_file AS file, max(session) AS last, max(last) OVER () AS newest FROM ${barsOf(staging)} GROUP BY source_file
) AS f INNER JOIN ${next.table("session")} AS s ON s.session = f.last
WHERE f.last < f.newest ORDER BY f.last, file`,
    lane: "scan",
  });
}

const barsOf = (staging: Staging): string =>
  `(${(["daily", "minute"] as const).map((kind) => `SELECT toString(source_file) AS source_file, toString(symbol) AS symbol, session FROM ${staging.has(kind) ? staging.loose(kind) : "(SELECT '' AS source_file, '' AS symbol, toUInt16(0) AS session WHERE 0)"}`).join(" UNION ALL ")})`;
