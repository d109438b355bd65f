import { describe, expect, test } from "vitest";
import { clusterOf, embeddedEngine, serverAtAddress, type EngineProfile } from "../../src/market/engine-profile.ts";
import { MarketError, type Market, type Statement } from "../../src/market/market.ts";
import { clusterNotice, requireOneServer } from "../../src/market/one-server.ts";

interface Address {
  /** Servers that it leads to, in turn: host and id of each. */
  readonly servers?: readonly (readonly [string, string])[];
  readonly clusters?: readonly { readonly cluster: string; readonly servers: number }[] | MarketError;
  /** Of the market's database; none where it is not made yet. */
  readonly engine?: string;
  readonly profile?: EngineProfile;
}

/** What servers at an address say; no server runs here. */
function addressOf({
  servers = [["a", "1"]],
  clusters = [],
  engine,
  profile = serverAtAddress,
}: Address): Pick<Market, "query" | "profile"> {
  let turn = 0;
  const answer = (sql: string): readonly object[] => {
    if (sql.includes("serverUUID")) {
      const [host, id] = servers[turn++ % servers.length] ?? [];
      return [{ host, id }];
    }
    if (sql.includes("system.clusters")) {
      if (clusters instanceof MarketError) throw clusters;
      return clusters;
    }
    return engine === undefined ? [] : [{ engine }];
  };
  return {
    profile,
    // As JSON gives it.
    query: async (given: Statement | string): Promise<ReturnType<typeof JSON.parse>> =>
      answer(typeof given === "string" ? given : given.sql),
  };
}

// Only what the functions call.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const market = (address: Address): Market => addressOf(address) as Market;

describe("an address without MARKET_CLUSTER", () => {
  test.each<readonly [string, Address]>([
    ["one server", {}],
    [
      "one server whose clusters the user may not read",
      { clusters: new MarketError("engine", "Not enough rights", 497) },
    ],
    ["one server of a cluster", { clusters: [{ cluster: "stocks", servers: 4 }], engine: "Atomic" }],
  ])("may lead to %s", async (_, address) => {
    await expect(requireOneServer(market(address), "market")).resolves.toBe(undefined);
  });

  test.each<readonly [string, Address, readonly (string | RegExp)[]]>([
    [
      "two servers of a cluster",
      {
        servers: [
          ["a", "1"],
          ["b", "2"],
        ],
        clusters: [{ cluster: "stocks", servers: 2 }],
      },
      ["several servers (a, b)", "wrong rows", "Set MARKET_CLUSTER (they know stocks)"],
    ],
    [
      "a second server that is seldom reached, on the same machine",
      { servers: [...Array.from({ length: 7 }, () => ["a", "1"] as const), ["a", "2"]] },
      ["several servers (a)", "Name one of them in MARKET_URL"],
    ],
    ["a replicated database", { engine: "Replicated" }, ["of the engine Replicated", "Name another database"]],
    ["a shared database", { engine: "Shared" }, ["of the engine Shared"]],
  ])("may not lead to %s, which the start says", async (_, address, words) => {
    for (const word of words) await expect(requireOneServer(market(address), "market")).rejects.toThrow(word);
  });
});

test("a server that is used alone and belongs to a cluster is told of, elsewhere nothing is said", async () => {
  const clusters = [
    { cluster: "pair", servers: 2 },
    { cluster: "stocks", servers: 4 },
  ];
  expect(await clusterNotice(market({ clusters }))).toMatch(
    /one of the 4 of the cluster stocks, and MARKET_CLUSTER is/,
  );
  for (const profile of [embeddedEngine("/data"), clusterOf("stocks")])
    expect(await clusterNotice(market({ clusters, profile }))).toBe(null);
  expect(await clusterNotice(market({}))).toBe(null);
});
