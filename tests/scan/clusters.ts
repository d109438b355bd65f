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
 * replicates nor runs ON CLUSTER. So statements pass a proxy that stands for both: what says ON CLUSTER reaches every node,
 * all else one node after another. Rows that are inserted into a replicated table are at one node, and at the others only
 * once the table was synchronised. A statement that would leave something on one node for good is refused.
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
const CHANGED = /^\s*(?:ALTER TABLE|TRUNCATE TABLE|DELETE FROM) (?:\w+\.)?(\w+)/;
const CHANGED_NAME = /^\s*(?:ALTER TABLE|TRUNCATE TABLE|DELETE FROM) ([\w.]+)/;
const SYNC = /^SYSTEM SYNC REPLICA (\S+)/;

/** What is sent: a statement, or one with rows, or with parameters in parts. */
interface Sent {
  readonly sql: string;
  /** The same call with another statement. */
  with(sql: string): { readonly path: string; readonly body: BodyInit };
}

/** The names of a call's parts belong to its boundary, which is made anew. */
const OWN_HEADERS = new Set(["host", "connection", "content-length", "authorization", "transfer-encoding"]);

async function readCall(call: IncomingMessage): Promise<Sent> {
  const body = await buffer(call);
  const url = new URL(call.url ?? "/", "http://proxy");
  const given = url.searchParams.get("query");
  if (given !== null) {
    const at = (sql: string): string => {
      url.searchParams.set("query", sql);
      return `${url.pathname}${url.search}`;
    };
    return { sql: given, with: (sql) => ({ path: at(sql), body: new Uint8Array(body) }) };
  }
  const path = `${url.pathname}${url.search}`;
  const type = call.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/")) return { sql: body.toString("utf8"), with: (sql) => ({ path, body: sql }) };
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const query = form.get("query");
  return {
    sql: typeof query === "string" ? query : "",
    with: (sql) => {
      const parts = new FormData();
      for (const [name, value] of form) parts.set(name, name === "query" ? sql : value);
      return { path, body: parts };
    },
  };
}

/** `divided`: the shards are one engine, so a local table is a view that shows each shard its own rows of one table. */
async function proxyOf(nodes: readonly Node[], { divided }: { readonly divided: boolean }): Promise<Proxied> {
  const sharded = new Set<string>();
  const replicated = new Set<string>();
  const forAll = new Set<string>();
  let turn = 0;

  const translated = (sql: string): readonly string[] => {
    const bare = sql.replace(ON_CLUSTER, "").replace(REPLICATED, "MergeTree");
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
    if (bare.startsWith("DROP TABLE")) return [bare.replaceAll(/(\w+\.\w+)_local\b/g, "$1_local, $1_rows")];
    if (CHANGED.test(bare)) return [bare.replaceAll(/_local\b/g, "_rows")];
    return [
      bare
        .replace(INTO, (all, head: string, db = "", name: string) =>
          sharded.has(name) ? `${head}${db}${name}_rows` : all,
        )
        .replaceAll(/(table = '\w+)_local'/g, "$1_rows'")
        // To the program the view is the table of a shard.
        .replace("engine != 'View'", "(engine != 'View' OR name LIKE '%\\\\_local') AND name NOT LIKE '%\\\\_rows'"),
    ];
  };

  /** The replicated table whose rows a statement writes, which is all that need not be said ON CLUSTER. */
  const replicatedTarget = (sql: string): string | null => {
    const made = /^CREATE TABLE (?:IF NOT EXISTS )?(?:\w+\.)?(\w+)[^]*(?:ReplicatedMergeTree|Distributed)\(/.exec(
      sql,
    )?.[1];
    if (made !== undefined && sql.includes("ON CLUSTER")) replicated.add(made);
    const into = INTO.exec(sql)?.[3] ?? CHANGED.exec(sql)?.[1];
    return into !== undefined && replicated.has(into) ? into : null;
  };

  const send = (node: Node, call: IncomingMessage, { path, body }: ReturnType<Sent["with"]>): Promise<Response> => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(call.headers))
      if (
        typeof value === "string" &&
        !OWN_HEADERS.has(name) &&
        !(name === "content-type" && value.startsWith("multipart/"))
      )
        headers.set(name, value);
    headers.set("authorization", `Bearer ${node.secret}`);
    return fetch(`${node.url}${path}`, { method: "POST", headers, body });
  };

  /** Sends statements one after another to each node; gives the last answer, or the first that is an error. */
  const run = async (to: readonly Node[], call: IncomingMessage, sent: Sent, texts: readonly string[]) => {
    let last: Response | null = null;
    for (const text of texts)
      for (const node of to) {
        last = await send(node, call, sent.with(text));
        if (!last.ok) return last;
      }
    return last;
  };

  /** Rows that one replica has and the others have not taken from it yet, by table: they do so when they must. */
  const behind = new Map<string, (() => Promise<void>)[]>();
  const catchUp = async (table: string): Promise<void> => {
    const waiting = behind.get(table) ?? [];
    behind.delete(table);
    for (const take of waiting) await take();
  };
  const insertOnOne = async (call: IncomingMessage, sent: Sent, [first, ...others]: readonly Node[]) => {
    const [head = "", , database = "", name = ""] = INTO.exec(sent.sql) ?? [];
    const table = `${database}${name}`;
    const rows = `${database}rows_of_one_insert`;
    const hasRows = / FORMAT \w+$/.test(sent.sql);
    if (first === undefined) throw new Error("no node");
    let bytes = new Uint8Array();
    let into = sent.sql;
    if (!hasRows) {
      const made = await run([first], call, sent, [
        `CREATE TABLE ${rows} AS ${table} ENGINE = Memory`,
        sent.sql.replace(head, `INSERT INTO ${rows}`),
      ]);
      const selected = made?.ok ? await send(first, call, sent.with(`SELECT * FROM ${rows} FORMAT RowBinary`)) : made;
      if (selected?.ok) bytes = new Uint8Array(await selected.arrayBuffer());
      await run([first], call, sent, [`DROP TABLE ${rows} SYNC`]);
      if (!selected?.ok) return selected;
      into = `INSERT INTO ${table} FORMAT RowBinary`;
    }
    const query = new URLSearchParams({ query: into });
    const insert = (node: Node): Promise<Response> =>
      send(node, call, hasRows ? sent.with(into) : { path: `/?${query}`, body: bytes });
    const answered = await insert(first);
    const take = async (): Promise<void> => {
      for (const node of others) {
        const taken = await insert(node);
        if (!taken.ok) throw new Error(await taken.text());
      }
    };
    if (answered.ok) behind.set(table, [...(behind.get(table) ?? []), take]);
    return answered;
  };

  const answer = async (call: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const sent = await readCall(call);
    const { sql } = sent;
    const written = replicatedTarget(sql) !== null;
    const all = sql.includes("ON CLUSTER") || written;
    if (!all && CHANGES.test(sql)) {
      reply.writeHead(500).end(`This would be on one node only: ${sql.slice(0, 200)}`);
      return;
    }
    if (sql.includes(" ON CLUSTER ")) forAll.add(sql);
    const inTurn = [...nodes.slice(turn % nodes.length), ...nodes.slice(0, turn % nodes.length)];
    turn += 1;
    const bare = sql.replace(ON_CLUSTER, "");
    const settled = (SYNC.exec(bare)?.[1] ?? CHANGED_NAME.exec(bare)?.[1])?.replace(/_local$/, "");
    if (settled !== undefined) await catchUp(settled);
    const last = SYNC.test(bare)
      ? null
      : INTO.test(sql) && nodes.length > 1
        ? await insertOnOne(call, sent, inTurn)
        : await run(all ? nodes : inTurn.slice(0, 1), call, sent, translated(sql));
    const headers = [...(last?.headers ?? [])].filter(
      ([name]) => !/^(?:connection|transfer-encoding|content-length|content-encoding|keep-alive)$/.test(name),
    );
    reply.writeHead(last?.status ?? 200, Object.fromEntries(headers));
    reply.end(last === null ? "" : Buffer.from(await last.arrayBuffer()));
  };

  // Parameters of a statement travel in its address, of which a ClickHouse server takes a megabyte.
  const server = createServer({ maxHeaderSize: 1 << 20 }, (call, reply) => {
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

/** Fills a market with the rows of another one, of the tables that are wanted. */
async function copyMarket(from: Market, to: Market, isWanted: (table: string) => boolean): Promise<void> {
  const snapshot = await currentSnapshot(from);
  const { label } = snapshot;
  // The others are empty there as well, and each costs a dozen statements on every node.
  const filled = await snapshot.query<{ name: string }>(
    Object.keys(snapshot.versions)
      .filter(isWanted)
      .map((name) => `SELECT '${name}' AS name FROM (SELECT 1 FROM ${snapshot.table(name)} LIMIT 1)`)
      .join(" UNION ALL "),
  );
  await replaceTables(to, [...filled.map(({ name }) => name), LABEL_TABLE.name], async (market, name, into) => {
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
  /** `MARKET_URL` and `MARKET_CLUSTER`. */
  readonly env: Readonly<Record<string, string>>;
  readonly forAll: ReadonlySet<string>;
  /** Drops what the market holds and makes its tables anew. */
  empty(): Promise<void>;
  end(): Promise<void>;
}

/** A cluster of a few nodes whose market is empty. */
export async function openEmptyCluster(cluster: ClusterName, count: number): Promise<TestCluster> {
  const nodes = await Promise.all(Array.from({ length: count }, startNode));
  const proxy = await proxyOf(nodes, { divided: cluster === "two" });
  const url = `${proxy.url}/market`;
  const open = (): Promise<Market> => openMarket({ url, cluster });
  const market = await open();
  return {
    market,
    env: { MARKET_URL: url, MARKET_CLUSTER: cluster },
    forAll: proxy.forAll,
    async empty() {
      await market.command(`DROP DATABASE market ON CLUSTER \`${cluster}\` SYNC`);
      await (await open()).close();
    },
    async end() {
      await market.close();
      proxy.end();
      await Promise.all(nodes.map((node) => node.end()));
    },
  };
}

/** One that holds what a market holds in the tables that are wanted. */
export async function openCluster(
  whole: Market,
  cluster: ClusterName,
  count: number,
  isWanted: (table: string) => boolean = () => true,
): Promise<TestCluster> {
  const made = await openEmptyCluster(cluster, count);
  await copyMarket(whole, made.market, isWanted);
  return made;
}
