import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";
import { readAddress } from "../../src/market/engine/address.ts";
import { createMarket } from "../../src/market/client.ts";
import { openMarket, type Market } from "../../src/market/index.ts";
import { openEngine } from "../../src/market/open-engine.ts";
import { DEFAULT_DATABASE, ensureSchema } from "../../src/market/open-schema.ts";
import { atAddress, type Break } from "../at-address.ts";
import { openEmptyCluster, type TestCluster } from "../scan/clusters.ts";

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "scanbook-market-"));
}

/** The engine of this worker and whether a test has it: starting one takes longer than emptying it. */
let kept: {
  readonly folder: string;
  readonly source: ReturnType<typeof openEngine>;
  free: boolean;
  /** `contentsOf` it when it was last emptied. */
  emptied: string;
} | null = null;

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
  if (kept === null) {
    const folder = await temporaryFolder();
    kept = { folder, source: openEngine(folder), free: true, emptied: "" };
  }
  const engine = kept;
  if (!engine.free) return openOwn();
  engine.free = false;
  const bare = createMarket(engine.source, "default");
  if (engine.emptied === "" || (await contentsOf(bare)) !== engine.emptied) {
    await empty(bare);
    engine.emptied = await contentsOf(bare);
  }
  const market = await openAs(engine.folder);
  return {
    ...market,
    close: async () => {
      await market.close();
      engine.free = true;
    },
  };
}

/** A second one at the same time has an engine of its own, in a folder that goes with its `close`. */
async function openOwn(): Promise<Market> {
  const folder = await temporaryFolder();
  const market = await openAs(folder);
  return {
    ...market,
    close: async () => {
      await market.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Changes with every table, row and comment: what a test only read need not be made anew for the next. */
async function contentsOf(bare: Market): Promise<string> {
  const [found] = await bare.query<{ contents: string }>(`
SELECT concat(toString((
  SELECT groupArray((name, uuid, comment, engine_full)) FROM (SELECT * FROM system.tables WHERE database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA') ORDER BY database, name)
)), toString((
  SELECT groupArray((name, comment)) FROM (SELECT * FROM system.databases ORDER BY name)
)), toString((
  SELECT groupArray((uuid, name, hash_of_all_files)) FROM (SELECT * FROM system.parts WHERE active ORDER BY database, table, name)
))) AS contents`);
  return found?.contents ?? "";
}

/** Drops what earlier tests left and makes the tables anew. */
async function empty(bare: Market): Promise<void> {
  const found = await bare.query<{ name: string }>(
    "SELECT name FROM system.databases WHERE lower(name) NOT IN ('system', 'information_schema', 'default')",
  );
  for (const { name } of found) await bare.command({ sql: `DROP DATABASE \`${name}\` SYNC`, lane: "control" });
  const run = async (sql: string): Promise<string> => {
    if (!sql.startsWith("SELECT")) return bare.command({ sql, lane: "control" }).then(() => "");
    return text(await bare.stream({ sql, lane: "control" }, "TabSeparated"));
  };
  await ensureSchema(run, DEFAULT_DATABASE, bare.profile, { dropLeftovers: false });
}
