import type { Keyring } from "../../auth/keyring.ts";

/** Before there was a keyring, secrets were kept in base64, which has no dot. */
const isSealed = (kept: string): boolean => kept.includes(".");

/** The secret of an authenticator as it is kept; null where there is none, or its key is not there. */
export function openSecret(keyring: Keyring, kept: string | null, account: string): Buffer | null {
  if (kept === null) return null;
  return isSealed(kept) ? keyring.open(kept, account) : Buffer.from(kept, "base64");
}

/** What to keep of it from now on: sealed with the newest key. */
export function sealedAnew(keyring: Keyring, kept: string, secret: Buffer, account: string): string {
  return keyring.isCurrent(kept) ? kept : keyring.seal(secret, account);
}
