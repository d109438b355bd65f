import { readConfig } from "./config.ts";
import type { Db } from "./db/index.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { listenForMetrics } from "./monitoring/metrics-server.ts";
import type { MetricsServer } from "./monitoring/metrics-server.ts";
import { closeParts, endWork, STOP_AT_ONCE, openParts, startParts } from "./parts.ts";
import type { PartsOptions, StopTimes } from "./parts.ts";
import { WarmUp } from "./warm-up.ts";
import { work } from "./work.ts";

interface WorkerOptions extends Omit<PartsOptions, "role"> {
  readonly stopTimes?: StopTimes;
}

export interface Worker {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly address: string;
  /** Stops its work, which others take up; the market stays open. */
  close(): Promise<void>;
}

/** A process that takes jobs and answers no calls but those about its health. */
export async function startWorker({ stopTimes = STOP_AT_ONCE, ...options }: WorkerOptions): Promise<Worker> {
  const config = options.config ?? readConfig({});
  const parts = await openParts({ ...options, config, role: "worker" });
  const { db, jobs } = parts;
  const warmUp = new WarmUp({ ...parts, activity: null });
  let metrics: MetricsServer | null = null;
  const close = async (): Promise<void> => {
    parts.readiness.stop();
    warmUp.close();
    await endWork(parts, stopTimes);
    await closeParts(parts);
    await metrics?.close();
  };
  try {
    await startParts(parts);
    metrics = await listenForMetrics({ ...parts, streams: null }, config.metrics);
    await work(parts);
    void warmUp.begin();
  } catch (error) {
    await close();
    throw error;
  }
  return { db, jobs, address: metrics.address, close };
}
