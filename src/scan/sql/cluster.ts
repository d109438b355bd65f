import type { Snapshot } from "../../market/index.ts";

/** SELECT of the rows that a statement has in every shard. It reads local tables, and has no order. */
export const inShards = (cluster: string, select: string): string =>
  `SELECT * FROM cluster('${cluster}', view(${select}))`;

/** The same of one security, wherever its rows are; `select` reads `localTable`. */
export const inItsShard = ({ profile: { cluster } }: Snapshot, select: string): string =>
  cluster === null ? select : inShards(cluster, select);
