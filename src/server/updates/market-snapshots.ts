import type { MarketSnapshot } from "../../contract/index.ts";
import { keptSnapshots, MarketError, rollBack } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import { ProblemAnswer } from "../problem.ts";

/** Snapshots with data that can be read, the current one first; one that came back is named once. Rejects with MarketError. */
export async function listSnapshots(market: Market): Promise<readonly MarketSnapshot[]> {
  const labels = (await keptSnapshots(market)).flatMap(({ label }) => (label === null ? [] : [label]));
  return labels
    .filter(({ id }, index) => labels.findIndex((label) => label.id === id) === index)
    .map(({ id, date, source, importedAt }, index) => ({
      id,
      date,
      source,
      imported_at: importedAt,
      current: index === 0,
    }));
}

/** Makes a kept snapshot the current one. Throws the answer where it is not kept any more, or an import is running. */
export async function restoreSnapshot(market: Market, id: string): Promise<readonly MarketSnapshot[]> {
  try {
    await rollBack(market, id);
  } catch (error) {
    if (error instanceof MarketError && (error.code === "gone" || error.code === "locked"))
      throw new ProblemAnswer("conflict", error.message);
    throw error;
  }
  return listSnapshots(market);
}
