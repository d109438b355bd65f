import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { openMarket } from "../../src/market/index.ts";
import type { Market } from "../../src/market/index.ts";
import { readAddress } from "../../src/market/engine/address.ts";
import { openDatabase } from "../../src/server/db/index.ts";
import type { Db } from "../../src/server/db/index.ts";
import { atAddress } from "../at-address.ts";
import { withTestDatabase } from "./test-database.ts";

/** A market and an account database at addresses, for several servers with data folders of their own below `folder`. */
export interface SharedAddresses {
  readonly folder: string;
  readonly market: Market;
  readonly db: Db;
  /** `MARKET_URL` and `DATABASE_URL`. */
  readonly env: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

export async function sharedAddresses(): Promise<SharedAddresses> {
  const folder = await mkdtemp(join(tmpdir(), "scanbook-shared-"));
  const given = await withTestDatabase();
  const logger = pino({ level: "silent" });
  const database = await openDatabase({ data: folder, url: given.config.databaseUrl, logger });
  const market = await openMarket({ folder });
  const address = await atAddress(() => readAddress(folder));
  const { connectionString, host, port, user } = database.connection;
  return {
    folder,
    market,
    db: database.db,
    env: {
      MARKET_URL: address.url,
      // Every folder's server has them.
      SECRETS_KEYS: Buffer.alloc(32, 7).toString("base64"),
      DATABASE_URL: connectionString ?? `postgresql://${user}@${encodeURIComponent(String(host))}:${port}/postgres`,
    },
    async end() {
      address.server.close();
      address.server.closeAllConnections();
      await market.close();
      await database.close();
      await given.drop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
