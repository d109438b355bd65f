import { ofPass, type Pass } from "./passes.ts";
import type { Plan } from "./plan/plan.ts";
import { inShards } from "./sql/cluster.ts";
import type { Names } from "./sql/names.ts";
import type { Printed, PrintedStage } from "./sql/print.ts";
import type { StageColumn } from "./sql/stage-columns.ts";
import type { RunStatements } from "./statements.ts";

/** Where the stages of a run are kept from one statement to the next, by the names of their relations. */
export interface StageTables {
  /** For the SELECT of a stage, which `make` and `rowsOf` take. */
  names(plan: Plan, pass: Pass): Names;
  /** A stage as a whole: what is counted, or ranked over all securities. */
  table(name: string): string;
  /** Makes the table of a stage, or adds to it; `shared` is not divided between shards: what all of them read. */
  make(
    name: string,
    select: PrintedStage,
    how?: { readonly append?: boolean; readonly shared?: boolean },
  ): Promise<void>;
  /** The SELECT of a stage as one of all its rows. */
  rowsOf(select: Printed): Printed;
  drop(name: string): Promise<void>;
}

export const stageTablesOf = (run: RunStatements): StageTables => {
  const { cluster } = run.market.profile;
  return cluster === null ? inOneEngine(run) : onCluster(run, cluster);
};

const tableIn =
  (run: RunStatements) =>
  (name: string): string =>
    `${run.database}.${name}`;

const definitions = (columns: readonly StageColumn[]): string =>
  columns.map(({ name, type }) => `${name} ${type}`).join(", ");

function inOneEngine(run: RunStatements): StageTables {
  const table = tableIn(run);
  return {
    table,
    names: (_plan, pass) => ({
      table: run.market.table,
      wholeTable: run.market.table,
      relation: table,
      ofPass: ofPass(pass),
    }),
    make: (name, { sql, params, columns }, { append = false } = {}) =>
      run.command({
        sql: `${append ? `INSERT INTO ${table(name)}` : `CREATE TABLE ${table(name)} (${definitions(columns)}) ENGINE = Memory AS`} ${sql}`,
        params,
      }),
    rowsOf: (select) => select,
    drop: (name) => run.command(`DROP TABLE IF EXISTS ${table(name)} SYNC`),
  };
}

/**
 * Every stage but a rank belongs to one security, so each shard computes it of its own securities. The next statement may
 * reach another node, so its rows go into a table that all nodes have, with the number of the shard, which reads its own again. Ranks
 * are ordered over all rows of that table, and read by all shards.
 */
function onCluster(run: RunStatements, cluster: string): StageTables {
  const table = tableIn(run);
  const { profile } = run.market;
  const create = (name: string, columns: string): Promise<void> =>
    run.command(
      `CREATE TABLE ${table(name)}${profile.onCluster} (${columns}) ENGINE = ${profile.wholeEngine} ORDER BY tuple()`,
    );
  const rowsOf = ({ sql, params }: Printed): Printed => ({ sql: inShards(cluster, sql), params });
  return {
    table,
    names: (plan, pass) => ({
      table: run.market.localTable,
      wholeTable: run.market.table,
      relation: (name) =>
        plan.ranks.some((rank) => rank.name === name)
          ? table(name)
          : `(SELECT * EXCEPT (${SHARD}) FROM ${table(name)} WHERE ${SHARD} = shardNum())`,
      ofPass: ofPass(pass),
    }),
    async make(name, select, { append = false, shared = false } = {}) {
      const columns = definitions(select.columns);
      // Outside of a shard the number is 0: all shards would read such rows.
      const ofShard = `${SHARD} UInt32, ${columns}, CONSTRAINT of_a_shard CHECK ${SHARD} > 0`;
      if (!append) await create(name, shared ? columns : ofShard);
      const { sql, params } = shared
        ? select
        : rowsOf({ ...select, sql: `SELECT toUInt32(shardNum()) AS ${SHARD}, * FROM (${select.sql})` });
      await run.command({ sql: `INSERT INTO ${table(name)} ${sql}`, params });
      await run.settle(table(name));
    },
    rowsOf,
    drop: (name) => run.command(`DROP TABLE IF EXISTS ${table(name)}${profile.onCluster} SYNC`),
  };
}

/** Column with the number of the shard that has the row. */
const SHARD = "shard_number";
