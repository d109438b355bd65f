import type { Transaction } from "kysely";
import type { PoolConfig } from "pg";
import { fromKysely, PgBoss } from "pg-boss";
import type { SendOptions } from "pg-boss";
import type { Logger } from "pino";
import type { Schema } from "../db/index.ts";
import { JOBS } from "./job-kinds.ts";
import type { JobData, JobKind, JobName } from "./job-kinds.ts";

/** How long a stop waits for running jobs; others run again at the next start. */
const STOP_SECONDS = 5;
/** How often each worker looks for jobs whose notice was lost, or whose time has come. */
const POLL_SECONDS = 2;
/** How often missing heartbeats of dead workers are looked for; the queue's default is a minute. */
const SUPERVISE_SECONDS = 5;
/** Connections of the queue of a command. */
const FEW_CONNECTIONS = 2;

interface JobsOptions {
  /** Connections of the queue, besides those of the database. */
  readonly connections?: number;
  /** Whether this process takes jobs, looks after those of dead workers and makes the scheduled ones; it may still enqueue. */
  readonly works?: boolean;
  readonly pollSeconds?: number;
}

/** The job as its handler gets it. */
interface JobCall<Name extends JobName> {
  readonly id: string;
  readonly data: JobData<Name>;
  /** Aborted when the job's time is over or the queue has given it to another. */
  readonly signal: AbortSignal;
}

/** A job that waits, as it was enqueued. */
export interface WaitingJob {
  readonly name: string;
  readonly data: unknown;
  readonly priority: number;
  readonly group_id: string | null;
  readonly group_tier: string | null;
}

/** The queue, in the account database: a job is enqueued in the transaction that makes its row. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #pollSeconds: number;

  constructor(
    connection: PoolConfig,
    logger: Logger,
    { connections = FEW_CONNECTIONS, works = true, pollSeconds = POLL_SECONDS }: JobsOptions = {},
  ) {
    this.#pollSeconds = pollSeconds;
    const { host, port, user, database, connectionString } = connection;
    this.#boss = new PgBoss({
      ...(connectionString === undefined ? {} : { connectionString }),
      ...(host === undefined ? {} : { host }),
      ...(port === undefined ? {} : { port }),
      ...(user === undefined ? {} : { user }),
      ...(database === undefined ? {} : { database }),
      schema: "job",
      max: connections,
      application_name: "scanbook jobs",
      supervise: works,
      schedule: works,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      // A job starts when it is committed, not at the next poll.
      useListenNotify: true,
    });
    this.#boss.on("error", (error) => logger.warn({ err: error }, "job queue"));
  }

  async start(): Promise<void> {
    await this.#boss.start();
    for (const [name, kind] of Object.entries<JobKind>(JOBS)) {
      const options = { ...kind.queue, notify: true };
      await this.#boss.createQueue(name, {
        ...options,
        ...(kind.policy === undefined ? {} : { policy: kind.policy }),
      });
      // A queue made by an older version keeps its old settings otherwise.
      await this.#boss.updateQueue(name, options);
      if (kind.cron !== undefined) await this.#boss.schedule(name, kind.cron, {}, { tz: "UTC" });
    }
  }

  /** Enqueues within the transaction: without its commit there is no job. */
  async enqueue<Name extends JobName>(
    transaction: Transaction<Schema>,
    name: Name,
    data: JobData<Name>,
    options: SendOptions = {},
  ): Promise<void> {
    await this.#boss.send(name, JOBS[name].data.parse(data), { ...options, db: fromKysely(transaction) });
  }

  /** Enqueues a job of a backup, except kinds that no longer exist or are scheduled. */
  async enqueueAgain(
    transaction: Transaction<Schema>,
    { name, data, priority, group_id, group_tier }: WaitingJob,
  ): Promise<void> {
    const kind = Object.entries<JobKind>(JOBS).find(([known]) => known === name)?.[1];
    const read = kind?.data.safeParse(data);
    if (kind === undefined || kind.cron !== undefined || read?.success !== true) return;
    const group =
      group_id === null ? {} : { group: { id: group_id, ...(group_tier === null ? {} : { tier: group_tier }) } };
    await this.#boss.send(name, read.data, { priority, ...group, db: fromKysely(transaction) });
  }

  /** Works on one kind in this process, on `atOnce` jobs at a time. A handler that rejects has its job tried again. */
  async work<Name extends JobName>(
    name: Name,
    handler: (call: JobCall<Name>) => Promise<void>,
    atOnce: number = JOBS[name].atOnce,
  ): Promise<void> {
    const { perGroup }: JobKind = JOBS[name];
    const groups = perGroup === undefined ? {} : { groupConcurrency: perGroup };
    const options = { batchSize: 1, notifyPollingIntervalSeconds: this.#pollSeconds, ...groups };
    for (let worker = 0; worker < atOnce; worker += 1) {
      const id: string = await this.#boss.work<unknown>(name, options, async (jobs) => {
        try {
          for (const { id: job, data, signal } of jobs) await handler({ id: job, data: dataOf(name, data), signal });
        } finally {
          // It was told of the jobs that wait when they came: without this it would find them at its next poll only.
          this.#boss.notifyWorker(id);
        }
      });
    }
  }

  /** Whether a job with this data waits, runs, or is to be tried again. */
  async isLive<Name extends JobName>(name: Name, data: JobData<Name>): Promise<boolean> {
    const found = await this.#boss.findJobs(name, { data });
    return found.some(({ state }) => state === "created" || state === "retry" || state === "active");
  }

  /** Takes no more jobs; resolves when those that run have ended. */
  async takeNoMore(): Promise<void> {
    await Promise.all(Object.keys(JOBS).map((name) => this.#boss.offWork(name)));
  }

  /** Takes no more jobs, waits for the running ones, and returns the rest to the queue. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: STOP_SECONDS * 1000 });
  }
}

function dataOf<Name extends JobName>(name: Name, data: unknown): JobData<Name> {
  // The schema is the one of that name; the index type loses it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JOBS[name].data.parse(data) as JobData<Name>;
}
