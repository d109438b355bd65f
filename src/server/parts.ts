import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import type { Logger } from "pino";
import type { Market } from "../market/index.ts";
import { readRequest } from "../request/index.ts";
import type { ScanRequest } from "../request/index.ts";
import { openKeyring } from "./auth/keyring.ts";
import type { Keyring } from "./auth/keyring.ts";
import { shareKeys } from "./auth/shared-keys.ts";
import { Changes } from "./changes/listener.ts";
import { LatestProgress } from "./changes/latest-progress.ts";
import { requireOwnConnection } from "./changes/own-connection.ts";
import { openPayments } from "./billing/payments.ts";
import type { Payments } from "./billing/payments.ts";
import { readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./db/index.ts";
import type { Database, Db } from "./db/index.ts";
import { keepRunEvent } from "./events/run-event.ts";
import { Jobs } from "./jobs/jobs.ts";
import type { Queue } from "./jobs/queues.ts";
import { bucketStore } from "./files/bucket-store.ts";
import { folderStore } from "./files/folder-store.ts";
import { withRedactedErrors } from "./log.ts";
import { LogDestination } from "./log-destination.ts";
import { outboxMailer, smtpMailer } from "./mail/mailer.ts";
import type { Mailer } from "./mail/mailer.ts";
import { outboxFolder } from "./mail/outbox-page.ts";
import { mailRun } from "./mail/run-mail.ts";
import { readKeptRequest } from "./own-data/own-request.ts";
import { Metrics } from "./monitoring/metrics.ts";
import { Readiness } from "./monitoring/readiness.ts";
import { RunFiles } from "./runs/files.ts";
import { atOnceIn } from "./runs/at-once.ts";
import { PreviewWorker } from "./runs/preview-worker.ts";
import { Previews } from "./runs/previews.ts";
import { Scans } from "./runs/scans.ts";
import { triesOfRun } from "./requests/sweep-history.ts";
import { sealSecrets } from "./sealed-secrets.ts";
import { MarketActivity } from "./activity/market-activity.ts";
import { MarketDays } from "./days/market-days.ts";
import { PinnedValues } from "./pinned-values.ts";
import { MarketImports } from "./updates/market-imports.ts";
import { notifyWebhooks } from "./webhooks/notify.ts";

type Role = "server" | "worker";

/** Connections to the account database where nothing is set, and those of the queue. */
const CONNECTIONS: Readonly<Record<Role, number>> = { server: 16, worker: 6 };
const QUEUE_CONNECTIONS = 4;

export interface PartsOptions {
  readonly market: Market;
  /** Data folder with the account database, `files` and the outbox. */
  readonly data: string;
  readonly config?: Config;
  readonly logger?: Logger;
  /** Address of the product for links where the configuration gives none. */
  readonly localUrl: string;
  /** Whether it answers calls; a worker has few statements at a time. */
  readonly role: Role;
  /** What this process takes from the queues; nothing where it only answers calls. */
  readonly queues: readonly Queue[];
}

/** Everything that servers and workers are made of. */
export interface Parts {
  readonly market: Market;
  readonly data: string;
  readonly config: Config;
  readonly queues: readonly Queue[];
  readonly logger: Logger;
  readonly database: Database;
  readonly db: Db;
  readonly keyring: Keyring;
  /** Owner of the result tables in the market. */
  readonly owner: string;
  readonly jobs: Jobs;
  /** What other processes change. */
  readonly changes: Changes;
  readonly latestProgress: LatestProgress;
  readonly mailer: Mailer;
  /** The public address of the product, without a trailing slash. */
  readonly publicUrl: string;
  readonly files: RunFiles;
  readonly payments: Payments;
  readonly scans: Scans;
  readonly previews: Previews;
  readonly previewWorker: PreviewWorker;
  readonly activity: MarketActivity;
  readonly imports: MarketImports;
  readonly pinnedValues: PinnedValues;
  readonly days: MarketDays;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** Reads a stored request; null where it is no longer valid. */
  readonly read: (source: unknown) => ScanRequest | null;
}

/** Called after the end of a run. */
const AFTER_RUN = [mailRun, notifyWebhooks, keepRunEvent];

/** Opens the account database and makes what stands on it. Nothing is taken from a queue yet. */
export async function openParts({ market, data, localUrl, role, queues, ...options }: PartsOptions): Promise<Parts> {
  const config = options.config ?? readConfig({});
  const logger = withRedactedErrors(options.logger ?? pino({ level: config.logLevel }, new LogDestination(2)));
  const works = queues.length > 0;
  const connections = config.databaseConnections ?? CONNECTIONS[role];
  const database = await openDatabase({ data, url: config.databaseUrl, logger, connections });
  const { db } = database;
  const keyring = await openKeyring(data, config.secretsKeys);
  if (config.databaseUrl !== null) {
    await shareKeys(db, keyring, { data, fromEnvironment: config.secretsKeys !== null }).catch(
      async (error: unknown) => {
        await database.close();
        throw error;
      },
    );
  }
  const { id: owner } = await db.selectFrom("installation").select("id").executeTakeFirstOrThrow();
  const jobs = new Jobs(database.connection, logger, {
    works,
    connections: config.queueConnections ?? QUEUE_CONNECTIONS,
  });
  const mailer =
    config.smtpUrl === null
      ? outboxMailer(outboxFolder(data), config.mailFrom)
      : smtpMailer(config.smtpUrl, config.mailFrom);
  const publicUrl = config.publicUrl ?? localUrl;
  const store = config.filesUrl === null ? folderStore(join(data, "files")) : bucketStore(config.filesUrl);
  const payments = await openPayments({ config, db, jobs, logger, publicUrl });
  const read = (source: unknown): ScanRequest | null => readRequest(source, { earliest: null }).request;
  const readOf = (account: string, source: unknown): Promise<ScanRequest | null> =>
    readKeptRequest(db, account, source);
  const files = new RunFiles(store, market, { triesOf: (run) => triesOfRun(db, run), readOf });
  const metrics = new Metrics(role);
  const readiness = new Readiness({ db, market, logger });
  const changes = new Changes(database.connection, logger);
  const latestProgress = new LatestProgress(changes);
  const engine = await atOnceIn(market, config.engineAtOnce);
  const scans = new Scans({
    db,
    jobs,
    changes,
    market,
    files,
    readOf,
    afterRun: AFTER_RUN,
    measures: metrics,
    owner,
    atOnce: engine.scans,
    logger,
  });
  const previews = new Previews({ db, market, owner, keeps: config.answerBytes > 0, logger });
  const previewWorker = new PreviewWorker({
    db,
    market,
    changes,
    previews,
    readOf,
    atOnce: engine.previews,
    answerBytes: config.answerBytes,
    measures: metrics,
    owner,
    logger,
  });
  const activity = new MarketActivity(market);
  const imports = new MarketImports({ db, jobs, market, source: config.etl, logger });
  const pinnedValues = new PinnedValues({ path: config.pinnedValues, market, logger });
  const days = new MarketDays({
    db,
    jobs,
    market,
    read,
    activity,
    pinnedValues,
    etl: config.etl,
    day: config.day,
    folder: join(data, "fetch"),
    logger,
  });
  return {
    market,
    data,
    config,
    queues,
    logger,
    database,
    db,
    keyring,
    owner,
    jobs,
    changes,
    latestProgress,
    mailer,
    publicUrl,
    files,
    payments,
    scans,
    previews,
    previewWorker,
    activity,
    imports,
    pinnedValues,
    days,
    metrics,
    readiness,
    read,
  };
}

/** Starts the queue, and what every process does before its work. */
export async function startParts({ config, jobs, changes, db, keyring, logger }: Parts): Promise<void> {
  await changes.start();
  if (config.databaseUrl !== null) await requireOwnConnection(db, changes);
  await jobs.start();
  const { closed } = await sealSecrets(db, keyring);
  if (closed > 0)
    logger.error({ secrets: closed }, "some secrets were encrypted with a key that is not in the keyring");
}

/** How long a stop takes, at most, in milliseconds. */
export interface StopTimes {
  /** Calls are taken while `/ready` says no, so that nobody sends more. */
  readonly drainMs: number;
  /** Open calls may end; a download may take hours. */
  readonly callsMs: number;
  /** Running jobs may end. */
  readonly jobsMs: number;
}

/** For a program on somebody's own machine, which should be gone at once. */
export const STOP_AT_ONCE: StopTimes = { drainMs: 0, callsMs: 2_000, jobsMs: 0 };

/**
 * Takes no more jobs, and gives the running ones some time to end. Those that have not by then are told to; they go on
 * elsewhere, or at the next start.
 */
export async function endWork(
  { jobs, previewWorker, scans, imports, days, logger }: Parts,
  { jobsMs }: StopTimes,
): Promise<void> {
  const ended = Promise.all([jobs.takeNoMore(), previewWorker.takeNoMore()]).catch((error: unknown) =>
    logger.warn({ err: error }, "could not stop taking jobs"),
  );
  if (jobsMs > 0) {
    const enough = new AbortController();
    await Promise.race([ended, delay(jobsMs, undefined, { signal: enough.signal }).catch(() => undefined)]);
    enough.abort();
  }
  scans.close();
  imports.close();
  days.close();
}

/** Ends everything but the market. */
export async function closeParts({ previewWorker, jobs, changes, payments, mailer, database }: Parts): Promise<void> {
  await previewWorker.close();
  await jobs.stop();
  await changes.close();
  await payments.close();
  await mailer.close();
  await database.close();
}
