import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { readConfig } from "../../src/server/index.ts";
import type { Config } from "../../src/server/index.ts";

export interface TestDatabase {
  readonly config: Config;
  readonly drop: () => Promise<void>;
}

/**
 * The configuration with an account database that nobody else uses: one made on the server of `DATABASE_URL` where the tests
 * are given one (`npm run test:postgres`), the embedded one of the data folder otherwise.
 */
export async function withTestDatabase(config: Config = readConfig({})): Promise<TestDatabase> {
  const given = process.env["DATABASE_URL"];
  if (given === undefined || given === "" || config.databaseUrl !== null)
    return { config, drop: async () => undefined };
  const name = `scanbook_test_${randomBytes(8).toString("hex")}`;
  await onServer(given, `CREATE DATABASE ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return {
    config: { ...config, databaseUrl: url.href },
    drop: () => onServer(given, `DROP DATABASE ${name} WITH (FORCE)`),
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
