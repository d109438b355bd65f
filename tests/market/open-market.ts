import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { readAddress } from "../../src/market/engine/address.ts";
import { createMarket } from "../../src/market/client.ts";
import { openMarket, type Market } from "../../src/market/index.ts";
import { openEngine } from "../../src/market/open-engine.ts";
import { atAddress, type Break } from "../at-address.ts";
import { openEmptyCluster, type TestCluster } from "../scan/clusters.ts";
import { makeEmptyAgain, readEmpty, type Empty } from "./empty-engine.ts";

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "scanbook-market-"));
}

/** An engine of this worker: starting one takes longer than emptying it. */
interface KeptEngine {
  readonly folder: string;
  readonly source: ReturnType<typeof openEngine>;
  /** No test has it. */
  free: boolean;
  /** It as it is without what tests put there. */
  empty: Empty | null;
}

/** As many as tests have had at the same time. */
const engines: KeptEngine[] = [];

let place: "folder" | "address" | (() => Promise<Market>) = "folder";

/** Markets that the tests of a suite open are at an address, as a server elsewhere is. */
export function openMarketsAtAddress(): void {
  beforeAll(() => void (place = "address"));
  afterAll(() => void (place = "folder"));
}

/** Markets that the tests of a suite open are on clusters of that kind. */
export function openMarketsOnCluster(cluster: "one" | "two", nodes: number): void {
  const opened: { readonly cluster: TestCluster; free: boolean }[] = [];
  const open = async (): Promise<Market> => {
    let mine = opened.find(({ free }) => free);
    if (mine === undefined) {
      mine = { cluster: await openEmptyCluster(cluster, nodes), free: false };
      opened.push(mine);
    } else {
      mine.free = false;
      await mine.cluster.empty();
    }
    const { market } = mine.cluster;
    return { ...market, close: async () => void (mine.free = true) };
  };
  beforeAll(() => void (place = open));
  afterAll(async () => {
    place = "folder";
    await Promise.all(opened.map((each) => each.cluster.end()));
  });
}

/** The same market at an address; its `close` leaves the engine alone. */
export async function atAddressOf(market: Market, breaks?: Break): Promise<Market> {
  const { url, server } = await atAddress(() => readAddress(market.folder ?? ""), breaks);
  const away = await openMarket({ url });
  return {
    ...away,
    close: async () => {
      await away.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Opens the market of a folder, at an address where the suite asks for that. */
async function openAs(folder: string): Promise<Market> {
  const market = await openMarket({ folder });
  if (place === "folder") return market;
  const away = await atAddressOf(market);
  return {
    ...away,
    close: async () => {
      await away.close();
      await market.close();
    },
  };
}

/**
 * An empty market that is the caller's until its `close`:
 * `let market: Market; beforeAll(async () => { market = await openTestMarket(); }); afterAll(() => market.close());`
 */
export async function openTestMarket(): Promise<Market> {
  if (typeof place === "function") return place();
  let engine = engines.find(({ free }) => free);
  if (engine === undefined) {
    const folder = await temporaryFolder();
    engine = { folder, source: openEngine(folder), free: false, empty: null };
    engines.push(engine);
  }
  const mine = engine;
  mine.free = false;
  const bare = createMarket(mine.source, "default");
  mine.empty = mine.empty === null ? await readEmpty(bare) : await makeEmptyAgain(bare, mine.empty);
  const market = await openAs(mine.folder);
  return {
    ...market,
    close: async () => {
      await market.close();
      mine.free = true;
    },
  };
}
