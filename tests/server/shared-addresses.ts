import { createServer, request } from "node:http";
import type { Server } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { openMarket } from "../../src/market/index.ts";
import type { Market } from "../../src/market/index.ts";
import { readAddress } from "../../src/market/engine/address.ts";
import type { Address } from "../../src/market/engine/address.ts";
import { openDatabase } from "../../src/server/db/index.ts";
import type { Db } from "../../src/server/db/index.ts";
import { withTestDatabase } from "./test-database.ts";

/** An engine behind an address that takes user and password, as a server elsewhere does; ours takes its secret only. */
async function atAddress(engine: Address): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((call, reply) => {
    const headers = { ...call.headers, authorization: `Bearer ${engine.secret}` };
    const { method, url } = call;
    const on = request({ host: "127.0.0.1", port: engine.port, method, path: url, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    on.on("error", () => reply.destroy());
    call.pipe(on);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const at = server.address();
  return { server, url: `http://scanbook:password@127.0.0.1:${typeof at === "object" ? at?.port : 0}/market` };
}

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
  const engine = await readAddress(folder);
  if (engine === null) throw new Error("the engine runs");
  const address = await atAddress(engine);
  const { connectionString, host, port, user } = database.connection;
  return {
    folder,
    market,
    db: database.db,
    env: {
      MARKET_URL: address.url,
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
