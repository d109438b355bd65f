import type { Keyring } from "../../auth/keyring.ts";

/** Before there was a keyring, secrets were kept in base64, which has no dot. */
const isSealed = (kept: string): boolean => kept.includes(".");

/** The stored secret of an authenticator, decrypted; null where there is none or its key is missing. */
export function openSecret(keyring: Keyring, kept: string | null, account: string): Buffer | null {
  if (kept === null) return null;
  return isSealed(kept) ? keyring.open(kept, account) : Buffer.from(kept, "base64");
}

/** The secret sealed with the newest key, to be stored in place of the old one. */
export function resealSecret(keyring: Keyring, kept: string, secret: Buffer, account: string): string {
  return keyring.isCurrent(kept) ? kept : keyring.seal(secret, account);
}
