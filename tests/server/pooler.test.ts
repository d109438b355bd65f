import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openMarket } from "../../src/market/index.ts";
import { createServer, readConfig } from "../../src/server/index.ts";
import { sharedServices } from "../shared-services.ts";
import { withTestDatabase } from "./test-database.ts";
import { serverFolder } from "./test-server.ts";
import { transactionPooler } from "./transaction-pooler.ts";

// One that is given may ask for a password, which the pooler of this test does not know.
test.skipIf((process.env["DATABASE_URL"] ?? "") !== "")(
  "a server does not start on a pooler of transactions, and says why",
  async () => {
    const shared = await sharedServices();
    const { config, drop } = await withTestDatabase(readConfig({}), shared);
    const { host, port, user, database } = new Client({ connectionString: config.databaseUrl ?? "" });
    const pooler = await transactionPooler(`${host}/.s.PGSQL.${port}`);
    const data = await mkdtemp(join(tmpdir(), "scanbook-pooler-"));
    const market = await openMarket({ folder: shared?.market ?? (await serverFolder()) });
    const databaseUrl = `postgres://${user}@127.0.0.1:${pooler.port}/${database}`;
    const options = { market, data, client: null, port: 3000, logger: pino({ level: "silent" }) };
    try {
      // What it is asked by somebody alone it answers as PostgreSQL does.
      const alone = new Client({ connectionString: databaseUrl });
      await alone.connect();
      expect((await alone.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
      await alone.end();
      await expect(createServer({ ...options, config: { ...config, databaseUrl } })).rejects.toThrow(
        "DATABASE_URL leads to a pooler that shares connections between transactions",
      );
    } finally {
      await pooler.close();
      await market.close();
      await drop();
      await rm(data, { recursive: true, force: true });
    }
  },
);
