import { rm } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { pino } from "pino";
import { z } from "zod";
import { makeDemo, openMarket } from "../src/market/index.ts";
import type { Market } from "../src/market/index.ts";
import { openEmbedded } from "../src/server/db/embedded.ts";
import type { EmbeddedPostgres } from "../src/server/db/embedded.ts";
import { createServer as createProduct, readConfig } from "../src/server/index.ts";
import { RUN_FOLDER } from "./run-folder.ts";

/*
 * One PostgreSQL and one market for all servers of a run of the tests: starting both takes longer than most of what a file
 * then tests. They run in the process of vitest itself, from the first file that asks for them to the end.
 */
const SOCKET = "services.sock";
/** A database as the product's first start leaves it. */
const TEMPLATE = "scanbook_template";

const Services = z.object({
  /** `postgres://…` of the server; its databases are made from `template`. */
  database: z.string(),
  template: z.string(),
  /** Data folder of a small demo market, to be read only. */
  market: z.string(),
});
export type SharedServices = z.infer<typeof Services>;

/** Asked by a test file; null outside a run, where nobody would stop them. */
export async function sharedServices(): Promise<SharedServices | null> {
  const run = process.env[RUN_FOLDER];
  if (run === undefined) return null;
  const answer = await text(createConnection(join(run, SOCKET)));
  return Services.parse(JSON.parse(answer));
}

interface Started {
  readonly services: SharedServices;
  stop(): Promise<void>;
}

const urlOf = ({ host, user, port }: EmbeddedPostgres["address"], database: string): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;

async function makeTemplate(postgres: EmbeddedPostgres, market: Market, data: string): Promise<void> {
  const client = new Client(postgres.address);
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const config = readConfig({ DATABASE_URL: urlOf(postgres.address, TEMPLATE) });
  const logger = pino({ level: "silent" });
  const server = await createProduct({ market, data, client: null, port: 3000, logger, config });
  await server.close();
}

async function start(run: string): Promise<Started> {
  const [accounts, data] = [join(run, "shared-accounts"), join(run, "shared-market")];
  const [postgres, market] = await Promise.all([openEmbedded(accounts), openMarket({ folder: data })]);
  await makeDemo(market, { symbols: 30, years: 1, minuteDays: 2 });
  await makeTemplate(postgres, market, data);
  return {
    services: { database: urlOf(postgres.address, "postgres"), template: TEMPLATE, market: data },
    async stop() {
      await market.close();
      await postgres.close();
    },
  };
}

/** Offers them to the test files of a run over a socket in its folder, and stops them at its end. */
export default async function offerServices(): Promise<() => Promise<void>> {
  const run = process.env[RUN_FOLDER];
  if (run === undefined) throw new Error("The folder of the run is made first.");
  let started: Promise<Started> | null = null;
  const server = createServer((socket) => {
    started ??= start(run);
    started.then(
      ({ services }) => socket.end(JSON.stringify(services)),
      (error: unknown) => socket.end(String(error)),
    );
  });
  await new Promise<void>((done) => server.listen(join(run, SOCKET), done));
  return async () => {
    await new Promise((done) => server.close(done));
    const services = await started?.catch(() => null);
    await services?.stop();
    await rm(join(run, SOCKET), { force: true });
  };
}
