import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { Allowances } from "./allowances.ts";
import { callerOf } from "./caller.ts";
import { isKnownDevice } from "./known-devices.ts";
import { hashOf } from "./secrets.ts";

export interface Attempt {
  readonly email: string;
  readonly address: string;
  /** The cookie of a browser in which somebody has signed in before. */
  readonly device: string | null;
}

/** Says that the attempt was none: it succeeded. */
export type Succeeded = () => Promise<void>;

/**
 * Counts an attempt to sign in, by account and address, so that nobody locks another one out by guessing. What many
 * addresses try together is counted by account as well; a browser that the account has signed in with before is counted by
 * itself, and a mailed reset makes one known, so its owner always has a way in. Unknown accounts are counted alike. Throws
 * the answer `too-many`.
 */
export async function takeAttempt(
  { db, allowances }: { readonly db: Db; readonly allowances: Allowances },
  { email, address, device }: Attempt,
): Promise<{ readonly known: boolean; readonly succeeded: Succeeded }> {
  await allowances.take("signInAddress", address);
  if (device !== null && (await isKnownDevice(db, email, device))) {
    const own = `${hashOf(device).toString("base64url")} ${email}`;
    await allowances.take("signInDevice", own);
    return {
      known: true,
      async succeeded() {
        await allowances.reset("signInDevice", own);
        await allowances.giveBack("signInAddress", address);
      },
    };
  }
  const here = `${email} ${callerOf(address)}`;
  await allowances.take("signInAccount", here);
  await allowances.take("signInEverywhere", email);
  return {
    known: false,
    async succeeded() {
      await allowances.reset("signInAccount", here);
      await allowances.giveBack("signInEverywhere", email);
      await allowances.giveBack("signInAddress", address);
    },
  };
}

/** Counts a code of the second factor that whoever knows the password tries; a known browser was counted already. */
export async function takeCode(allowances: Allowances, account: string, known: boolean): Promise<Succeeded> {
  if (known) return async () => undefined;
  await allowances.take("codeAccount", account);
  return async () => allowances.giveBack("codeAccount", account);
}

export const wrongSignIn = (): ProblemAnswer => new ProblemAnswer("unauthorized", "E-mail or password is wrong.");
