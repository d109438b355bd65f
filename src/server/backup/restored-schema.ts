import type { Client } from "pg";
import { BackupError } from "./archive.ts";
import { withClient } from "./rows.ts";

/** The schemas of the tables and of the job queue. */
const SCHEMAS = ["public", "job"];

const there = async (client: Client, name: string): Promise<boolean> => {
  const { rows } = await client.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [name]);
  return rows.length > 0;
};

/**
 * Runs `fill` on an external database with empty schemas. The old schemas are kept under other names, and get their names
 * back where `fill` fails. Throws BackupError where the database is not empty without `force`, or is in use.
 */
export async function withRestoredSchema(url: string, force: boolean, fill: () => Promise<void>): Promise<void> {
  const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const kept = (name: string): string => `${name}_before_${stamp}`;
  const moved = await withClient({ connectionString: url }, async (client) => {
    const { rows: others } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'scanbook%'",
    );
    if (others.length > 0) throw new BackupError("Scanbook runs on this database. Stop it first.");
    const { rows: tables } = await client.query("SELECT 1 FROM pg_tables WHERE schemaname = ANY($1)", [SCHEMAS]);
    if (tables.length > 0 && !force) {
      throw new BackupError("The database is not empty. --force replaces what is there with the backup.");
    }
    const names: string[] = [];
    await client.query("BEGIN");
    for (const name of SCHEMAS) {
      if (!(await there(client, name))) continue;
      await client.query(`ALTER SCHEMA ${name} RENAME TO ${kept(name)}`);
      names.push(name);
    }
    await client.query("CREATE SCHEMA public");
    await client.query("COMMIT");
    return { names, empty: tables.length === 0 };
  });
  const drop = async (client: Client, named: (name: string) => string): Promise<void> => {
    for (const name of SCHEMAS) await client.query(`DROP SCHEMA IF EXISTS ${named(name)} CASCADE`);
  };
  try {
    await fill();
  } catch (error) {
    await withClient({ connectionString: url }, async (client) => {
      await client.query("BEGIN");
      await drop(client, (name) => name);
      for (const name of moved.names) await client.query(`ALTER SCHEMA ${kept(name)} RENAME TO ${name}`);
      await client.query("COMMIT");
    });
    throw error;
  }
  // They were empty.
  if (moved.empty) await withClient({ connectionString: url }, (client) => drop(client, kept));
}
