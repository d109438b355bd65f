import { tableOfVersion, versionedTable } from "../snapshot-log.ts";
import type { NextSnapshot } from "./next-snapshot.ts";

/** The number of rows of a table and the sum of their hashes modulo 2^64. Neither depends on how they are stored. */
interface TableDigest {
  readonly rows: bigint;
  readonly digest: bigint;
}

/** Of a row; a tenth of the cost of a cryptographic one. A digest that another made is taken anew. */
const HASH = "cityHash64";

interface Partition {
  /** As it is stored. */
  readonly table: string;
  readonly partition: string;
  /** Names the files of the partition by their content, and the hash: the same files hold the same rows. */
  readonly parts: string;
}

interface PartitionDigest extends Partition {
  readonly rows: string;
  readonly digest: string;
}

const keyOf = ({ table, partition }: Pick<Partition, "table" | "partition">): string => `${table} ${partition}`;

/**
 * The digests of tables as they will be after the next. Only partitions whose files are not those of an earlier import are
 * read; the digest of each is kept in `part_digest`, found by the content of its files, so that it is never out of date.
 */
export async function digestTables(
  next: NextSnapshot,
  names: readonly string[],
): Promise<ReadonlyMap<string, TableDigest>> {
  const { market } = next;
  const tables = names.map((name) => ({ table: versionedTable(name), name: next.table(name) }));
  const found = await market.query<Partition>(
    `SELECT table, partition_id AS partition, concat('${HASH} ', lower(hex(sipHash128(arraySort(groupArray(hash_of_all_files)))))) AS parts FROM ${market.profile.parts(tables)} GROUP BY table, partition_id`,
  );
  const stored = found.map((each) => ({ ...each, table: tableOfVersion(each.table)?.name ?? "" }));
  const known = await market.query<PartitionDigest>(
    `SELECT table, partition, parts, toString(rows) AS rows, toString(digest) AS digest FROM ${next.before("part_digest")}`,
  );
  const knownOf = new Map(known.map((each) => [keyOf(each), each]));
  const isKnown = (each: Partition): boolean => knownOf.get(keyOf(each))?.parts === each.parts;
  const unread = stored.filter((each) => !isKnown(each));
  const read = await readPartitions(next, unread);
  const digests = stored.flatMap((each) => (isKnown(each) ? knownOf.get(keyOf(each)) : read.get(keyOf(each))) ?? []);
  if (unread.length > 0 || known.length !== digests.length) {
    await next.fresh("part_digest");
    if (digests.length > 0) await market.insert(next.table("part_digest"), digests);
  }
  return new Map(names.map((name) => [name, sumOf(digests.filter(({ table }) => table === name))]));
}

const sumOf = (partitions: readonly PartitionDigest[]): TableDigest => ({
  rows: partitions.reduce((sum, { rows }) => sum + BigInt(rows), 0n),
  digest: BigInt.asUintN(
    64,
    partitions.reduce((sum, { digest }) => sum + BigInt(digest), 0n),
  ),
});

/** `partitionBy` gives whole numbers, which a partition is named by; without it there is one partition, `all`. */
async function readPartitions(
  { market, table }: NextSnapshot,
  partitions: readonly Partition[],
): Promise<ReadonlyMap<string, PartitionDigest>> {
  if (partitions.length === 0) return new Map();
  const selects = Object.entries(Object.groupBy(partitions, (each) => each.table)).map(([name, some = []]) => {
    const { partitionBy } = versionedTable(name);
    const partition = partitionBy === undefined ? "'all'" : `toString(${partitionBy})`;
    const range =
      partitionBy === undefined
        ? ""
        : ` WHERE ${partitionBy} IN (${some.map((each) => Number(each.partition)).join(", ")})`;
    return `SELECT '${name}' AS table, ${partition} AS partition, toString(count()) AS rows, toString(sum(${HASH}(tuple(*)))) AS digest FROM ${table(name)}${range} GROUP BY partition`;
  });
  const rows = await market.query<Omit<PartitionDigest, "parts">>({ sql: selects.join(" UNION ALL "), lane: "scan" });
  const partsOf = new Map(partitions.map((each) => [keyOf(each), each.parts]));
  return new Map(rows.map((row) => [keyOf(row), { ...row, parts: partsOf.get(keyOf(row)) ?? "" }]));
}
