import { createHash, randomBytes } from "node:crypto";

/** A secret as its owner gets it, once, and as it is kept. */
export interface Secret {
  readonly text: string;
  readonly hash: Buffer;
}

const BYTES = 32;

/** 256 random bits as text that fits an address, a header and a cookie, behind a prefix that names its kind. */
export function newSecret(prefix = ""): Secret {
  const text = prefix + randomBytes(BYTES).toString("base64url");
  return { text, hash: hashOf(text) };
}

/** SHA-256 of a secret. Enough for 256 random bits; passwords take argon2. */
export function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
