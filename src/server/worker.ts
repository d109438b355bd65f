import type { FastifyInstance } from "fastify";
import { bareApp } from "./bare-app.ts";
import { readConfig } from "./config.ts";
import type { Db } from "./db/index.ts";
import { healthRoutes } from "./health-routes.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { isTaken, PortTakenError, portOf } from "./listen.ts";
import { closeParts, interruptParts, openParts, startParts } from "./parts.ts";
import type { PartsOptions } from "./parts.ts";
import { work } from "./work.ts";

interface WorkerOptions extends Omit<PartsOptions, "role"> {
  /** Where those who operate it ask for its health; it answers nothing else. */
  readonly port: number;
}

export interface Worker {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly address: string;
  /** Stops its work, which others take up; the market stays open. */
  close(): Promise<void>;
}

/** A process that takes jobs and answers no calls but those about its health. Rejects with PortTakenError. */
export async function startWorker({ port, ...options }: WorkerOptions): Promise<Worker> {
  const config = options.config ?? readConfig({});
  const parts = await openParts({ ...options, config, role: "worker" });
  const { db, jobs, logger } = parts;
  const app = await bareApp({ config, publicUrl: null, db, logger, services: null, forms: false });
  healthRoutes(app, parts);
  const close = async (): Promise<void> => {
    interruptParts(parts);
    await app.close();
    await closeParts(parts);
  };
  try {
    await startParts(parts);
    await app.listen({ host: config.metrics.host, port });
    await work(parts);
  } catch (error) {
    await close();
    if (isTaken(error)) throw new PortTakenError(`Port ${port} is taken by another program.`);
    throw error;
  }
  return { app, db, jobs, address: `http://localhost:${portOf(app) ?? port}`, close };
}
