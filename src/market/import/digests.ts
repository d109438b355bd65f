import type { Market } from "../market.ts";
import { versionedTable } from "../snapshot-log.ts";
import type { NextSnapshot } from "./next-snapshot.ts";

/** The number of rows of a table and the sum of their hashes modulo 2^64. Neither depends on how they are stored. */
interface TableDigest {
  readonly rows: bigint;
  readonly digest: bigint;
}

interface Partition {
  readonly partition: string;
  /** Names the files of the partition by their content: the same files hold the same rows. */
  readonly parts: string;
}

interface PartitionDigest extends Partition {
  readonly rows: string;
  readonly digest: string;
}

/**
 * The digests of tables as they will be after the next. Only partitions whose files are not those of an earlier import are
 * read; the digest of each is kept in `part_digest`, found by the content of its files, so that it is never out of date.
 */
export async function digestTables(
  next: NextSnapshot,
  tables: readonly string[],
): Promise<ReadonlyMap<string, TableDigest>> {
  const { market } = next;
  const found = new Map<string, TableDigest>();
  const kept: (PartitionDigest & { readonly table: string })[] = [];
  for (const table of tables) {
    const partitions = await digestsOf(market, next, table);
    kept.push(...partitions.map((each) => ({ table, ...each })));
    found.set(table, {
      rows: partitions.reduce((sum, { rows }) => sum + BigInt(rows), 0n),
      digest: BigInt.asUintN(
        64,
        partitions.reduce((sum, { digest }) => sum + BigInt(digest), 0n),
      ),
    });
  }
  await next.fresh("part_digest");
  if (kept.length > 0) await market.insert(next.table("part_digest"), kept);
  return found;
}

async function digestsOf(market: Market, next: NextSnapshot, table: string): Promise<readonly PartitionDigest[]> {
  const entry = versionedTable(table);
  const stored = await market.query<Partition>(
    `SELECT partition_id AS partition, lower(hex(sipHash128(arraySort(groupArray(hash_of_all_files))))) AS parts FROM ${market.profile.parts(entry, next.table(table))} GROUP BY partition_id`,
  );
  const known = await market.query<PartitionDigest>({
    sql: `SELECT partition, parts, toString(rows) AS rows, toString(digest) AS digest FROM ${next.before("part_digest")} WHERE table = {table:String}`,
    params: { table },
  });
  const byParts = new Map(known.map((each) => [`${each.partition} ${each.parts}`, each]));
  const unread = stored.filter(({ partition, parts }) => !byParts.has(`${partition} ${parts}`));
  const read =
    unread.length === 0
      ? new Map<string, PartitionDigest>()
      : await readPartitions(market, next.table(table), entry.partitionBy, unread);
  return stored.flatMap((each) => byParts.get(`${each.partition} ${each.parts}`) ?? read.get(each.partition) ?? []);
}

/** `partitionBy` gives whole numbers, which a partition is named by; without it there is one partition, `all`. */
async function readPartitions(
  market: Market,
  table: string,
  partitionBy: string | undefined,
  partitions: readonly Partition[],
): Promise<ReadonlyMap<string, PartitionDigest>> {
  const partsOf = new Map(partitions.map(({ partition, parts }) => [partition, parts]));
  const [name, range] =
    partitionBy === undefined
      ? ["'all'", ""]
      : [`toString(${partitionBy})`, ` WHERE ${partitionBy} IN {partitions:Array(UInt32)}`];
  const rows = await market.query<Omit<PartitionDigest, "parts">>({
    sql: `SELECT ${name} AS partition, toString(count()) AS rows, toString(sum(sipHash64(tuple(*)))) AS digest FROM ${table}${range} GROUP BY partition`,
    ...(partitionBy === undefined ? {} : { params: { partitions: [...partsOf.keys()].map(Number) } }),
    lane: "scan",
  });
  return new Map(rows.map((row) => [row.partition, { ...row, parts: partsOf.get(row.partition) ?? "" }]));
}
