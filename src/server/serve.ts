import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Market } from "../market/index.ts";
import type { MarketActivity } from "./activity/market-activity.ts";
import { createApp } from "./app.ts";
import { chartAddress, listenBeside } from "./charting/listen.ts";
import { createChartApp } from "./charting/chart-app.ts";
import type { Payments } from "./billing/payments.ts";
import { readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/index.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { ALL_QUEUES } from "./jobs/queues.ts";
import type { Queue } from "./jobs/queues.ts";
import { isTaken, PortTakenError, portOf } from "./listen.ts";
import { listenForMetrics } from "./monitoring/metrics-server.ts";
import type { MetricsServer } from "./monitoring/metrics-server.ts";
import type { Metrics } from "./monitoring/metrics.ts";
import type { Readiness } from "./monitoring/readiness.ts";
import { outboxPage } from "./mail/outbox-page.ts";
import { closeParts, endWork, STOP_AT_ONCE, openParts, startParts } from "./parts.ts";
import type { Parts, StopTimes } from "./parts.ts";
import type { RunFiles } from "./runs/files.ts";
import type { Previews } from "./runs/previews.ts";
import type { Scans } from "./runs/scans.ts";
import { MarketWatch } from "./changes/market-watch.ts";
import type { LatestProgress } from "./changes/latest-progress.ts";
import { Streams } from "./stream/streams.ts";
import { holdFolder } from "./running.ts";
import type { HeldFolder } from "./running.ts";
import { WarmUp } from "./warm-up.ts";
import { work } from "./work.ts";

interface ServeOptions {
  readonly market: Market;
  /** Data folder with the account database, `files` and the outbox. */
  readonly data: string;
  /** Folder of the built client; null serves the API alone. */
  readonly client: string | null;
  readonly port: number;
  /** What it takes from the queues as well: everything by default, nothing where workers do. */
  readonly queues?: readonly Queue[];
  readonly config?: Config;
  readonly logger?: Logger;
  /** Whether others operate it, who ask for its metrics also where no port is set for them. */
  readonly operated?: boolean;
  /** How long its stop may take; by default it is gone at once. */
  readonly stopTimes?: StopTimes;
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
  /** Where those who operate it ask for its health and metrics; null where it does not listen for them. */
  readonly metricsAddress: string | null;
  /** Address of the charting page; null while it does not listen, and where it has none. */
  chartAddress(): string | null;
  /** Path of the outbox page with its key; null where there is none. */
  readonly outbox: string | null;
  readonly scans: Scans;
  /** The streams that are open in this process. */
  readonly streams: Streams;
  readonly marketWatch: MarketWatch;
  readonly activity: MarketActivity;
  /** Begins once the server listens. */
  readonly warmUp: WarmUp;
  readonly latestProgress: LatestProgress;
  readonly previews: Previews;
  readonly files: RunFiles;
  readonly payments: Payments;
  /** Owner of the result tables in the market. */
  readonly owner: string;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** Lets requests finish and stops scans (they run again at the next start); the market stays open. */
  close(): Promise<void>;
}

/** Everything the server consists of, not yet listening. Rejects with a plain message where a part does not start. */
export const createServer = async (options: ServeOptions): Promise<Omit<Server, "address">> =>
  (await makeServer(options)).server;

interface MadeServer {
  readonly server: Omit<Server, "address">;
  readonly parts: Parts;
}

async function makeServer(options: ServeOptions): Promise<MadeServer> {
  const { client, port, queues = ALL_QUEUES, stopTimes = STOP_AT_ONCE } = options;
  const config = options.config ?? readConfig({});
  const parts = await openParts({ ...options, config, localUrl: `http://localhost:${port}`, role: "server", queues });
  const { data, publicUrl, db, jobs, scans, previews, files, payments, owner, latestProgress, activity } = parts;
  const streams = new Streams(parts.changes);
  const marketWatch = new MarketWatch(parts.market, parts.changes);
  const warmUp = new WarmUp(parts);
  const places = {
    product: () => config.publicUrl ?? `http://localhost:${portOf(app) ?? port}`,
    charting: () => chartAddress(config, chartApp),
  };
  const app: FastifyInstance = await createApp({ ...parts, streams, publicUrl, places, client });
  const chartApp: FastifyInstance = await createChartApp({ ...parts, publicUrl: config.chartUrl, places, client });
  const outbox = await outboxPage(app, data, config);
  const close = async (): Promise<void> => {
    parts.readiness.stop();
    const worked = endWork(parts, stopTimes);
    marketWatch.close();
    warmUp.close();
    await delay(stopTimes.drainMs);
    const cut = setTimeout(() => {
      app.server.closeAllConnections();
      chartApp.server.closeAllConnections();
    }, stopTimes.callsMs);
    await Promise.all([app.close(), chartApp.close(), worked]);
    clearTimeout(cut);
    await closeParts(parts);
  };
  try {
    await startParts(parts);
    await files.own();
    marketWatch.start();
    await work(parts);
  } catch (error) {
    await close();
    throw error;
  }
  const { metrics, readiness } = parts;
  const server = {
    app,
    chartApp,
    chartAddress: places.charting,
    outbox,
    db,
    jobs,
    scans,
    streams,
    marketWatch,
    activity,
    warmUp,
    latestProgress,
    previews,
    files,
    payments,
    owner,
    metrics,
    readiness,
    metricsAddress: null,
    close,
  };
  return { server, parts };
}

/** Listens, on this machine only unless the configuration says otherwise. Rejects with PortTakenError or AlreadyRunsError. */
export async function serve(options: ServeOptions): Promise<Server> {
  const held = options.held ?? (await holdFolder(options.data));
  const release = async (): Promise<void> => {
    if (options.held === undefined) await held.release();
  };
  try {
    const { server, metrics } = await listen(options);
    const address = `http://localhost:${portOf(server.app) ?? options.port}`;
    await held.note(address);
    return {
      ...server,
      address,
      metricsAddress: metrics?.address ?? null,
      async close() {
        await server.close();
        // Until then it says that the server is stopping.
        await metrics?.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function listen(options: ServeOptions): Promise<Pick<MadeServer, "server"> & { metrics: MetricsServer | null }> {
  const { server, parts } = await makeServer(options);
  const { host, chartPort, metrics: at } = parts.config;
  let metrics: MetricsServer | null = null;
  try {
    if (at.port !== null || options.operated === true)
      metrics = await listenForMetrics({ ...parts, streams: server.streams }, at);
    await server.app.listen({ host, port: options.port });
    await listenBeside(server.chartApp, { host, chartPort }, portOf(server.app) ?? options.port);
    void server.warmUp.begin();
    return { server, metrics };
  } catch (error) {
    await server.close();
    await metrics?.close();
    if (isTaken(error)) throw new PortTakenError(`Port ${options.port} is taken by another program.`);
    throw error;
  }
}
