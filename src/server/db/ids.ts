import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_LETTERS = 10;
const RANDOM_BYTES = 16;

/** A new id: 26 lower-case letters and digits that sort by the millisecond they were made in, the rest 80 random bits. */
export function newId(now = Date.now()): string {
  let time = "";
  for (let rest = now, letter = 0; letter < TIME_LETTERS; letter += 1, rest = Math.floor(rest / 32)) {
    time = `${ALPHABET.charAt(rest % 32)}${time}`;
  }
  // A byte has 256 = 8 × 32 values, so the remainder favours no letter.
  return time + Array.from(randomBytes(RANDOM_BYTES), (byte) => ALPHABET.charAt(byte % 32)).join("");
}
