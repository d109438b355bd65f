import { z } from "zod";

/** Trimmed and lower-cased: one address, one account. */
export const Email = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email());
/** Of the account that `start` makes in an empty database; a link that it prints signs in there, and nowhere else. */
export const DEMO_EMAIL = "demo@scanbook.local";
/** The handler checks the length and gives the reason; the schema only bounds the size. */
export const Password = z.string().min(1).max(1_000);
/** Six digits of an authenticator, or a recovery code where one is taken. */
const Code = z.string().trim().min(1).max(40);
export const CodeBody = z.strictObject({ code: Code });
