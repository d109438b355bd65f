import type { Keyring } from "../auth/keyring.ts";
import { SECRET_PREFIX } from "./signature.ts";

/** A webhook's secret encrypted for storage, bound to that webhook. */
export const sealedSecret = (keyring: Keyring, secret: string, webhook: string): string =>
  keyring.seal(Buffer.from(secret), webhook);

/** The secret that signs; null where its key is missing. Before there was a keyring, it was stored in plain text. */
export function openedSecret(keyring: Keyring, kept: string, webhook: string): string | null {
  return kept.startsWith(SECRET_PREFIX) ? kept : (keyring.open(kept, webhook)?.toString() ?? null);
}
