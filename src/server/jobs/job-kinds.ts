import type { GroupConcurrencyConfig, QueueOptions } from "pg-boss";
import { z } from "zod";
import { HOUR_SECONDS } from "../../vocabulary/index.ts";

/**
 * Scans of one account that run at once, by its plan. The queue delays the others by the tier of the job; the worker
 * that takes a run counts again, by the plan in force.
 */
export const SCANS_AT_ONCE = { default: 1, tiers: { free: 1, paid: 2 } } as const;

export type Tier = keyof (typeof SCANS_AT_ONCE)["tiers"];

/** One kind of job as data. Jobs carry ids; what they work on is read from its row when they run. */
export interface JobKind {
  readonly data: z.ZodObject;
  readonly queue: QueueOptions;
  /** `stately`: one job runs and one waits, in all processes; a further one is not made. */
  readonly policy?: "stately";
  /** Jobs of this kind that run at once in one process. */
  readonly atOnce: number;
  /** Jobs of one group (an account) that run at once, in all processes: by the tier that came with the job. */
  readonly perGroup?: GroupConcurrencyConfig;
  /** Cron expression, in UTC, for a job that is also made by a schedule, with empty data. */
  readonly cron?: string;
}

/** Tries again with growing pauses for about half a day: a mail server may be down for a night. */
const PATIENT_RETRIES: QueueOptions = { retryLimit: 12, retryDelay: 10, retryBackoff: true, retryDelayMax: 7_200 };

/** Over about half a day, with growing pauses. */
export const MAX_WEBHOOK_ATTEMPTS = 12;

/** Every kind of job. Each can run twice: a process may die after the work and before it marks the job as done. */
export const JOBS = {
  /** Scans a run. The worker sends a heartbeat every few seconds; when that stops, another worker takes the job. */
  run: {
    data: z.strictObject({ run: z.string() }),
    queue: { retryLimit: 5, retryDelay: 1, expireInSeconds: 6 * HOUR_SECONDS, heartbeatSeconds: 10 },
    atOnce: 2,
    perGroup: SCANS_AT_ONCE,
  },
  /** Tells a run's owner by mail that it is over. */
  "run-mail": {
    data: z.strictObject({ run: z.string() }),
    queue: { ...PATIENT_RETRIES, expireInSeconds: 120 },
    atOnce: 2,
  },
  /** One delivery of a webhook. Its row counts the attempts and says when there are to be no more. */
  "webhook-delivery": {
    data: z.strictObject({ delivery: z.string() }),
    queue: {
      retryLimit: MAX_WEBHOOK_ATTEMPTS,
      retryDelay: 10,
      retryBackoff: true,
      retryDelayMax: 7_200,
      expireInSeconds: 60,
    },
    atOnce: 4,
    // One address that answers slowly does not hold the others back.
    perGroup: { default: 1 },
  },
  /** Runs requests with daily updates on data they have not seen. */
  "data-updates": {
    data: z.strictObject({}),
    queue: { retryLimit: 0, expireInSeconds: 600 },
    atOnce: 1,
    cron: "*/10 * * * *",
  },
  /** An import that an admin started. */
  "market-import": {
    data: z.strictObject({ import: z.string() }),
    queue: { retryLimit: 3, retryDelay: 1, expireInSeconds: 12 * HOUR_SECONDS, heartbeatSeconds: 10 },
    atOnce: 1,
  },
  /** Goes on with the sessions that are to come into the market by themselves; one at a time, and one that waits. */
  "market-day": {
    data: z.strictObject({}),
    policy: "stately",
    queue: { retryLimit: 0, expireInSeconds: 12 * HOUR_SECONDS, heartbeatSeconds: 10 },
    atOnce: 1,
    cron: "* * * * *",
  },
  /** Deletes what is too old, at night in New York. */
  purge: {
    data: z.strictObject({}),
    queue: { retryLimit: 2, retryDelay: 60, expireInSeconds: HOUR_SECONDS },
    atOnce: 1,
    cron: "30 7 * * *",
  },
  /** A mail to an account; its text and any secret in it are made when it is sent. */
  "account-mail": {
    data: z.strictObject({
      account: z.string(),
      mail: z.enum([
        "confirm_email",
        "reset_password",
        "already_registered",
        "updates_paused",
        "email_change_asked",
        "confirm_new_email",
        "email_changed",
      ]),
      /** The address, where it is not the account's: its former one, or the one asked for. */
      to: z.string().optional(),
      /** The sign-up that `confirm_email` is for. */
      sign_up: z.string().optional(),
    }),
    queue: { ...PATIENT_RETRIES, expireInSeconds: 120 },
    atOnce: 2,
  },
  /** Sends events on to the analytics address, where there is one. */
  "analytics-forward": {
    data: z.strictObject({}),
    // The next one, a minute later, tries again.
    queue: { retryLimit: 0, expireInSeconds: 300 },
    atOnce: 1,
    cron: "* * * * *",
  },
  /** Ends the subscriptions of a customer whose account was blocked or went to the trash. */
  "billing-end": {
    data: z.strictObject({ account: z.string(), customer: z.string() }),
    queue: { ...PATIENT_RETRIES, expireInSeconds: 120 },
    atOnce: 1,
  },
  /** Reads a customer's subscriptions from the payment provider again. */
  "billing-sync": {
    data: z.strictObject({ customer: z.string() }),
    queue: { ...PATIENT_RETRIES, expireInSeconds: 120 },
    atOnce: 2,
  },
  /** Finds the customers whose state was not read for long. */
  "billing-sweep": {
    data: z.strictObject({}),
    queue: { retryLimit: 2, expireInSeconds: 120 },
    atOnce: 1,
    cron: "*/15 * * * *",
  },
} as const satisfies Record<string, JobKind>;

export type JobName = keyof typeof JOBS;
export type JobData<Name extends JobName> = z.output<(typeof JOBS)[Name]["data"]>;
