import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { callerOf } from "./caller.ts";
import type { Guess, Limits } from "./limits.ts";

const REFUSALS: Readonly<Partial<Record<Guess, string>>> = {
  signInEverywhere:
    "Too many attempts at this account. Sign in in a browser that it has signed in with before, or choose a new password by Forgot password.",
  mailAccount: "Several mails went to this address within the hour. Open the newest one.",
};

/** Limits attempts at what can be guessed, by account and by address. Stored in the database, so that all processes share the counts. */
export class Allowances {
  readonly #db: Db;
  readonly #limits: Limits["guessing"];

  constructor(db: Db, limits: Limits["guessing"]) {
    this.#db = db;
    this.#limits = limits;
  }

  /**
   * Takes one attempt; throws the 429 answer when there is none left. Where the database does not answer this rejects, so
   * sign-in fails closed.
   */
  async take(kind: Guess, who: string): Promise<void> {
    const { left, wait } = await this.#count(kind, who);
    if (left) return;
    throw new ProblemAnswer("too-many", REFUSALS[kind] ?? "Too many attempts. Try again later.", [], Math.max(1, wait));
  }

  /** Takes one attempt where there is one left, and says whether there was. */
  async has(kind: Guess, who: string): Promise<boolean> {
    return (await this.#count(kind, who)).left;
  }

  async #count(kind: Guess, who: string): Promise<{ readonly left: boolean; readonly wait: number }> {
    const { calls, seconds } = this.#limits(kind);
    const { used, wait } = await this.#db
      .insertInto("allowance")
      .values({ key: allowanceKey(kind, who), used: 1, resets_at: new Date(Date.now() + seconds * 1000) })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet({
          used: sql`CASE WHEN allowance.resets_at <= now() THEN 1 ELSE allowance.used + 1 END`,
          resets_at: sql`CASE WHEN allowance.resets_at <= now() THEN excluded.resets_at ELSE allowance.resets_at END`,
        }),
      )
      .returning(["used", sql<number>`ceil(extract(epoch FROM resets_at - now()))::int`.as("wait")])
      .executeTakeFirstOrThrow();
    return { left: used <= calls, wait };
  }

  /** Returns the attempt of a sign-in that succeeded. */
  async giveBack(kind: Guess, who: string): Promise<void> {
    await this.#db
      .updateTable("allowance")
      .set({ used: sql`greatest(used - 1, 0)` })
      .where("key", "=", allowanceKey(kind, who))
      .execute();
  }

  /** Returns all attempts, after a sign-in that succeeded. */
  async reset(kind: Guess, who: string): Promise<void> {
    await this.#db.deleteFrom("allowance").where("key", "=", allowanceKey(kind, who)).execute();
  }
}

const allowanceKey = (kind: Guess, who: string): string => `${kind} ${kind.endsWith("Address") ? callerOf(who) : who}`;
