import { text } from "node:stream/consumers";
import type { Market } from "../../src/market/index.ts";
import { DEFAULT_DATABASE, ensureSchema } from "../../src/market/open-schema.ts";
import { SNAPSHOT_LOG } from "../../src/market/snapshot-log.ts";

/** A table or view of the engine. */
interface Kept {
  readonly database: string;
  readonly name: string;
  /** The statement that makes it. */
  readonly made: string;
  readonly comment: string;
  readonly engine: string;
  /** Changes with its rows; empty without any. */
  readonly rows: string;
}

/** What an engine has with every table, row and comment but identities: what a test only read need not be made anew. */
interface Contents {
  readonly databases: readonly { readonly name: string; readonly comment: string }[];
  readonly tables: readonly Kept[];
}

/** An engine as it was when all of it had been made anew: what is put back where a test changed it. */
export interface Empty {
  readonly contents: Contents;
  readonly log: readonly object[];
}

const OWN = "NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA')";
const LOG = `${DEFAULT_DATABASE}.${SNAPSHOT_LOG.name}`;

const contentsOf = async (bare: Market): Promise<Contents> => ({
  databases: await bare.query(`SELECT name, comment FROM system.databases WHERE name ${OWN} ORDER BY name`),
  tables: await bare.query(`
SELECT database, name, create_table_query AS made, comment, engine, rows
FROM (SELECT * FROM system.tables WHERE database ${OWN}) AS t
LEFT JOIN (
  SELECT database, table AS name, toString(arraySort(groupArray(hash_of_all_files))) AS rows
  FROM system.parts WHERE active GROUP BY database, name
) AS p USING (database, name)
ORDER BY database, name`),
});

/** What an engine is as it starts in a folder of its own. */
export const readEmpty = async (bare: Market): Promise<Empty> => ({
  contents: await contentsOf(bare),
  log: await bare.query(`SELECT * FROM ${LOG}`),
});

/** Drops whatever is there and makes the tables anew. */
async function makeEmpty(bare: Market): Promise<Empty> {
  for (const { name } of await bare.query<{ name: string }>(`SELECT name FROM system.databases WHERE name ${OWN}`))
    if (name !== "default") await control(bare, `DROP DATABASE \`${name}\` SYNC`);
  const run = async (sql: string): Promise<string> => {
    if (!sql.startsWith("SELECT")) return control(bare, sql).then(() => "");
    return text(await bare.stream({ sql, lane: "control" }, "TabSeparated"));
  };
  await ensureSchema(run, DEFAULT_DATABASE, bare.profile, { dropLeftovers: false });
  return readEmpty(bare);
}

const control = (bare: Market, sql: string): Promise<void> => bare.command({ sql, lane: "control" });

const nameOf = ({ database, name }: Kept): string => `${database}.\`${name}\``;
const isView = ({ engine }: Kept): boolean => engine === "View";
/** But for their rows. */
const isSame = (one: Kept, other: Kept): boolean => one.made === other.made && one.comment === other.comment;

/** Puts back what a test changed, which takes a sixth of making all of it anew. Gives what is there then. */
export async function makeEmptyAgain(bare: Market, empty: Empty): Promise<Empty> {
  const found = await contentsOf(bare);
  const own = new Set(empty.contents.databases.map(({ name }) => name));
  const tables = found.tables.filter(({ database }) => own.has(database));
  const there = new Map(tables.map((one) => [nameOf(one), one]));
  const wanted = new Map(empty.contents.tables.map((one) => [nameOf(one), one]));
  const isAsItWas = (one: Kept): boolean => {
    const [was, is] = [wanted.get(nameOf(one)), there.get(nameOf(one))];
    return was !== undefined && is !== undefined && isSame(was, is) && was.rows === is.rows;
  };
  const comments = new Map(found.databases.map(({ name, comment }) => [name, comment]));
  const isCalendar = ({ name }: Kept): boolean => name.startsWith("session_");
  if (
    empty.contents.databases.some(({ name, comment }) => comments.get(name) !== comment) ||
    empty.contents.tables.some((one) => isCalendar(one) && !isAsItWas(one))
  )
    return makeEmpty(bare);
  for (const { name } of found.databases) if (!own.has(name)) await control(bare, `DROP DATABASE \`${name}\` SYNC`);
  const emptied = tables.filter((one) => {
    const was = wanted.get(nameOf(one));
    return was !== undefined && isSame(was, one);
  });
  const dropped = tables.filter((one) => !emptied.includes(one));
  for (const kind of [false, true]) {
    const names = dropped.filter((one) => isView(one) === kind).map(nameOf);
    if (names.length > 0) await control(bare, `DROP ${kind ? "VIEW" : "TABLE"} ${names.join(", ")} SYNC`);
  }
  for (const one of emptied) if (!isAsItWas(one)) await control(bare, `TRUNCATE TABLE ${nameOf(one)}`);
  const missing = empty.contents.tables.filter((one) => !emptied.some((kept) => nameOf(kept) === nameOf(one)));
  // Views read tables.
  for (const one of [...missing.filter((each) => !isView(each)), ...missing.filter(isView)])
    await control(bare, one.made);
  const log = wanted.get(`${DEFAULT_DATABASE}.\`${SNAPSHOT_LOG.name}\``);
  if (log !== undefined && !isAsItWas(log)) await bare.insert(LOG, empty.log);
  return empty;
}
