import { createHash, randomBytes } from "node:crypto";

/** A secret as its owner gets it, once, and its hash as it is stored. */
export interface Secret {
  readonly text: string;
  readonly hash: Buffer;
}

const BYTES = 32;

/** 256 random bits as text that fits an address, a header and a cookie, after a prefix for its kind. */
export function newSecret(prefix = ""): Secret {
  const text = prefix + randomBytes(BYTES).toString("base64url");
  return { text, hash: hashOf(text) };
}

/** SHA-256 of a secret. Enough for 256 random bits; passwords take argon2. */
export function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
