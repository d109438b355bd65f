import { text } from "node:stream/consumers";
import { currentSnapshot, type Market } from "../../src/market/index.ts";
import type { RunStatement } from "../../src/market/snapshot-log.ts";

/** Statements as the engine runs them at its start. */
export const runOf =
  (market: Market): RunStatement =>
  async (sql) =>
    sql.startsWith("SELECT") ? text(await market.stream({ sql }, "TabSeparated")) : market.command(sql).then(() => "");

/** Puts a market into the state in which version 0.2 kept it: one table of each name, without versions and without a log. */
export async function makeUnversioned(market: Market): Promise<void> {
  const { database: db } = market;
  const { versions, table } = await currentSnapshot(market);
  const views = await market.query<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE database = {database:String} AND engine = 'View'",
    params: { database: db },
  });
  await market.command(
    `CREATE TABLE ${db}.label (id String, date Date32, imported_at DateTime('UTC'), source String) ENGINE = MergeTree ORDER BY id`,
  );
  await market.command(`INSERT INTO ${db}.label SELECT * FROM ${db}.snapshot`);
  for (const { name } of views) await market.command(`DROP TABLE ${db}.${name} SYNC`);
  for (const name of Object.keys(versions)) await market.command(`RENAME TABLE ${table(name)} TO ${db}.${name}`);
  await market.command(`RENAME TABLE ${db}.label TO ${db}.snapshot`);
  await market.command(`DROP TABLE ${db}.snapshot_log SYNC`);
  const kept = await market.query<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE database = {database:String} AND match(name, '_\\\\d+$') AND name NOT LIKE 'result_%'",
    params: { database: db },
  });
  for (const { name } of kept) await market.command(`DROP TABLE ${db}.${name} SYNC`);
  const [stored] = await market.query<{ comment: string }>({
    sql: "SELECT comment FROM system.databases WHERE name = {database:String}",
    params: { database: db },
  });
  const { layout: _, ...definitions } = JSON.parse(stored?.comment ?? "{}");
  await setDefinitions(market, { ...definitions, snapshot: "0f0f0f0f0f0f" });
}

/** What the database says it was made of. */
export const setDefinitions = (market: Market, definitions: object): Promise<void> =>
  market.command(`ALTER DATABASE ${market.database} MODIFY COMMENT '${JSON.stringify(definitions)}'`);

/** Every table of the current snapshot, its rows sorted, and what names it. */
export async function contentOf(market: Market): Promise<Readonly<Record<string, unknown>>> {
  const snapshot = await currentSnapshot(market);
  const content: Record<string, unknown> = { label: snapshot.label };
  for (const name of Object.keys(snapshot.versions).toSorted())
    content[name] = await market.query(`SELECT * FROM ${snapshot.table(name)} ORDER BY ALL`);
  return content;
}
