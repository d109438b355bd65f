import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";

/** The 49,000 passwords most frequent in leaks, lower case: guesses begin with these. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary["passwords-common"]);

/** OWASP: argon2id, 19 MiB, two passes, one lane. A hash made with less is made again at the next sign-in. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

const MIN_PASSWORD_CHARS = 8;
const MAX_PASSWORD_CHARS = 128;

/** Why a password may not be chosen, or null. Length and the list of common ones count, no rules of composition. */
export function passwordRefusal(password: string, email: string): string | null {
  // Code points, as ASVS counts them.
  const letters = Array.from(password).length;
  if (letters < MIN_PASSWORD_CHARS) return `A password has at least ${MIN_PASSWORD_CHARS} characters.`;
  if (letters > MAX_PASSWORD_CHARS) return `A password has at most ${MAX_PASSWORD_CHARS} characters.`;
  const plain = password.toLowerCase();
  if (COMMON_PASSWORDS.has(plain)) return "This password is one of the most common ones. Choose another.";
  if (plain === email || plain === email.split("@")[0]) return "A password may not be the e-mail address.";
  return null;
}

export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), COST);
}

/** Hash that is compared where there is no account, so that both answers take the same time. */
let decoy: Promise<string> | null = null;

/** Whether the password belongs to the hash; without a hash false, after the same work. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("decoy of no account");
  const fits = await verify(stored ?? (await decoy), password.normalize("NFKC"));
  return fits && stored !== null;
}

export const needsRehash = (stored: string): boolean => !stored.startsWith(PREFIX);
