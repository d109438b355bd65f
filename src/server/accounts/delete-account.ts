import { record } from "../audit.ts";
import type { SignedIn } from "../auth/actor.ts";
import { ProblemAnswer } from "../problem.ts";
import type { AccountParts } from "./account-parts.ts";
import { provePassword } from "./proofs.ts";
import { trashAccount } from "./trash-account.ts";

/**
 * Puts the own account into the trash, by its password: it can neither sign in nor be used by a token, and the address is
 * free for another one. An admin must give up the role first, so that there is always an administrator.
 */
export async function deleteAccount(parts: AccountParts, actor: SignedIn, password: string): Promise<void> {
  const { db, jobs } = parts;
  const { id, role } = actor.account;
  if (role !== null) throw new ProblemAnswer("conflict", "Administrators give up the role first.");
  await provePassword(parts, actor, password);
  await db.transaction().execute(async (transaction) => {
    await trashAccount(transaction, jobs, id);
    await record(transaction, { action: "account-deleted", account: id, actor });
  });
}
