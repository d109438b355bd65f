import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import { lockAccount, own } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer, DONE } from "../route.ts";

/** Formulas of one account; a browser, which keeps them as well, holds no more either. */
const MAX_FORMULAS = 1_000;

/** Saved formulas of the signed-in user. */
export function formulaRoutes(app: FastifyInstance, db: Db): void {
  answer(app, ROUTES.savedFormulas, async ({ actor }) => ({
    items: await db
      .selectFrom("saved_formula")
      .select(["tag", "display", "description", "formula"])
      .where(own("saved_formula", actor.account.id))
      .orderBy(sql`lower(tag)`)
      .execute(),
  }));
  answer(app, ROUTES.saveFormula, async ({ actor, body }) => {
    const account = actor.account.id;
    await db.transaction().execute(async (transaction) => {
      // Two saves at once count one after the other.
      await lockAccount(transaction, account);
      const { others } = await transaction
        .selectFrom("saved_formula")
        .select(({ fn }) => fn.countAll<string>().as("others"))
        .where(own("saved_formula", account))
        .where("tag", "!=", body.tag)
        .executeTakeFirstOrThrow();
      if (Number(others) >= MAX_FORMULAS) {
        throw new ProblemAnswer("limit-reached", `At most ${MAX_FORMULAS} formulas can be saved. Delete some first.`);
      }
      await transaction
        .insertInto("saved_formula")
        .values({ account_id: account, ...body })
        .onConflict((conflict) =>
          conflict.columns(["account_id", "tag"]).doUpdateSet({
            display: body.display,
            description: body.description,
            formula: body.formula,
            updated_at: sql`now()`,
          }),
        )
        .execute();
    });
    return DONE;
  });
  answer(app, ROUTES.forgetFormula, async ({ actor, params }) => {
    const { numDeletedRows } = await db
      .deleteFrom("saved_formula")
      .where(own("saved_formula", actor.account.id))
      .where("tag", "=", params.tag)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ProblemAnswer("not-found", "No formula is saved under this tag.");
    return DONE;
  });
}
