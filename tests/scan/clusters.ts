import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { ENGINE_THREADS } from "../../src/market/engine/lanes.ts";
import { currentSnapshot, LABEL_TABLE, openMarket, replaceTables, type Market } from "../../src/market/index.ts";

/*
 * Clusters as far as one machine has them. The engine's library executes distributed statements as a server does, but neither
 * replicates nor runs ON CLUSTER. So statements pass a proxy that stands for both: what says ON CLUSTER or goes into a
 * replicated table reaches every node, all else one node after another; a statement that would leave something on one node
 * only is refused.
 */

const MAIN = fileURLToPath(new URL("./cluster-engine.ts", import.meta.url));

interface Node {
  readonly url: string;
  readonly secret: string;
  end(): Promise<void>;
}

async function startNode(): Promise<Node> {
  const folder = await mkdtemp(join(tmpdir(), "scanbook-node-"));
  const env = { PATH: process.env["PATH"], TZ: "UTC", UV_THREADPOOL_SIZE: String(ENGINE_THREADS) };
  const child: ChildProcess = fork(MAIN, [folder], {
    execArgv: [],
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { port, secret } = await new Promise<{ readonly port: number; readonly secret: string }>((done, fail) => {
    child.once("message", (message: { readonly port: number; readonly secret: string }) => done(message));
    child.once("exit", () => fail(new Error("the engine did not start")));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    secret,
    async end() {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Proxied {
  /** As MARKET_URL has it, without a database. */
  readonly url: string;
  /** What was sent to all nodes with ON CLUSTER, as it was sent. */
  readonly forAll: ReadonlySet<string>;
  end(): void;
}

const ON_CLUSTER = / ON CLUSTER `\w+`/g;
const CHANGES = /^\s*(?:CREATE|DROP|ALTER|TRUNCATE|RENAME|INSERT|OPTIMIZE)\b/;
const REPLICATED = /ReplicatedMergeTree\('[^']*', '[^']*'\)/g;
/** Written through the table that reads all shards, which is the one that stands behind both of them here. */
const INTO = /^(\s*INSERT INTO )(\w+\.)?(\w+)/;

/** `divided`: the shards are one engine, so a local table is a view that shows each shard its own rows of one table. */
async function proxyOf(nodes: readonly Node[], { divided }: { readonly divided: boolean }): Promise<Proxied> {
  const sharded = new Set<string>();
  const replicated = new Set<string>();
  const forAll = new Set<string>();
  let turn = 0;

  const translated = (sql: string): readonly string[] => {
    const bare = sql.replace(ON_CLUSTER, "").replace(REPLICATED, "MergeTree");
    if (bare.startsWith("SYSTEM SYNC REPLICA")) return [];
    if (!divided) return [bare];
    const local = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+\.\w+)_local \(/.exec(bare)?.[1];
    if (local !== undefined) {
      sharded.add(local.split(".")[1] ?? "");
      const rows = bare.replace(`${local}_local`, `${local}_rows`);
      return [
        rows,
        `CREATE VIEW IF NOT EXISTS ${local}_local AS SELECT * FROM ${local}_rows WHERE security_id % 2 = shardNum() - 1`,
      ];
    }
    if (bare.startsWith("ALTER TABLE")) return [bare.replaceAll(/_local\b/g, "_rows")];
    if (bare.startsWith("DROP TABLE")) return [bare.replaceAll(/(\w+\.\w+)_local\b/g, "$1_local, $1_rows")];
    return [
      bare.replace(INTO, (all, head: string, db = "", name: string) =>
        sharded.has(name) ? `${head}${db}${name}_rows` : all,
      ),
    ];
  };
  /** Whether what the statement changes is on every node afterwards. */
  const reachesAll = (sql: string): boolean => {
    const made = /^CREATE TABLE (?:IF NOT EXISTS )?(?:\w+\.)?(\w+)[^]*(?:ReplicatedMergeTree|Distributed)\(/.exec(
      sql,
    )?.[1];
    if (made !== undefined && sql.includes("ON CLUSTER")) replicated.add(made);
    const into = INTO.exec(sql)?.[3] ?? /^(?:ALTER|TRUNCATE) TABLE (?:\w+\.)?(\w+)/.exec(sql)?.[1];
    return sql.includes("ON CLUSTER") || (into !== undefined && replicated.has(into));
  };

  const send = (node: Node, path: string, call: IncomingMessage, body: Buffer): Promise<Response> => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(call.headers))
      if (
        typeof value === "string" &&
        !["host", "connection", "content-length", "authorization", "transfer-encoding"].includes(name)
      )
        headers.set(name, value);
    headers.set("authorization", `Bearer ${node.secret}`);
    return fetch(`${node.url}${path}`, { method: "POST", headers, body: new Uint8Array(body) });
  };

  const answer = async (call: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const body = await buffer(call);
    const url = new URL(call.url ?? "/", "http://proxy");
    const given = url.searchParams.get("query");
    const multipart = call.headers["content-type"]?.startsWith("multipart/") === true;
    const sql = given ?? body.toString("utf8");
    const all = reachesAll(sql);
    if (!all && CHANGES.test(sql)) {
      reply.writeHead(500).end(`This would be on one node only: ${sql.slice(0, 200)}`);
      return;
    }
    const targets = all ? nodes : nodes.slice(turn % nodes.length, (turn % nodes.length) + 1);
    turn += 1;
    if (!multipart && sql.includes(" ON CLUSTER ")) forAll.add(sql);
    let last: Response | null = null;
    // Only queries are sent in parts, which may be given anywhere.
    for (const text of multipart ? [sql] : translated(sql)) {
      if (given !== null) url.searchParams.set("query", text);
      for (const node of targets) {
        const bytes = given === null ? Buffer.from(text, "utf8") : body;
        last = await send(node, `${url.pathname}${url.search}`, call, bytes);
        if (!last.ok) break;
      }
      if (last?.ok === false) break;
    }
    const headers = [...(last?.headers ?? [])].filter(
      ([name]) => !/^(?:connection|transfer-encoding|content-length|content-encoding|keep-alive)$/.test(name),
    );
    reply.writeHead(last?.status ?? 200, Object.fromEntries(headers));
    reply.end(last === null ? "" : Buffer.from(await last.arrayBuffer()));
  };

  const server = createServer((call, reply) => {
    answer(call, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const at = server.address();
  return {
    url: `http://scanbook:password@127.0.0.1:${typeof at === "object" ? at?.port : 0}`,
    forAll,
    end() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Fills a market with the rows of another one. */
async function copyMarket(from: Market, to: Market): Promise<void> {
  const snapshot = await currentSnapshot(from);
  const { label } = snapshot;
  await replaceTables(to, [...Object.keys(snapshot.versions), LABEL_TABLE.name], async (market, name, into) => {
    if (name !== LABEL_TABLE.name) {
      const rows = await snapshot.stream({ sql: `SELECT * FROM ${snapshot.table(name)}` }, "RowBinary");
      await market.insert(into, { stream: rows, format: "RowBinary" });
    } else if (label !== null) {
      await market.command({
        sql: `INSERT INTO ${into} SELECT {id:String}, {date:Date32}, parseDateTimeBestEffort({at:String}, 'UTC'), {source:String}`,
        params: { id: label.id, date: label.date, at: label.importedAt, source: label.source },
      });
    }
  });
}

/** `two`: two shards with half of the securities each. `one`: a shard with as many replicas as there are nodes. */
type ClusterName = "one" | "two";

export interface TestCluster {
  readonly market: Market;
  readonly forAll: ReadonlySet<string>;
  end(): Promise<void>;
}

/** A cluster of a few nodes that holds what a market holds. */
export async function openCluster(whole: Market, cluster: ClusterName, count: number): Promise<TestCluster> {
  const nodes = await Promise.all(Array.from({ length: count }, startNode));
  const proxy = await proxyOf(nodes, { divided: cluster === "two" });
  const market = await openMarket({ url: `${proxy.url}/${cluster}`, cluster });
  await copyMarket(whole, market);
  return {
    market,
    forAll: proxy.forAll,
    async end() {
      await market.close();
      proxy.end();
      await Promise.all(nodes.map((node) => node.end()));
    },
  };
}
