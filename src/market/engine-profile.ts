import { join } from "node:path";
import { isSharded, tableDefinition, type Table } from "./tables.ts";

/**
 * What differs by where the market's engine is: embedded, one server at an address, or a cluster of servers behind one. On a
 * cluster any statement may reach any node, so everything is made on all of them, and a table is either whole on every
 * node or divided between the shards by security.
 */
export interface EngineProfile {
  readonly kind: "embedded" | "address" | "cluster";
  /** As `system.clusters` names it; null where one engine holds everything. */
  readonly cluster: string | null;
  /** Stands behind the name in every statement that makes, changes or drops something. */
  readonly onCluster: string;
  /** Engine of a table that every node has whole. */
  readonly wholeEngine: string;
  /** On every statement. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** On every statement of an import besides, which joins whole tables with others and derives tables from tables. */
  readonly importSettings: Readonly<Record<string, string | number>>;
  /** Folder of the files that the engine shares with this process; null where there is none. */
  readonly spool: string | null;
  /** What runs on all nodes, each statement once. */
  readonly processes: string;
  /** Statements that make a table of the market, `name` with its database. */
  createTable(table: Table, name: string, how?: { readonly ifMissing?: boolean }): readonly string[];
  /** The same as another one of its definition, rows included, which are shared and not copied. */
  cloneTable(table: Table, name: string, of: string): readonly string[];
  /** The tables of that market table, each with its database: those of the shards beside the one that reads them all. */
  storedTables(table: Table, name: string): readonly string[];
  /** What ALTER TABLE and DELETE FROM name, for all rows of that market table. */
  changedTable(table: Table, name: string): string;
  /** A relation of the stored parts of some market tables: `table` as it is stored, `partition_id`, `hash_of_all_files`. */
  parts(tables: readonly { readonly table: Table; readonly name: string }[]): string;
  /** Where a statement inside a shard reads a table of the market. */
  localTable(table: Table, name: string): string;
  /** Statements after which every node has all rows of a table that they have whole; `table` is the market's, if it is one. */
  settle(name: string, table?: Table): readonly string[];
}

const creating = (how: { readonly ifMissing?: boolean } = {}): string =>
  how.ifMissing ? "CREATE TABLE IF NOT EXISTS" : "CREATE TABLE";

function partsSelect(names: readonly string[]): string {
  const [database = ""] = names[0]?.split(".") ?? [];
  const tables = names.map((name) => `'${name.slice(database.length + 1)}'`).join(", ");
  return `SELECT table, partition_id, hash_of_all_files FROM system.parts WHERE active AND database = '${database}' AND table IN (${tables})`;
}

const inOneEngine = (kind: "embedded" | "address", spool: string | null): EngineProfile => ({
  kind,
  cluster: null,
  onCluster: "",
  wholeEngine: "MergeTree",
  settings: {},
  importSettings: {},
  spool,
  processes: "system.processes",
  createTable: (table, name, how) => [`${creating(how)} ${name} ${tableDefinition(table, "MergeTree")}`],
  cloneTable: (_table, name, of) => [`CREATE TABLE ${name} CLONE AS ${of}`],
  storedTables: (_table, name) => [name],
  changedTable: (_table, name) => name,
  parts: (tables) => `(${partsSelect(tables.map(({ name }) => name))})`,
  localTable: (_table, name) => name,
  settle: () => [],
});

/** The engine of a data folder. */
export const embeddedEngine = (folder: string): EngineProfile => inOneEngine("embedded", join(folder, "spool"));

/** One server. */
export const serverAtAddress: EngineProfile = inOneEngine("address", null);

/** Replicas of a shard share one path; whoever is in the cluster shares that of a whole table. A table made anew has another `uuid`. */
const SHARD_ENGINE = "ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')";
const WHOLE_ENGINE = "ReplicatedMergeTree('/clickhouse/tables/{uuid}/all', '{shard}-{replica}')";

const CLUSTER_NAME = /^[A-Za-z_][\w-]*$/;

/** The shards and replicas of a cluster. RangeError for a name that is none. */
export function clusterOf(cluster: string): EngineProfile {
  if (!CLUSTER_NAME.test(cluster)) throw new RangeError(`Not a name of a cluster: ${cluster}`);
  const onCluster = ` ON CLUSTER \`${cluster}\``;
  const localName = (name: string): string => `${name}_local`;
  const createTable: EngineProfile["createTable"] = (table, name, how) => {
    if (!isSharded(table)) return [`${creating(how)} ${name}${onCluster} ${tableDefinition(table, WHOLE_ENGINE)}`];
    const [database, local] = localName(name).split(".");
    return [
      `${creating(how)} ${localName(name)}${onCluster} ${tableDefinition(table, SHARD_ENGINE)}`,
      `${creating(how)} ${name}${onCluster} AS ${localName(name)} ENGINE = Distributed('${cluster}', '${database}', '${local}', security_id)`,
    ];
  };
  return {
    kind: "cluster",
    cluster,
    onCluster,
    wholeEngine: WHOLE_ENGINE,
    settings: {
      // A shard that does not answer fails the statement: fewer rows would look like an answer.
      skip_unavailable_shards: 0,
      // Neither does a replica answer that knows it is behind.
      fallback_to_stale_replicas_for_distributed_queries: 0,
      distributed_product_mode: "deny",
      prefer_localhost_replica: 1,
      distributed_foreground_insert: 1,
      // Equal rows of two inserts are not one insert sent twice.
      insert_deduplicate: 0,
      alter_sync: 2,
      mutations_sync: 2,
    },
    importSettings: {
      // What stands behind IN and JOIN is read once, from all shards, and sent to each.
      distributed_product_mode: "global",
      // Rows are divided by security, whatever shard they were read from.
      parallel_distributed_insert_select: 0,
      // A mutation may name rows by a SELECT of tables that all replicas have whole by then.
      allow_nondeterministic_mutations: 1,
      lightweight_deletes_sync: 2,
    },
    spool: null,
    // The statement that was sent counts what its parts on other nodes read.
    processes: `(SELECT * FROM clusterAllReplicas('${cluster}', system.processes) WHERE is_initial_query)`,
    createTable,
    cloneTable: (table, name, of) => [
      ...createTable(table, name),
      // One replica of each shard attaches, the others take it from there; a whole table has all nodes as its replicas.
      isSharded(table)
        ? `ALTER TABLE ${localName(name)}${onCluster} ATTACH PARTITION ALL FROM ${localName(of)}`
        : `ALTER TABLE ${name} ATTACH PARTITION ALL FROM ${of}`,
    ],
    storedTables: (table, name) => (isSharded(table) ? [name, localName(name)] : [name]),
    changedTable: (table, name) => (isSharded(table) ? `${localName(name)}${onCluster}` : name),
    parts: (tables) => {
      const divided = tables.filter(({ table }) => isSharded(table)).map(({ name }) => localName(name));
      const whole = tables.filter(({ table }) => !isSharded(table)).map(({ name }) => name);
      const selects = [
        // Of a view on other nodes the column `table` comes back empty.
        ...divided.map((name) => {
          const [database, local] = name.split(".");
          const parts = `SELECT partition_id, hash_of_all_files FROM system.parts WHERE active AND database = '${database}' AND table = '${local}'`;
          return `SELECT '${local}' AS table, partition_id, hash_of_all_files FROM cluster('${cluster}', view(${parts}))`;
        }),
        ...(whole.length > 0 ? [partsSelect(whole)] : []),
      ];
      return `(${selects.join(" UNION ALL ")})`;
    },
    localTable: (table, name) => (isSharded(table) ? localName(name) : name),
    settle: (name, table) => [`SYSTEM SYNC REPLICA${onCluster} ${table && isSharded(table) ? localName(name) : name}`],
  };
}
