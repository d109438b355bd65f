import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { Client } from "pg";
import { newId } from "../../src/server/db/index.ts";
import type { Db } from "../../src/server/db/index.ts";
import { readConfig } from "../../src/server/index.ts";
import type { Config } from "../../src/server/index.ts";
import type { SharedServices } from "../shared-services.ts";

export interface TestDatabase {
  readonly config: Config;
  readonly drop: () => Promise<void>;
}

/**
 * The configuration with an account database that nobody else uses: one made on the server of `DATABASE_URL` where the tests
 * are given one (`npm run test:postgres`), else on the shared one where there is one, else the embedded one of the data folder.
 */
export async function withTestDatabase(
  config: Config = readConfig({}),
  shared: SharedServices | null = null,
): Promise<TestDatabase> {
  const given = process.env["DATABASE_URL"] ?? "";
  const at = given === "" ? shared?.database : given;
  if (at === undefined || config.databaseUrl !== null) return { config, drop: async () => undefined };
  const name = `scanbook_test_${randomBytes(8).toString("hex")}`;
  const url = new URL(at);
  url.pathname = `/${name}`;
  if (given === "" && shared !== null) {
    await onServer(at, `CREATE DATABASE ${name} TEMPLATE ${shared.template}`);
    // Each is an installation of its own, with keys of its own: results in the shared market say whose they are.
    await onServer(url.href, `UPDATE installation SET id = '${newId()}', key_name = NULL`);
  } else await onServer(at, `CREATE DATABASE ${name}`);
  return {
    config: { ...config, databaseUrl: url.href },
    drop: () => onServer(at, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Whether a statement of this database stands at a lock, as PostgreSQL itself says. */
export async function somebodyWaits(db: Db): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      db,
    );
  return rows.length > 0;
}
