import { record } from "../../audit.ts";
import type { Actor } from "../../auth/actor.ts";
import { takeAttempt, takeCode, wrongSignIn } from "../../auth/attempts.ts";
import { hashPassword, needsRehash, passwordFits } from "../../auth/passwords.ts";
import { notInTrash } from "../../db/index.ts";
import { ProblemAnswer } from "../../problem.ts";
import type { AccountParts } from "../account-parts.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import type { SignedInAccount } from "./complete-sign-in.ts";
import { connect, takePending } from "./pending-sign-in.ts";
import { secondFactorFits } from "../access/second-factor.ts";

interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
  /** The cookie of a Google identity that is to be connected. */
  readonly link?: string | undefined;
  readonly browser: boolean;
  readonly agent: string | null;
  /** The cookie of a browser in which somebody has signed in before. */
  readonly device: string | null;
}

/** Opens a session. Unknown address, wrong password and blocked account answer alike, after the same work. */
export async function signIn(parts: AccountParts, actor: Actor, given: SignIn): Promise<SignedInAccount> {
  const { db, keyring, allowances } = parts;
  const { email, password, code, link, browser, agent, device } = given;
  const { known, succeeded } = await takeAttempt(parts, { email, address: actor.address, device });
  const found = await db
    .selectFrom("account as a")
    .select(["id", "email", "name", "role", "status", "totp_confirmed_at"])
    // For an account that waits for confirmation, the password of its newest sign-up, which cannot sign in yet.
    .select((query) =>
      query.fn
        .coalesce(
          "a.password_hash",
          query
            .selectFrom("sign_up as s")
            .select("s.password_hash")
            .whereRef("s.account_id", "=", "a.id")
            .where("a.status", "=", "pending_confirmation")
            .orderBy("s.created_at", "desc")
            .limit(1),
        )
        .as("password_hash"),
    )
    .where("email", "=", email)
    .where(notInTrash("account as a"))
    .executeTakeFirst();
  const fits = await passwordFits(found?.password_hash ?? null, password);
  if (found === undefined || !fits || found.status === "blocked") {
    await record(db, {
      action: "sign-in-failed",
      account: found?.id ?? null,
      actor,
      details: { reason: reasonOf(found, fits) },
    });
    throw wrongSignIn();
  }
  // Only somebody who knows the password learns this.
  if (found.status === "pending_confirmation") {
    throw new ProblemAnswer("not-confirmed", "Open the link in the e-mail we sent you, then sign in.");
  }
  if (found.totp_confirmed_at !== null) {
    if (code === undefined) throw new ProblemAnswer("second-factor", "Enter the code of your authenticator.");
    const codeFitted = await takeCode(allowances, found.id, known);
    if (!(await secondFactorFits(db, keyring, found.id, code))) {
      await record(db, { action: "sign-in-failed", account: found.id, actor, details: { reason: "second factor" } });
      throw new ProblemAnswer("second-factor", "That code is wrong or was used already.");
    }
    await codeFitted();
  }
  const { password_hash: stored } = found;
  const rehashed = stored !== null && needsRehash(stored) ? await hashPassword(password) : stored;
  await succeeded();
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("account")
      .set({ password_hash: rehashed })
      .where("id", "=", found.id)
      .where("status", "=", "active")
      // A password that was replaced at the same moment must not open a session.
      .where("password_hash", "=", stored)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw wrongSignIn();
    if (link !== undefined) {
      const identity = await takePending(transaction, link, found.id, "password");
      if (identity === null) {
        const message = "This sign-in with Google has expired. Start again.";
        throw new ProblemAnswer("invalid-request", message, [{ path: "link", message }]);
      }
      await connect(transaction, found.id, identity);
      const details = { issuer: identity.issuer };
      await record(transaction, { action: "identity-linked", account: found.id, actor, details });
    }
    return completeSignIn(transaction, actor, found, { browser, agent, device, by: "password" });
  });
}

function reasonOf(found: { readonly status: string } | undefined, fits: boolean): string {
  if (found === undefined) return "unknown address";
  return fits ? "blocked" : "wrong password";
}
