import type { GoogleOutcome } from "../../../contract/index.ts";
import { Email } from "../../../contract/index.ts";
import { record } from "../../audit.ts";
import type { Actor } from "../../auth/actor.ts";
import { takeAttempt, takeCode } from "../../auth/attempts.ts";
import type { OpenIdentity } from "../../auth/open-id.ts";
import type { Secret } from "../../auth/secrets.ts";
import { newId, notInTrash } from "../../db/index.ts";
import type { Db } from "../../db/index.ts";
import { oneLine } from "../../mail/mail-text.ts";
import { ProblemAnswer } from "../../problem.ts";
import type { AccountParts } from "../account-parts.ts";
import { endAccess } from "../end-access.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import type { SignInOrigin, ProvedAccount, SignedInAccount } from "./complete-sign-in.ts";
import { awaitedFactor, connect, keepPending, takePending } from "./pending-sign-in.ts";
import { secondFactorFits } from "../access/second-factor.ts";

type GoogleAnswer =
  | { readonly kind: "session"; readonly signedIn: SignedInAccount }
  | {
      readonly kind: "pending";
      readonly outcome: "link" | "second-factor";
      readonly secret: Secret;
      readonly email: string;
    }
  | { readonly kind: "nothing"; readonly outcome: Exclude<GoogleOutcome, "link" | "second-factor"> };

const notSignedIn = (outcome: "unverified" | "refused"): GoogleAnswer => ({ kind: "nothing", outcome });

/**
 * What a proved identity leads to. A connected one signs its account in. Otherwise its verified address decides: where an
 * account has it, that account's password is needed once to connect both, since the account may have been made by
 * somebody who does not own the address; where none has it, an account is made.
 */
export async function googleSignIn(
  db: Db,
  actor: Actor,
  identity: OpenIdentity,
  from: Pick<SignInOrigin, "agent" | "device">,
): Promise<GoogleAnswer> {
  const entrance = { ...from, browser: true, by: "google" } as const;
  const known = await db
    .selectFrom("identity as i")
    .innerJoin("account as a", "a.id", "i.account_id")
    .select(["a.id", "a.email", "a.name", "a.role", "a.status", "a.totp_confirmed_at"])
    .where("i.issuer", "=", identity.issuer)
    .where("i.subject", "=", identity.subject)
    .where(notInTrash("account as a"))
    .executeTakeFirst();
  if (known !== undefined) {
    if (known.status !== "active") {
      const details = { reason: known.status, by: "google" };
      await record(db, { action: "sign-in-failed", account: known.id, actor, details });
      return notSignedIn("refused");
    }
    if (known.totp_confirmed_at !== null) {
      const secret = await keepPending(db, known.id, identity, "second_factor");
      return { kind: "pending", outcome: "second-factor", secret, email: known.email };
    }
    const signedIn = await db
      .transaction()
      .execute((transaction) => completeSignIn(transaction, actor, known, entrance));
    return { kind: "session", signedIn };
  }
  const email = Email.safeParse(identity.email).data;
  if (email === undefined) return notSignedIn("unverified");
  return (await makeAccount(db, actor, identity, email, entrance)) ?? offerLink(db, identity, email);
}

async function makeAccount(
  db: Db,
  actor: Actor,
  identity: OpenIdentity,
  email: string,
  entrance: SignInOrigin,
): Promise<GoogleAnswer | null> {
  return db.transaction().execute(async (transaction) => {
    const name = oneLine(identity.name ?? "", 200) || (email.split("@")[0] ?? email);
    const made = await transaction
      .insertInto("account")
      .values({
        id: newId(),
        email,
        name,
        password_hash: null,
        role: null,
        // The provider has confirmed the address.
        status: "active",
        totp_secret: null,
        totp_last_step: null,
      })
      // A sign-up that was not confirmed has no claim to the address, which the provider has confirmed.
      .onConflict((conflict) =>
        conflict
          .column("email")
          .where("deleted_at", "is", null)
          .doUpdateSet({ status: "active", name, password_hash: null, updated_at: new Date() })
          .where("account.status", "=", "pending_confirmation"),
      )
      .returning(["id", "email", "name", "role"])
      .executeTakeFirst();
    if (made === undefined) return null;
    await endAccess(transaction, made.id, "email-confirmed");
    await record(transaction, { action: "sign-up", account: made.id, actor, details: { by: "google" } });
    await connect(transaction, made.id, identity);
    await record(transaction, {
      action: "identity-linked",
      account: made.id,
      actor,
      details: { issuer: identity.issuer },
    });
    const signedIn = await completeSignIn(transaction, actor, made, entrance);
    return { kind: "session", signedIn };
  });
}

async function offerLink(db: Db, identity: OpenIdentity, email: string): Promise<GoogleAnswer> {
  const { id } = await db
    .selectFrom("account")
    .select("id")
    .where("email", "=", email)
    .where(notInTrash("account"))
    .executeTakeFirstOrThrow();
  const secret = await keepPending(db, id, identity, "password");
  return { kind: "pending", outcome: "link", secret, email };
}

/** Completes a sign-in whose account has a second factor. */
export async function googleSecondFactor(
  parts: AccountParts,
  actor: Actor,
  secret: string,
  code: string,
  from: Pick<SignInOrigin, "agent" | "device">,
): Promise<SignedInAccount> {
  const { db, keyring, allowances } = parts;
  const tooLate = new ProblemAnswer("unauthorized", "This sign-in with Google has expired. Start again.");
  const account = await awaitedFactor(db, secret);
  if (account === null) throw tooLate;
  const found: (ProvedAccount & { readonly status: string }) | undefined = await db
    .selectFrom("account")
    .select(["id", "email", "name", "role", "status"])
    .where("id", "=", account)
    .where(notInTrash("account"))
    .executeTakeFirst();
  if (found === undefined || found.status !== "active") throw tooLate;
  const { email } = found;
  const { known, succeeded } = await takeAttempt(parts, { email, address: actor.address, device: from.device });
  const codeFitted = await takeCode(allowances, account, known);
  if (!(await secondFactorFits(db, keyring, account, code))) {
    const details = { reason: "second factor", by: "google" };
    await record(db, { action: "sign-in-failed", account, actor, details });
    throw new ProblemAnswer("second-factor", "That code is wrong or was used already.");
  }
  await succeeded();
  await codeFitted();
  return db.transaction().execute(async (transaction) => {
    if ((await takePending(transaction, secret, account, "second_factor")) === null) throw tooLate;
    return completeSignIn(transaction, actor, found, { ...from, browser: true, by: "google" });
  });
}
