/** Runs a statement and gives its rows as tab-separated text. */
export type RunText = (sql: string) => Promise<string>;

/** Exists while an import runs; the comment says who. */
export const LOCK = "import_lock";
/** Exists from the decision to swap until all tables are swapped; the comment is that of the swap's tables. */
export const COMMIT = "import_commit";

/**
 * Ends an import that died: finishes the swap where it was decided, then drops every table the import made for itself.
 * Every pair that is still to be exchanged has its new table, with the swap's comment, under `<name>_new`.
 */
export async function clearImports(run: RunText, database: string): Promise<void> {
  const text = await run(`SELECT name, comment FROM system.tables WHERE database = '${database}'`);
  const tables = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"))
    .map(([name = "", comment = ""]) => ({ name, comment }));
  const decided = tables.find(({ name }) => name === COMMIT)?.comment;
  const pending = decided ? tables.filter(({ name, comment }) => name.endsWith("_new") && comment === decided) : [];
  if (pending.length > 0)
    await run(
      exchange(
        database,
        pending.map(({ name }) => name.slice(0, -4)),
      ),
    );
  const ours = tables.filter(
    ({ name }) => name.endsWith("_new") || name.startsWith("incoming_") || name.startsWith("demo_"),
  );
  if (ours.length > 0)
    await run(`DROP TABLE IF EXISTS ${ours.map(({ name }) => `${database}.${name}`).join(", ")} SYNC`);
  for (const name of [COMMIT, LOCK]) {
    if (tables.some((table) => table.name === name)) await run(`DROP TABLE IF EXISTS ${database}.${name} SYNC`);
  }
}

/** Exchanges each table with its `_new`, several pairs in one statement. */
export function exchange(database: string, names: readonly string[]): string {
  return `EXCHANGE TABLES ${names.map((name) => `${database}.${name} AND ${database}.${name}_new`).join(", ")}`;
}
