import { MarketError, type Market } from "./market.ts";

/** Connections that are tried: behind an address in front of several servers these do not all reach the same one. */
const TRIES = 8;
/** Servers named in a message. */
const MAX_NAMED = 5;

/** By the number of ClickHouse's ErrorCodes. */
const ACCESS_DENIED = 497;

/** One row of `system.clusters`, with how many servers the cluster has. */
interface KnownCluster {
  readonly cluster: string;
  readonly servers: number;
}

/**
 * The clusters of more than one server that the server itself belongs to, as its configuration has them; none for a user who
 * may not read them, which was never asked for.
 */
const clustersWith = (market: Market): Promise<readonly KnownCluster[]> =>
  market
    .query<KnownCluster>({
      sql: `SELECT cluster, toFloat64(uniqExact(host_name, port)) AS servers FROM system.clusters
GROUP BY cluster HAVING servers > 1 AND max(is_local) = 1 ORDER BY cluster`,
      lane: "control",
    })
    .catch((error: unknown) => {
      if (error instanceof MarketError && error.engineCode === ACCESS_DENIED) return [];
      throw error;
    });

/**
 * Throws MarketError where an address that is to lead to one server leads to several, or where its database is shared with
 * others as tables and not as rows: each statement would then find the rows of the server that it happens to reach.
 */
export async function requireOneServer(market: Market, database: string): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: TRIES }, () =>
      market.query<{ host: string; id: string }>({
        sql: "SELECT hostName() AS host, toString(serverUUID()) AS id",
        lane: "control",
      }),
    ),
  );
  const servers = new Map(answers.flat().map(({ host, id }) => [`${host} ${id}`, host]));
  const clusters = (await clustersWith(market)).map(({ cluster }) => cluster);
  const instead =
    clusters.length === 0
      ? "Name one of them in MARKET_URL, without an address in front that spreads calls."
      : `Set MARKET_CLUSTER (they know ${clusters.join(", ")}), or name one of them in MARKET_URL.`;
  if (servers.size > 1) {
    const named = [...new Set(servers.values())].slice(0, MAX_NAMED).join(", ");
    throw new MarketError(
      "engine",
      `MARKET_URL leads to several servers (${named}), each with rows of its own: scans would give wrong rows. ${instead}`,
    );
  }
  const [found] = await market.query<{ engine: string }>({
    sql: "SELECT engine FROM system.databases WHERE name = {database:String}",
    params: { database },
    lane: "control",
  });
  if (found !== undefined && /^(Replicated|Shared)/.test(found.engine))
    throw new MarketError(
      "engine",
      `The database ${database} at MARKET_URL is of the engine ${found.engine}, which gives other servers its tables without ` +
        `their rows. Name another database in MARKET_URL. ${instead}`,
    );
}

/** What to look at where one server of a cluster is used alone; null where there is nothing. */
export async function clusterNotice(market: Market): Promise<string | null> {
  if (market.profile.kind !== "address") return null;
  const [largest] = (await clustersWith(market)).toSorted((a, b) => b.servers - a.servers);
  if (largest === undefined) return null;
  return (
    `The server at MARKET_URL is one of the ${largest.servers} of the cluster ${largest.cluster}, and MARKET_CLUSTER is not set: ` +
    "the market lies on that server alone, so MARKET_URL must never lead to another one."
  );
}
