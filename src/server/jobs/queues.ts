import type { JobName } from "./job-kinds.ts";

/**
 * What a worker can be told to take, by name, and the kinds of jobs of each. Previews are rows of a table of their own,
 * not jobs.
 */
export const QUEUES = {
  preview: [],
  run: ["run"],
  import: ["market-import", "market-day"],
  mail: ["run-mail", "account-mail"],
  webhook: ["webhook-delivery"],
  update: ["data-updates"],
  billing: ["billing-end", "billing-sync", "billing-sweep"],
  event: ["analytics-forward"],
  purge: ["purge"],
} as const satisfies Record<string, readonly JobName[]>;

export type Queue = keyof typeof QUEUES;

const isQueue = (name: string): name is Queue => Object.hasOwn(QUEUES, name);

export const ALL_QUEUES: readonly Queue[] = Object.keys(QUEUES).filter(isQueue);

/** Reads `run,mail`; throws naming what is no queue. */
export function readQueues(text: string): readonly Queue[] {
  const wanted = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const unknown = wanted.find((name) => !isQueue(name));
  if (unknown !== undefined) throw new Error(`There is no queue "${unknown}". There are ${ALL_QUEUES.join(", ")}.`);
  const queues = wanted.filter(isQueue);
  if (queues.length === 0) throw new Error(`No queue is named. There are ${ALL_QUEUES.join(", ")}.`);
  return [...new Set(queues)];
}
