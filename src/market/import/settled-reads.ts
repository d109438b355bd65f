import type { Market, Statement } from "../market.ts";
import { tableOfVersion } from "../snapshot-log.ts";

/**
 * The market for the statements of an import. On a cluster each of them may reach another server, so a table that was
 * written is first made whole on all of them where a statement names it again; `settleAll` does so with all that are left.
 */
export function withSettledReads(given: Market): { readonly market: Market; readonly settleAll: () => Promise<void> } {
  const { profile } = given;
  if (profile.cluster === null) return { market: given, settleAll: async () => undefined };
  const written = new Set<string>();
  const settle = async (names: readonly string[]): Promise<void> => {
    for (const name of names) {
      for (const statement of profile.settle(name, tableOfVersion(name))) await given.command(statement);
      written.delete(name);
    }
  };
  const prepare = async (wanted: Statement | string): Promise<Statement> => {
    const statement = typeof wanted === "string" ? { sql: wanted } : wanted;
    const { sql } = statement;
    const [head = "", verb, target] = WRITES.exec(sql) ?? [];
    // Rows may be added to a table that is not whole everywhere; whatever else is done to it takes all of them.
    const read = verb === "INSERT INTO" ? sql.slice(head.length) : sql;
    const named = [...written].filter((name) => namesTable(read, name));
    if (/^\s*DROP TABLE /.test(sql)) for (const name of named) written.delete(name);
    else await settle(named);
    if (target !== undefined) written.add(target);
    return { ...statement, settings: { ...profile.importSettings, ...statement.settings } };
  };
  const market: Market = {
    ...given,
    query: async <Row>(statement: Statement | string) => given.query<Row>(await prepare(statement)),
    command: async (statement) => given.command(await prepare(statement)),
    insert: async (table, rows) => {
      written.add(table);
      return given.insert(table, rows);
    },
  };
  return { market, settleAll: () => settle([...written]) };
}

const WRITES = /^\s*(INSERT INTO|ALTER TABLE|DELETE FROM|TRUNCATE TABLE) ([\w.]+?)(?:_local)?(?![\w.])/;

/** A divided table may be read inside the shards as well, and system tables name one without its database. */
const namesTable = (sql: string, name: string): boolean =>
  new RegExp(String.raw`\b${name.slice(name.indexOf(".") + 1)}(?:_local)?\b`).test(sql);
