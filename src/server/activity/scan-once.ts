import { MarketError } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { dropRun, runScan } from "../../scan/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { newId } from "../db/index.ts";

/** Runs a request on one snapshot, reads its result and drops it. Rejects with MarketError `changed` on another snapshot. */
export async function scanOnce<T>(
  market: Market,
  request: ScanRequest,
  snapshot: string,
  read: (run: FinishedRun) => Promise<T>,
): Promise<T> {
  const run = `p${newId()}`;
  try {
    const finished = await runScan(market, request, { run, lane: "interactive" });
    if (finished.snapshot.id !== snapshot) throw new MarketError("changed", "An import landed between two scans.");
    return await read(finished);
  } finally {
    await dropRun(market, run).catch((error: unknown) => {
      // After the death of the engine, the sweep of the previews drops the table.
      if (!(error instanceof MarketError)) throw error;
    });
  }
}
