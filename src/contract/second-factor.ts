import { z } from "zod";
import { Accepted } from "./accepted.ts";
import { CodeBody } from "./account-fields.ts";
import type { Route } from "./route.ts";

const SetUpSecondFactorBody = z.strictObject({
  /** Needed where the account has a password. */
  password: z.string().min(1).max(1_000).optional(),
});
export const SecondFactorSecret = z.strictObject({
  /** Base32, for typing; the address holds the same for a QR code. */
  secret: z.string(),
  otpauth_url: z.string(),
});
/** Shown this once; each opens the account once in place of a code. */
const RecoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) });

/** The second factor: codes of an authenticator (RFC 6238), and recovery codes for a lost device. */
export const SECOND_FACTOR_ROUTES = {
  setUpSecondFactor: {
    method: "POST",
    path: "/v1/profile/second-factor",
    summary: "Makes the secret of a second factor; it counts once a code of it is confirmed",
    access: "user",
    body: SetUpSecondFactorBody,
    answer: SecondFactorSecret,
    status: 201,
    problems: ["bad-request", "invalid-request", "conflict"],
  },
  confirmSecondFactor: {
    method: "POST",
    path: "/v1/profile/second-factor/confirm",
    summary: "Switches the second factor on by its first code, gives recovery codes and ends all other sessions",
    access: "user",
    body: CodeBody,
    answer: RecoveryCodes,
    status: 200,
    problems: ["bad-request", "invalid-request", "conflict"],
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/v1/profile/second-factor/recovery-codes",
    summary: "Creates new recovery codes, given a code; the old ones stop working",
    access: "user",
    body: CodeBody,
    answer: RecoveryCodes,
    status: 200,
    problems: ["bad-request", "invalid-request", "conflict"],
  },
  switchOffSecondFactor: {
    method: "POST",
    path: "/v1/profile/second-factor/off",
    summary: "Switches the second factor off, by a code or a recovery code",
    access: "user",
    body: CodeBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "invalid-request", "conflict"],
  },
} as const satisfies Record<string, Route>;
