import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { Logger } from "pino";
import type { Market } from "../market/index.ts";
import { readRequest } from "../request/index.ts";
import type { ScanRequest } from "../request/index.ts";
import { accountMail } from "./accounts/addresses/account-mails.ts";
import { forwardEvents } from "./events/forward-events.ts";
import { createApp } from "./app.ts";
import { chartAddress, isTaken, listenBeside, portOf } from "./charting/listen.ts";
import { createChartApp } from "./charting/chart-app.ts";
import { openKeyring } from "./auth/keyring.ts";
import { openPayments } from "./billing/payments.ts";
import type { Payments } from "./billing/payments.ts";
import { readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./db/index.ts";
import type { Db } from "./db/index.ts";
import { Jobs } from "./jobs/jobs.ts";
import { purge } from "./purge.ts";
import { withRedactedErrors } from "./log.ts";
import { LogDestination } from "./log-destination.ts";
import { outboxMailer, smtpMailer } from "./mail/mailer.ts";
import { outboxFolder, outboxPage } from "./mail/outbox-page.ts";
import { RunFiles } from "./runs/files.ts";
import { keepRunEvent } from "./events/run-event.ts";
import { mailRun, runMail } from "./mail/run-mail.ts";
import { Previews } from "./runs/previews.ts";
import { Scans } from "./runs/scans.ts";
import { MarketImports } from "./updates/market-imports.ts";
import { runUpdates } from "./updates/run-updates.ts";
import { deliver } from "./webhooks/deliver.ts";
import { notifyWebhooks } from "./webhooks/notify.ts";
import { sealSecrets } from "./sealed-secrets.ts";
import { holdFolder } from "./running.ts";
import type { HeldFolder } from "./running.ts";

interface ServeOptions {
  readonly market: Market;
  /** Data folder with the account database, `files` and the outbox. */
  readonly data: string;
  /** Folder of the built client; null serves the API alone. */
  readonly client: string | null;
  readonly port: number;
  readonly config?: Config;
  readonly logger?: Logger;
  /** The data folder, where the caller holds it already; the caller releases it. */
  readonly held?: HeldFolder;
}

export interface Server {
  readonly app: FastifyInstance;
  /** The server of the charting page. */
  readonly chartApp: FastifyInstance;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly address: string;
  /** Address of the charting page; null while it does not listen, and where it has none. */
  chartAddress(): string | null;
  /** Path of the outbox page with its key; null where there is none. */
  readonly outbox: string | null;
  readonly scans: Scans;
  readonly previews: Previews;
  readonly files: RunFiles;
  readonly payments: Payments;
  /** Owner of the result tables in the market. */
  readonly owner: string;
  /** Lets requests finish, stops scans (they run again at the next start) and drops previews; the market stays open. */
  close(): Promise<void>;
}

/** The port is taken by another program. */
export class PortTakenError extends Error {
  override readonly name = "PortTakenError";
}

/** Reads a stored request without checking its dates again: they fitted the data when it was made. */
const readKeptRequest = (source: unknown): ScanRequest | null => readRequest(source, { earliest: null }).request;

/** Called after the end of a run. */
const AFTER_RUN = [mailRun, notifyWebhooks, keepRunEvent];

/** How long a stop waits for open calls; a download may take hours. */
const STOP_TIMEOUT_MS = 2_000;

/** Everything the server consists of, not yet listening. Rejects with a plain message where a part does not start. */
export async function createServer(options: ServeOptions): Promise<Omit<Server, "address">> {
  const { market, data, client, port } = options;
  const config = options.config ?? readConfig({});
  const logger = withRedactedErrors(
    options.logger ?? pino({ level: process.env["LOG_LEVEL"] ?? "warn" }, new LogDestination(2)),
  );
  const database = await openDatabase({ data, url: config.databaseUrl, logger });
  const { db } = database;
  const keyring = await openKeyring(data, config.secretsKeys);
  const { id: owner } = await db.selectFrom("installation").select("id").executeTakeFirstOrThrow();
  const jobs = new Jobs(database.connection, logger);
  const mailer =
    config.smtpUrl === null
      ? outboxMailer(outboxFolder(data), config.mailFrom)
      : smtpMailer(config.smtpUrl, config.mailFrom);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const files = new RunFiles(join(data, "files"), market);
  const payments = await openPayments({ config, db, jobs, logger, publicUrl });
  const scans = new Scans({ db, jobs, market, files, read: readKeptRequest, afterRun: AFTER_RUN, owner, logger });
  const previews = new Previews(market, logger);
  const imports = new MarketImports({ db, jobs, market, source: config.etl, logger });
  const places = {
    product: () => config.publicUrl ?? `http://localhost:${portOf(app) ?? port}`,
    charting: () => chartAddress(config, chartApp),
  };
  const app: FastifyInstance = await createApp({
    config,
    publicUrl,
    places,
    db,
    jobs,
    keyring,
    market,
    scans,
    previews,
    payments,
    files,
    imports,
    read: readKeptRequest,
    client,
    logger,
  });
  const chartApp: FastifyInstance = await createChartApp({
    config,
    publicUrl: config.chartUrl,
    places,
    db,
    keyring,
    market,
    previews,
    client,
    logger,
  });
  const outbox = await outboxPage(app, data, config);
  const close = async (): Promise<void> => {
    scans.close();
    imports.close();
    const cut = setTimeout(() => {
      app.server.closeAllConnections();
      chartApp.server.closeAllConnections();
    }, STOP_TIMEOUT_MS);
    await Promise.all([app.close(), chartApp.close()]);
    clearTimeout(cut);
    await previews.close();
    await jobs.stop();
    await payments.close();
    await mailer.close();
    await database.close();
  };
  try {
    await jobs.start();
    const { closed } = await sealSecrets(db, keyring);
    if (closed > 0)
      logger.error({ secrets: closed }, "some secrets were encrypted with a key that is not in the keyring");
    await jobs.work("account-mail", async ({ data }) => {
      const mail = await accountMail(db, data, publicUrl);
      if (mail !== null) await mailer.send(mail);
    });
    await jobs.work("run-mail", async ({ data: { run } }) => {
      const mail = await runMail(db, run, publicUrl);
      if (mail !== null) await mailer.send(mail);
    });
    const webhooks = { db, keyring, allowLoopback: config.webhooksHere };
    await jobs.work("webhook-delivery", ({ data: { delivery }, signal }) => deliver(webhooks, delivery, signal));
    await jobs.work("data-updates", async () => {
      await runUpdates({ db, jobs, market, read: readKeptRequest }, { retryFailed: false });
    });
    await jobs.work("analytics-forward", async ({ signal }) => {
      if (config.analyticsSink !== null) await forwardEvents(db, config.analyticsSink, signal, logger);
    });
    await jobs.work("market-import", ({ data: { import: id } }) => imports.execute(id));
    await jobs.work("purge", () => purge({ db, market, scans, previews, files, owner, logger }));
    await payments.work();
    await files.own();
    await previews.sweep();
    await scans.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    app,
    chartApp,
    chartAddress: places.charting,
    outbox,
    db,
    jobs,
    scans,
    previews,
    files,
    payments,
    owner,
    close,
  };
}

/** Listens, on this machine only unless the configuration says otherwise. Rejects with PortTakenError or AlreadyRunsError. */
export async function serve(options: ServeOptions): Promise<Server> {
  const held = options.held ?? (await holdFolder(options.data));
  const release = async (): Promise<void> => {
    if (options.held === undefined) await held.release();
  };
  try {
    const server = await listen(options);
    const address = `http://localhost:${portOf(server.app) ?? options.port}`;
    await held.note(address);
    return {
      ...server,
      address,
      async close() {
        await server.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function listen(options: ServeOptions): Promise<Omit<Server, "address">> {
  const server = await createServer(options);
  const config = options.config ?? readConfig({});
  try {
    await server.app.listen({ host: config.host, port: options.port });
    await listenBeside(server.chartApp, config, portOf(server.app) ?? options.port);
    return server;
  } catch (error) {
    await server.close();
    if (isTaken(error)) throw new PortTakenError(`Port ${options.port} is taken by another program.`);
    throw error;
  }
}
