import { MarketError, type Market, type Statement } from "../../src/market/index.ts";
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

/** The market of an import that dies after so many statements, and how many there were. */
export function dyingAfter(importing: Market, statements: number): { readonly market: Market; count(): number } {
  let count = 0;
  const next = (): void => {
    if (count++ >= statements) throw new MarketError("engine", "killed");
  };
  return {
    count: () => count,
    market: {
      ...importing,
      query: async <Row>(given: Statement | string) => {
        next();
        return importing.query<Row>(given);
      },
      command: async (given) => {
        next();
        return importing.command(given);
      },
      insert: async (table, rows) => {
        next();
        return importing.insert(table, rows);
      },
      stream: async (statement, format) => {
        next();
        return importing.stream(statement, format);
      },
    },
  };
}
