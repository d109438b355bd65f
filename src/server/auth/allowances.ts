import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { Guess, Limits } from "./limits.ts";

/** Attempts at what can be guessed, by account and by address. Kept in the database, so every process counts the same. */
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
    const { calls, seconds } = this.#limits(kind);
    const { used, wait } = await this.#db
      .insertInto("allowance")
      .values({ key: keyOf(kind, who), used: 1, resets_at: new Date(Date.now() + seconds * 1000) })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet({
          used: sql`CASE WHEN allowance.resets_at <= now() THEN 1 ELSE allowance.used + 1 END`,
          resets_at: sql`CASE WHEN allowance.resets_at <= now() THEN excluded.resets_at ELSE allowance.resets_at END`,
        }),
      )
      .returning(["used", sql<number>`ceil(extract(epoch FROM resets_at - now()))::int`.as("wait")])
      .executeTakeFirstOrThrow();
    if (used > calls) throw new ProblemAnswer("too-many", "Too many attempts. Try again later.", [], Math.max(1, wait));
  }

  /** Gives one attempt back that was none: the sign-in succeeded. */
  async giveBack(kind: Guess, who: string): Promise<void> {
    await this.#db
      .updateTable("allowance")
      .set({ used: sql`greatest(used - 1, 0)` })
      .where("key", "=", keyOf(kind, who))
      .execute();
  }

  /** Gives all of them back, after a sign-in that succeeded. */
  async reset(kind: Guess, who: string): Promise<void> {
    await this.#db.deleteFrom("allowance").where("key", "=", keyOf(kind, who)).execute();
  }
}

const keyOf = (kind: Guess, who: string): string => `${kind} ${who}`;
