import { createHmac } from "node:crypto";
import type { Page } from "playwright";
import { z } from "zod";
import { callAs } from "./visit.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of an authenticator (RFC 6238, SHA-1, 30 seconds, six digits), written from the RFC and not from the product. */
export function codeOf(secret: string, at: number): string {
  let bits = "";
  for (const letter of secret.replace(/=+$/, "")) bits += BASE32.indexOf(letter).toString(2).padStart(5, "0");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Switches the second factor of the page's account on; its session goes on. */
export async function secondFactorOn(page: Page, password: string): Promise<void> {
  const made = await callAs(page, "POST", "/v1/profile/second-factor", { password });
  const { secret } = z.object({ secret: z.string() }).parse(made);
  const on = await callAs(page, "POST", "/v1/profile/second-factor/confirm", { code: codeOf(secret, Date.now()) });
  z.object({ recovery_codes: z.array(z.string()) }).parse(on);
}
