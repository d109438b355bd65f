import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMarket, type Market } from "../../src/market/index.ts";

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "scanbook-market-"));
}

/**
 * A market of its own, empty, in a temporary folder that goes with its `close`:
 * `let market: Market; beforeAll(async () => { market = await openTestMarket(); }); afterAll(() => market.close());`
 */
export async function openTestMarket(): Promise<Market> {
  const folder = await temporaryFolder();
  const market = await openMarket({ folder });
  return {
    ...market,
    close: async () => {
      await market.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
