import { sql } from "kysely";
import type { Logger } from "pino";
import type { ScanProgress } from "../../scan/index.ts";
import type { Db } from "../db/index.ts";
import { notify, progressSent } from "../changes/change.ts";
import type { RunProgressChange } from "../changes/change.ts";

/** How often a worker looks whether there is something to report. */
const TICK_MS = 500;
/** How often it reports how far the run is, at most; another stage is reported at once. */
const SEND_MS = 1_000;
/** How often it writes so into the row, for pages that ask, and asks whether the run is still its own. */
const WRITE_MS = 3_000;

/** The attempt at a run that a worker holds. */
export type HeldRun = Omit<RunProgressChange, "kind" | "progress">;

interface HeartbeatParts {
  readonly db: Db;
  readonly logger: Logger;
  readonly progress: () => ScanProgress | undefined;
  /** Called when the run has ended, or another worker has taken it. */
  readonly lost: () => void;
}

export interface Heartbeat {
  stop(): Promise<void>;
}

/**
 * Reports how far a run is while it is worked on. A report writes nothing and waits for no disk; the row is written seldom.
 */
export function heartbeat(held: HeldRun, { db, logger, progress: progressNow, lost }: HeartbeatParts): Heartbeat {
  let sent: ScanProgress | undefined;
  let sentAt = 0;
  let writtenAt = performance.now();
  const tick = async (): Promise<void> => {
    const now = performance.now();
    const progress = progressNow();
    const isNews = progress !== undefined && progress !== sent;
    const isDue = isNews && (progress.stage !== sent?.stage || now - sentAt >= SEND_MS);
    if (now - writtenAt >= WRITE_MS) {
      if (!(await write(db, held, progress))) lost();
      writtenAt = now;
    } else if (isDue) {
      await notify(db, [{ kind: "progress", ...held, progress }]);
    } else return;
    [sent, sentAt] = [progress, now];
  };
  let last: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    last = last
      .then(tick)
      .catch((error: unknown) => logger.warn({ err: error, run: held.run }, "could not report the progress of a run"));
  }, TICK_MS);
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}

/** Writes a sign of life and the progress, and reports it, in one statement; false where the attempt is not under way. */
async function write(db: Db, held: HeldRun, progress: ScanProgress | undefined): Promise<boolean> {
  const row = await db
    .updateTable("run")
    .set({ beat_at: sql<Date>`now()`, ...(progress === undefined ? {} : { progress: JSON.stringify(progress) }) })
    .where("id", "=", held.run)
    .where("attempt", "=", held.attempt)
    .where("status", "=", "Running")
    .returning(["id", progressSent(held, progress).as("sent")])
    .executeTakeFirst();
  return row !== undefined;
}
