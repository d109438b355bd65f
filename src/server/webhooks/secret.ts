import type { Keyring } from "../auth/keyring.ts";
import { SECRET_PREFIX } from "./signature.ts";

/** A webhook's secret as it is kept: sealed for that webhook alone. */
export const sealedSecret = (keyring: Keyring, secret: string, webhook: string): string =>
  keyring.seal(Buffer.from(secret), webhook);

/** The secret that signs; null where its key is not there. Before there was a keyring, it was kept as it is. */
export function openedSecret(keyring: Keyring, kept: string, webhook: string): string | null {
  return kept.startsWith(SECRET_PREFIX) ? kept : (keyring.open(kept, webhook)?.toString() ?? null);
}
