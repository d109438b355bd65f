import type { Market } from "../../src/market/index.ts";
import { rounds } from "../cases.ts";
import { openEmptyCluster } from "../scan/clusters.ts";
import { atAddressOf } from "./open-market.ts";

interface Place {
  readonly importing: Market;
  readonly end: () => Promise<void>;
}

type Open = (market: Market) => Promise<Place>;

/** Where an import dies, and how often at most. */
export const PLACES: readonly (readonly [title: string, open: Open, deaths: number])[] = [
  // `import-death.test.ts` kills an engine that is embedded.
  ...rounds<readonly (readonly [string, Open, number])[]>(
    [],
    [["with the engine embedded", async (market) => ({ importing: market, end: async () => undefined }), Infinity]],
  ),
  [
    "at an address",
    async (market) => {
      const importing = await atAddressOf(market);
      return { importing, end: () => importing.close() };
    },
    rounds(1.5, Infinity),
  ],
  ...rounds<readonly (readonly [string, Open, number])[]>(
    [],
    [
      [
        "on a cluster",
        async () => {
          const cluster = await openEmptyCluster("two", 1);
          return { importing: cluster.market, end: () => cluster.end() };
        },
        12,
      ],
    ],
  ),
];
