import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { Allowances } from "./allowances.ts";
import { callerOf } from "./caller.ts";
import { isKnownDevice } from "./known-devices.ts";
import { hashOf } from "./secrets.ts";

interface Attempt {
  readonly email: string;
  readonly address: string;
  /** The cookie of a browser in which somebody has signed in before. */
  readonly device: string | null;
}

/** To be called when the sign-in succeeded, so that the attempt does not count. */
type OnSuccess = () => Promise<void>;

/**
 * Counts an attempt to sign in, by account and address, so that nobody locks another one out by guessing. Attempts
 * from many addresses are also counted by account; a browser in which the account has signed in before has a count of
 * its own, and a mailed reset makes a browser a known one, so the owner always has a way in. Unknown accounts are counted alike. Throws
 * the answer `too-many`.
 */
export async function takeAttempt(
  { db, allowances }: { readonly db: Db; readonly allowances: Allowances },
  { email, address, device }: Attempt,
): Promise<{ readonly known: boolean; readonly succeeded: OnSuccess }> {
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

/** Counts an attempt at the code of the second factor; a known browser was counted already. */
export async function takeCode(allowances: Allowances, account: string, known: boolean): Promise<OnSuccess> {
  if (known) return async () => undefined;
  await allowances.take("codeAccount", account);
  return async () => allowances.giveBack("codeAccount", account);
}

export const wrongSignIn = (): ProblemAnswer => new ProblemAnswer("unauthorized", "E-mail or password is wrong.");
