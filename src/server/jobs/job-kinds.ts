import type { QueueOptions } from "pg-boss";
import { z } from "zod";

/** One kind of job as data. Jobs carry ids; what they work on is read from its row when they run. */
export interface JobKind {
  readonly data: z.ZodObject;
  readonly queue: QueueOptions;
  /** Jobs of this kind that run at once in one process. */
  readonly atOnce: number;
  /** Jobs of one group (an account) that run at once, in all processes. */
  readonly perGroup?: number;
}

/** Tries again with growing pauses for about half a day: a mail server may be down for a night. */
const PATIENT: QueueOptions = { retryLimit: 12, retryDelay: 10, retryBackoff: true, retryDelayMax: 7_200 };

/** Every kind of job. Each can run twice: a process may die after the work and before the note that it is done. */
export const JOBS = {
  /** Scans a run. Whoever works on it says so every few seconds; when that stops, another takes it up. */
  run: {
    data: z.strictObject({ run: z.string() }),
    queue: { retryLimit: 5, retryDelay: 1, expireInSeconds: 6 * 3_600, heartbeatSeconds: 10 },
    atOnce: 2,
    perGroup: 1,
  },
  /** A mail to an account; its text and any secret in it are made when it is sent. */
  "account-mail": {
    data: z.strictObject({
      account: z.string(),
      mail: z.enum(["confirm_email", "reset_password", "already_registered"]),
    }),
    queue: { ...PATIENT, expireInSeconds: 120 },
    atOnce: 2,
  },
} as const satisfies Record<string, JobKind>;

export type JobName = keyof typeof JOBS;
export type JobData<Name extends JobName> = z.output<(typeof JOBS)[Name]["data"]>;
