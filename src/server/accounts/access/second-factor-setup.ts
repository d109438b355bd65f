import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { SecondFactorSecret } from "../../../contract/index.ts";
import { record } from "../../audit.ts";
import type { SignedIn } from "../../auth/actor.ts";
import { hashOf } from "../../auth/secrets.ts";
import { own } from "../../db/index.ts";
import type { Db, Schema } from "../../db/index.ts";
import { ProblemAnswer } from "../../problem.ts";
import type { AccountParts } from "../account-parts.ts";
import { openSecret } from "./authenticator-secret.ts";
import { endAccess } from "../end-access.ts";
import { proveCode, provePassword, invalidField } from "../proofs.ts";
import { stepOf } from "./second-factor.ts";

const ISSUER = "Scanbook";
/** RFC 4226, 4: 160 bits. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 80 random bits, so that a plain hash is enough. */
const RECOVERY_BYTES = 10;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, 6, without padding. */
export function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let rest = 0;
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32.charAt((rest >> (bits - 5)) & 31);
    rest &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32.charAt((rest << (5 - bits)) & 31);
}

async function factorState(db: Db, account: string) {
  return db
    .selectFrom("account")
    .select(["password_hash", "totp_secret", "totp_confirmed_at"])
    .where("id", "=", account)
    .executeTakeFirstOrThrow();
}

async function requireSecondFactor(db: Db, account: string): Promise<void> {
  const { totp_confirmed_at: on } = await factorState(db, account);
  if (on === null) throw new ProblemAnswer("conflict", "The second factor is off.");
}

/** A new secret; the account works without it until a code of it is confirmed. */
export async function setUpSecondFactor(
  parts: AccountParts,
  actor: SignedIn,
  password: string | undefined,
): Promise<z.input<typeof SecondFactorSecret>> {
  const { db, keyring } = parts;
  const { id, email } = actor.account;
  const { password_hash, totp_confirmed_at: on } = await factorState(db, id);
  if (on !== null) throw new ProblemAnswer("conflict", "The second factor is on already. Switch it off first.");
  if (password_hash !== null) {
    if (password === undefined) throw invalidField("password", "Enter your password.");
    await provePassword(parts, actor, password);
  }
  const bytes = randomBytes(SECRET_BYTES);
  await db
    .updateTable("account")
    .set({ totp_secret: keyring.seal(bytes, id), totp_last_step: null })
    .where("id", "=", id)
    .where("totp_confirmed_at", "is", null)
    .execute();
  const secret = base32(bytes);
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`;
  return { secret, otpauth_url: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(ISSUER)}` };
}

/** Switches it on by its first code. Other sessions end: they were opened without it. Gives the recovery codes, this once. */
export async function confirmSecondFactor(
  { db, keyring, allowances }: AccountParts,
  actor: SignedIn,
  code: string,
): Promise<readonly string[]> {
  const { id } = actor.account;
  await allowances.take("proofAccount", id);
  const { totp_secret: kept, totp_confirmed_at: on } = await factorState(db, id);
  if (on !== null) throw new ProblemAnswer("conflict", "The second factor is on already.");
  const secret = openSecret(keyring, kept, id);
  if (secret === null) throw new ProblemAnswer("conflict", "Set the second factor up first.");
  const step = stepOf(secret, code.replaceAll(/\s/g, ""));
  if (step === null) throw invalidField("code", "That code is wrong. Check the clock of the device that shows it.");
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("account")
      .set({ totp_confirmed_at: new Date(), totp_last_step: String(step), updated_at: new Date() })
      .where("id", "=", id)
      .where("totp_secret", "=", kept)
      .where("totp_confirmed_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      throw new ProblemAnswer("conflict", "The second factor was set up again in the meantime.");
    await endAccess(transaction, id, "second-factor-on", { except: actor.kind === "user" ? actor.session : null });
    await record(transaction, { action: "second-factor-on", account: id, actor });
    return newRecoveryCodes(transaction, id);
  });
}

/** Makes new recovery codes, by a code; the old ones become void. */
export async function renewRecoveryCodes(
  parts: AccountParts,
  actor: SignedIn,
  code: string,
): Promise<readonly string[]> {
  const { db } = parts;
  const { id } = actor.account;
  await requireSecondFactor(db, id);
  await proveCode(parts, actor, code);
  return db.transaction().execute(async (transaction) => {
    await record(transaction, {
      action: "second-factor-on",
      account: id,
      actor,
      details: { recovery_codes: "renewed" },
    });
    return newRecoveryCodes(transaction, id);
  });
}

/** Switches it off, by a code or a recovery code. An admin has no admin rights until it is on again, and their use-as sessions end. */
export async function switchOffSecondFactor(parts: AccountParts, actor: SignedIn, code: string): Promise<void> {
  const { db } = parts;
  const { id } = actor.account;
  await requireSecondFactor(db, id);
  await proveCode(parts, actor, code);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("account")
      .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null, updated_at: new Date() })
      .where("id", "=", id)
      .execute();
    await transaction.deleteFrom("recovery_code").where(own("recovery_code", id)).execute();
    await endAccess(transaction, id, "second-factor-off");
    await record(transaction, { action: "second-factor-off", account: id, actor });
  });
}

/** Groups of four that can be written down: `abcd-efgh-ijkl-mnop`. */
async function newRecoveryCodes(transaction: Transaction<Schema>, account: string): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)).toLowerCase());
  await transaction.deleteFrom("recovery_code").where(own("recovery_code", account)).execute();
  await transaction
    .insertInto("recovery_code")
    .values(codes.map((code) => ({ account_id: account, code_hash: hashOf(`${account} ${code}`) })))
    .execute();
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, "$&-"));
}
