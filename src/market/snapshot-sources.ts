import type { Market } from "./market.ts";
import { keptSnapshots } from "./snapshots.ts";

/** A source of a market, with the files it came in and when those were imported, ISO 8601 in UTC. */
export interface SnapshotSource {
  readonly source: string;
  /** Files, pages or filings; 0 of the demo. */
  readonly files: number;
  readonly first: string;
  readonly last: string;
}

/** What a snapshot was imported from; null where it is not kept any more, or nobody recorded that. Rejects with MarketError. */
export async function snapshotSources(market: Market, id: string): Promise<readonly SnapshotSource[] | null> {
  const kept = (await keptSnapshots(market)).find(({ label }) => label?.id === id);
  if (kept === undefined || kept.label === null) return null;
  const { source, importedAt } = kept.label;
  if (source === "demo") return [{ source, files: 0, first: importedAt, last: importedAt }];
  const time = (moment: string): string => `formatDateTime(${moment}, '%Y-%m-%dT%H:%i:%SZ')`;
  const found = await kept.query<SnapshotSource>(`
SELECT i.source AS source, toUInt32(uniqExactIf(f.file, f.file != '')) AS files, ${time("min(i.imported_at)")} AS first, ${time("max(i.imported_at)")} AS last
FROM ${kept.table("origin_import")} AS i
LEFT JOIN (
  SELECT DISTINCT import, file FROM (
    SELECT import, file FROM ${kept.table("origin_file")} UNION ALL SELECT import, toString(file) AS file FROM ${kept.table("origin_rows")})
) AS f ON f.import = i.import
GROUP BY source ORDER BY source`);
  return found.length === 0 ? null : found;
}
