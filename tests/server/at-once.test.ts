import { expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { atOnceIn, atOnceOn } from "../../src/server/runs/at-once.ts";

const UNSET = { scans: null, previews: null };

/** A market whose engine has so many cores; null for the embedded one, which is not asked. */
function marketOf(cores: number | null): { readonly market: Market; readonly statements: readonly string[] } {
  const statements: string[] = [];
  const market = {
    folder: cores === null ? "/data" : null,
    query: async ({ sql }: { readonly sql: string }) => {
      statements.push(sql);
      return cores === 0 ? [] : [{ threads: cores }];
    },
  };
  // Only what the function calls.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { market: market as unknown as Market, statements };
}

test.each([
  [1, 2, 2],
  [2, 2, 2],
  [4, 2, 2],
  [5, 2, 2],
  [6, 2, 3],
  [8, 2, 4],
  [11, 2, 5],
  [12, 3, 6],
  [16, 4, 8],
  [64, 16, 32],
])("an engine of %i cores runs %i scans and %i previews at a time", (cores, scans, previews) => {
  expect(atOnceOn(cores)).toEqual({ scans, previews });
});

test("law: with more cores never fewer, and never more scans than previews or cores, from two on", () => {
  for (let cores = 2; cores <= 512; cores += 1) {
    const [now, before] = [atOnceOn(cores), atOnceOn(cores - 1)];
    expect(now.scans).toBeGreaterThanOrEqual(before.scans);
    expect(now.previews).toBeGreaterThanOrEqual(before.previews);
    expect(now.scans).toBeLessThanOrEqual(now.previews);
    expect(now.previews).toBeLessThanOrEqual(cores);
    expect(Object.values(now).every((count) => Number.isInteger(count) && count >= 2)).toBe(true);
  }
});

test("an engine at an address is asked for its cores, the embedded one is not", async () => {
  const away = marketOf(16);
  expect(await atOnceIn(away.market, UNSET)).toEqual({ scans: 4, previews: 8 });
  expect(away.statements).toEqual([expect.stringContaining("max_threads")]);
  const here = marketOf(null);
  expect(await atOnceIn(here.market, UNSET)).toEqual({ scans: 2, previews: 2 });
  expect(here.statements).toEqual([]);
  expect(await atOnceIn(marketOf(0).market, UNSET)).toEqual({ scans: 2, previews: 2 });
});

test("what is set counts, each for itself, also less than there would be", async () => {
  for (const { market } of [marketOf(16), marketOf(null)]) {
    expect(await atOnceIn(market, { scans: 1, previews: 9 })).toEqual({ scans: 1, previews: 9 });
  }
  expect(await atOnceIn(marketOf(16).market, { scans: 1, previews: null })).toEqual({ scans: 1, previews: 8 });
  expect(await atOnceIn(marketOf(16).market, { scans: null, previews: 1 })).toEqual({ scans: 4, previews: 1 });
});
