import { MarketError, type Market } from "../market.ts";
import { keptSnapshots, type SnapshotLabel } from "../snapshots.ts";
import { VERSIONED_TABLES } from "../snapshot-log.ts";
import { makeSnapshot } from "./next-snapshot.ts";

/**
 * Makes an earlier snapshot that is still kept the current one again: that of an id, else the newest with other data. The
 * one that was current is kept as the one before. Rejects with MarketError `locked` during an import, or `gone`.
 */
export async function rollBack(given: Market, id: string | null): Promise<SnapshotLabel> {
  return makeSnapshot(given, async (next) => {
    const [current, ...earlier] = await keptSnapshots(next.market);
    const wanted = earlier.find(
      ({ label }) => label !== null && label.id !== current?.label?.id && (id ?? label.id) === label.id,
    );
    if (wanted === undefined || wanted.label === null) {
      throw new MarketError(
        "gone",
        id === null
          ? "There is no earlier snapshot to go back to."
          : `The market does not keep a snapshot ${id} besides the current one.`,
      );
    }
    next.restore(wanted);
    // It was made by a version of the program that did not have these tables.
    for (const { name } of VERSIONED_TABLES) if (wanted.versions[name] === undefined) await next.fresh(name);
    return wanted.label;
  });
}
