import { text } from "node:stream/consumers";
import { createMarket, type EndpointSource } from "./client.ts";
import { clusterOf, embeddedEngine, serverAtAddress, type EngineProfile } from "./engine-profile.ts";
import { MarketError, type Market } from "./market.ts";
import { requireOneServer } from "./one-server.ts";
import { openEngine } from "./open-engine.ts";
import { DEFAULT_DATABASE, ensureSchema } from "./open-schema.ts";

export interface MarketOptions {
  /** Data folder of the embedded engine; made when missing. */
  readonly folder?: string;
  /** Address of a ClickHouse server instead, credentials and database in it: `https://user:password@host:8443/market`. */
  readonly url?: string;
  /** Name of the cluster that the server belongs to, where it does; as `system.clusters` has it. */
  readonly cluster?: string;
  /** `market` by default; tables are created where they are missing. */
  readonly database?: string;
}

/**
 * Opens the market: the embedded engine of a data folder (shared with every other process that opens the same folder),
 * or a server. Rejects with MarketError `locked`, `disk-full` or `engine`.
 */
export async function openMarket(options: MarketOptions): Promise<Market> {
  const { source, database, profile } = origin(options);
  if (!/^[A-Za-z_]\w*$/.test(database)) throw new TypeError(`Not a name for a database: ${database}`);
  const market = createMarket(source, database, profile);
  try {
    await source.endpoint();
    // The embedded engine has made `market` itself before it answers anybody.
    if (source.folder === null || database !== DEFAULT_DATABASE) {
      const bare = createMarket(source, "default", profile);
      if (profile.cluster !== null) await checkCluster(bare, profile.cluster);
      if (profile.kind === "address") await requireOneServer(bare, database);
      const run = async (sql: string) => {
        if (!sql.startsWith("SELECT")) return bare.command({ sql, lane: "control" }).then(() => "");
        return text(await bare.stream({ sql, lane: "control" }, "TabSeparated"));
      };
      await ensureSchema(run, database, profile, { dropLeftovers: false });
    }
  } catch (error) {
    await market.close();
    throw error;
  }
  return market;
}

/** Throws MarketError unless the server knows the cluster. */
async function checkCluster(market: Market, cluster: string): Promise<void> {
  const found = await market.query<{ cluster: string }>(
    "SELECT DISTINCT cluster FROM system.clusters ORDER BY cluster",
  );
  if (found.some((each) => each.cluster === cluster)) return;
  const known = found.length === 0 ? "none" : found.map((each) => each.cluster).join(", ");
  throw new MarketError("engine", `The server at MARKET_URL knows no cluster ${cluster}. It knows: ${known}.`);
}

interface Origin {
  readonly source: EndpointSource;
  readonly database: string;
  readonly profile: EngineProfile;
}

function origin({ folder, url, cluster, database }: MarketOptions): Origin {
  if (url !== undefined) {
    const address = new URL(url);
    const named = address.pathname.slice(1);
    address.pathname = "/";
    const endpoint = { url: address.href };
    return {
      source: { folder: null, endpoint: async () => endpoint, lost: () => undefined, close: async () => undefined },
      database: database ?? (named || DEFAULT_DATABASE),
      profile: cluster === undefined ? serverAtAddress : clusterOf(cluster),
    };
  }
  if (folder === undefined) throw new TypeError("openMarket needs a folder or a url");
  const source = openEngine(folder);
  return { source, database: database ?? DEFAULT_DATABASE, profile: embeddedEngine(source.folder ?? folder) };
}
