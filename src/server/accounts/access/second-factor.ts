import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keyring } from "../../auth/keyring.ts";
import { hashOf } from "../../auth/secrets.ts";
import { own } from "../../db/index.ts";
import type { Db } from "../../db/index.ts";
import { openSecret, resealSecret } from "./authenticator-secret.ts";

/** Seconds of one code, and how many codes before and after now count (RFC 6238, 5.2: clocks differ). */
const STEP_SECONDS = 30;
const MAX_DRIFT_STEPS = 1;

/** The six digits of a step (RFC 4226 with SHA-1, which every authenticator takes). */
export function totp(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/** The step whose code this is, around now; null where it is none of them. */
export function stepOf(secret: Buffer, code: string, now = Date.now()): number | null {
  const current = Math.floor(now / 1000 / STEP_SECONDS);
  for (let step = current - MAX_DRIFT_STEPS; step <= current + MAX_DRIFT_STEPS; step += 1) {
    const expected = Buffer.from(totp(secret, step));
    const given = Buffer.from(code);
    if (expected.length === given.length && timingSafeEqual(expected, given)) return step;
  }
  return null;
}

/** Whether a code or a recovery code is the account's; each counts once. */
export async function secondFactorFits(db: Db, keyring: Keyring, account: string, given: string): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, "").toLowerCase();
  const { totp_secret: kept } = await db
    .selectFrom("account")
    .select("totp_secret")
    .where("id", "=", account)
    .executeTakeFirstOrThrow();
  const secret = openSecret(keyring, kept, account);
  const step = secret === null ? null : stepOf(secret, code);
  if (step !== null && secret !== null && kept !== null) {
    const { numUpdatedRows } = await db
      .updateTable("account")
      .set({ totp_last_step: String(step), totp_secret: resealSecret(keyring, kept, secret, account) })
      .where("id", "=", account)
      .where("totp_secret", "=", kept)
      .where((where) => where.or([where("totp_last_step", "is", null), where("totp_last_step", "<", String(step))]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const { numUpdatedRows } = await db
    .updateTable("recovery_code")
    .set({ used_at: new Date() })
    .where(own("recovery_code", account))
    .where("code_hash", "=", hashOf(`${account} ${code}`))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
