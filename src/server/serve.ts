import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Market } from "../market/index.ts";
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
import { outboxPage } from "./mail/outbox-page.ts";
import { closeParts, interruptParts, openParts, startParts } from "./parts.ts";
import type { RunFiles } from "./runs/files.ts";
import type { Previews } from "./runs/previews.ts";
import type { Scans } from "./runs/scans.ts";
import type { LatestProgress } from "./changes/latest-progress.ts";
import { Streams } from "./stream/streams.ts";
import { holdFolder } from "./running.ts";
import type { HeldFolder } from "./running.ts";
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
  /** The streams that are open in this process. */
  readonly streams: Streams;
  readonly latestProgress: LatestProgress;
  readonly previews: Previews;
  readonly files: RunFiles;
  readonly payments: Payments;
  /** Owner of the result tables in the market. */
  readonly owner: string;
  /** Lets requests finish and stops scans (they run again at the next start); the market stays open. */
  close(): Promise<void>;
}

/** How long a stop waits for open calls; a download may take hours. */
const STOP_TIMEOUT_MS = 2_000;

/** Everything the server consists of, not yet listening. Rejects with a plain message where a part does not start. */
export async function createServer(options: ServeOptions): Promise<Omit<Server, "address">> {
  const { client, port, queues = ALL_QUEUES } = options;
  const config = options.config ?? readConfig({});
  const parts = await openParts({ ...options, config, localUrl: `http://localhost:${port}`, role: "server", queues });
  const { data, publicUrl, db, jobs, scans, previews, files, payments, owner, latestProgress } = parts;
  const streams = new Streams(parts.changes);
  const places = {
    product: () => config.publicUrl ?? `http://localhost:${portOf(app) ?? port}`,
    charting: () => chartAddress(config, chartApp),
  };
  const app: FastifyInstance = await createApp({ ...parts, streams, publicUrl, places, client });
  const chartApp: FastifyInstance = await createChartApp({ ...parts, publicUrl: config.chartUrl, places, client });
  const outbox = await outboxPage(app, data, config);
  const close = async (): Promise<void> => {
    interruptParts(parts);
    const cut = setTimeout(() => {
      app.server.closeAllConnections();
      chartApp.server.closeAllConnections();
    }, STOP_TIMEOUT_MS);
    await Promise.all([app.close(), chartApp.close()]);
    clearTimeout(cut);
    await closeParts(parts);
  };
  try {
    await startParts(parts);
    await files.own();
    await work(parts);
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
    streams,
    latestProgress,
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
