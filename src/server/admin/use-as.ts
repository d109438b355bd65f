import { record } from "../audit.ts";
import type { SignedIn } from "../auth/actor.ts";
import { openUseAs } from "../auth/sessions.ts";
import type { OpenedSession } from "../auth/sessions.ts";
import { notInTrash } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { noSuch, ProblemAnswer } from "../problem.ts";

interface UsedAccount {
  readonly session: OpenedSession;
  readonly email: string;
  readonly name: string;
}

/** Opens a session as a user, a child of the admin's own. Never as an administrator, and never from another use-as session, which has no admin rights. */
export async function startUseAs(db: Db, actor: SignedIn, id: string, agent: string | null): Promise<UsedAccount> {
  if (actor.kind !== "user") throw new ProblemAnswer("forbidden", "Only for administrators.");
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom("account")
      .select(["email", "name", "role", "status"])
      .where("id", "=", id)
      .where(notInTrash("account"))
      .forShare()
      .executeTakeFirst();
    if (user === undefined) throw noSuch("user");
    if (user.role !== null) throw new ProblemAnswer("conflict", "Administrators cannot be used as.");
    if (user.status !== "active") throw new ProblemAnswer("conflict", "Only an active user can be used as.");
    const { id: admin } = actor.account;
    const session = await openUseAs(transaction, {
      account: id,
      admin,
      parent: actor.session,
      address: actor.address,
      agent,
    });
    await record(transaction, { action: "use-as-start", account: id, actor });
    return { session, email: user.email, name: user.name };
  });
}

/** Ends this use-as; the admin's own session goes on. */
export async function stopUseAs(db: Db, actor: SignedIn): Promise<void> {
  if (actor.kind !== "use-as") throw new ProblemAnswer("conflict", "You are not using the app as another user.");
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("session").where("id", "=", actor.session).execute();
    await record(transaction, { action: "use-as-stop", account: actor.account.id, actor });
  });
}
