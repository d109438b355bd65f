import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import { z } from "zod";
import { CHANGED_LISTS } from "../../contract/index.ts";
import type { Db, Schema } from "../db/index.ts";

/** The one channel on which the processes on a database tell each other what has changed. */
export const CHANNEL = "scanbook";

/** PostgreSQL takes payloads below 8,000 bytes. */
const MAX_STAGE_CHARS = 200;

const Progress = z.object({ stage: z.string(), done: z.number(), total: z.number(), readRows: z.number() });

const RUN = {
  account: z.string(),
  /** The request whose run it is. */
  request: z.string(),
  run: z.string(),
  attempt: z.number(),
};

/** What the processes tell each other: whose, and which, but nothing of what is in it, which is read with the owner's rights. */
export const Change = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("status"),
    ...RUN,
    status: z.enum(["Pending", "Running", "Finished", "Failed", "Cancelled"]),
  }),
  z.object({ kind: z.literal("progress"), ...RUN, progress: Progress }),
  /** A call has changed something of the account; `page` sent the call. */
  z.object({
    kind: z.literal("changed"),
    account: z.string(),
    what: z.enum(CHANGED_LISTS),
    page: z.string().nullable(),
  }),
  /** A session or token of the account has ended, or the account itself has changed: told by triggers. */
  z.object({ kind: z.literal("access"), account: z.string() }),
  z.object({ kind: z.literal("market") }),
]);
export type Change = z.infer<typeof Change>;
export type RunProgressChange = Extract<Change, { kind: "progress" }>;

/** The text of a change; null where another version of the server says something that this one does not know. */
export function readChange(text: string): Change | null {
  try {
    return Change.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function textOf(change: Change): string {
  if (change.kind !== "progress") return JSON.stringify(change);
  // Nothing else that the progress may carry: it might be long.
  const { stage, done, total, readRows } = change.progress;
  return JSON.stringify({ ...change, progress: { stage: stage.slice(0, MAX_STAGE_CHARS), done, total, readRows } });
}

/** The call that sends a change, as part of a statement. */
export const notification = (change: Change): RawBuilder<unknown> => sql`pg_notify(${CHANNEL}, ${textOf(change)})`;

/** Reports the progress of a run in the statement that writes it; nothing where there is none. */
export const progressSent = (
  run: Omit<RunProgressChange, "kind" | "progress">,
  progress: RunProgressChange["progress"] | undefined,
): RawBuilder<unknown> => (progress === undefined ? sql`NULL` : notification({ kind: "progress", ...run, progress }));

/** Tells of changes: in a transaction when it is committed, and not without that. */
export async function notify(db: Db | Transaction<Schema>, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`SELECT pg_notify(${CHANNEL}, change) FROM unnest(${changes.map(textOf)}::text[]) AS change`.execute(db);
}
