import type { Market } from "../market.ts";
import type { SnapshotLabel } from "../snapshots.ts";
import { makeSnapshot } from "./next-snapshot.ts";

/** The table of one row, or none, that names a snapshot where its tables are kept outside of the engine. */
export const LABEL_TABLE = {
  name: "snapshot",
  columns: "id String, date Date32, imported_at DateTime('UTC'), source String",
} as const;

/**
 * Replaces tables of the market all at once, or none: `fill` puts the rows of a table into the one of that name, those of
 * LABEL_TABLE too.
 */
export async function replaceTables(
  given: Market,
  names: readonly string[],
  fill: (market: Market, table: string, into: string) => Promise<void>,
): Promise<void> {
  await makeSnapshot(given, async (next) => {
    for (const name of names) {
      if (name === LABEL_TABLE.name) {
        const into = await next.scratch(name, LABEL_TABLE.columns, "id");
        await fill(next.market, name, into);
        next.label(await readLabel(next.market, into));
      } else {
        await next.fresh(name);
        await fill(next.market, name, next.table(name));
      }
    }
  });
}

async function readLabel(market: Market, table: string): Promise<SnapshotLabel | null> {
  const [label] = await market.query<SnapshotLabel>(
    `SELECT id, toString(date) AS date, formatDateTime(imported_at, '%FT%TZ', 'UTC') AS importedAt, source FROM ${table}`,
  );
  return label ?? null;
}
