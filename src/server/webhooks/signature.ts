import { createHmac } from "node:crypto";

/** Prefix of every secret, so that a leaked one is recognized. */
export const SECRET_PREFIX = "whsec_";

/** Header that signs a delivery. */
export const SIGNATURE_HEADER = "scanbook-signature";

/**
 * Its value: `t=<seconds since 1970>,v1=<hex>`, where hex is HMAC-SHA256 with the secret, as text with its prefix, over
 * `<t>.<body>`, the bytes of the body as they came. Receivers compare in constant time and refuse a `t` that is more than
 * five minutes from their clock, so that a delivery cannot be replayed later.
 */
export function signature(secret: string, body: string, seconds: number): string {
  const hex = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${hex}`;
}
