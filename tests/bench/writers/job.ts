import { readFile } from "node:fs/promises";
import type { FinishedRun } from "../../../src/vocabulary/index.ts";

/** What a child process is told: which rows to write, and where. */
export interface WriterJob {
  /** Folder of the market whose engine holds the rows; the engine is shared. */
  readonly folder: string;
  readonly run: FinishedRun;
  /** First rows of the run to write. */
  readonly rows: number;
  readonly path: string;
}

/** What it answers on standard output. */
export interface WriterCost {
  /** CPU seconds of the child from the first statement to the closed file; loading its modules is not counted. */
  readonly cpu: number;
  readonly seconds: number;
  /** Most memory the child ever held, in MB. */
  readonly peak: number;
  readonly bytes: number;
}

export async function readJob(path: string): Promise<WriterJob> {
  // Written by checks/workbook.ts a moment ago.
  const job: WriterJob = JSON.parse(await readFile(path, "utf8"));
  return job;
}
