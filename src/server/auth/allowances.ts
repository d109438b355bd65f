import { sql } from "kysely";
import type { RateLimit } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";

/** Attempts at what can be guessed, by account and by address. Kept in the database, so every process counts the same. */
export const GUESSING = {
  signInAccount: { calls: 10, seconds: 900 },
  // Failures only: many people may share one address.
  signInAddress: { calls: 300, seconds: 900 },
  // Codes and passwords asked for again while signed in.
  proofAccount: { calls: 10, seconds: 900 },
  mailAccount: { calls: 3, seconds: 3600 },
  mailAddress: { calls: 30, seconds: 3600 },
  signUpAddress: { calls: 30, seconds: 3600 },
  secretAddress: { calls: 60, seconds: 900 },
} as const satisfies Record<string, RateLimit>;

/**
 * Takes one attempt from an allowance; throws the 429 answer when it is used up. Where the database does not answer this
 * rejects, so sign-in fails closed.
 */
export async function takeAttempt(db: Db, kind: keyof typeof GUESSING, who: string): Promise<void> {
  const { calls, seconds } = GUESSING[kind];
  const { used, wait } = await db
    .insertInto("allowance")
    .values({ key: `${kind} ${who}`, used: 1, resets_at: new Date(Date.now() + seconds * 1000) })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        used: sql`CASE WHEN allowance.resets_at <= now() THEN 1 ELSE allowance.used + 1 END`,
        resets_at: sql`CASE WHEN allowance.resets_at <= now() THEN excluded.resets_at ELSE allowance.resets_at END`,
      }),
    )
    .returning(["used", sql<number>`ceil(extract(epoch FROM resets_at - now()))::int`.as("wait")])
    .executeTakeFirstOrThrow();
  if (used > calls) throw new ProblemAnswer("too-many", "Too many attempts. Wait a little.", [], Math.max(1, wait));
}

/** Gives one attempt back that was none: the sign-in succeeded. */
export async function returnAttempt(db: Db, kind: keyof typeof GUESSING, who: string): Promise<void> {
  await db
    .updateTable("allowance")
    .set({ used: sql`greatest(used - 1, 0)` })
    .where("key", "=", `${kind} ${who}`)
    .execute();
}

/** Gives an allowance back as a whole, after a sign-in that succeeded. */
export async function resetAttempts(db: Db, kind: keyof typeof GUESSING, who: string): Promise<void> {
  await db.deleteFrom("allowance").where("key", "=", `${kind} ${who}`).execute();
}
