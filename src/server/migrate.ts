import { pino } from "pino";
import type { Config } from "./config.ts";
import { openDatabase } from "./db/index.ts";
import { Jobs } from "./jobs/jobs.ts";
import { withRedactedErrors } from "./log.ts";
import { LogDestination } from "./log-destination.ts";

/**
 * Brings the account database and the job queue to this version and ends. Servers and workers do the same at their start;
 * alone it is a step before they are replaced. Two at once wait for each other.
 */
export async function migrate(data: string, { databaseUrl: url }: Config): Promise<void> {
  const logger = withRedactedErrors(pino({ level: "warn" }, new LogDestination(2)));
  const database = await openDatabase({ data, url, logger });
  try {
    const jobs = new Jobs(database.connection, logger, { works: false });
    await jobs.start();
    await jobs.stop();
  } finally {
    await database.close();
  }
}
