import { proxy } from "valtio";
import { takeSignInLink } from "../account/sign-in-link.ts";
import type { Credentials } from "../account/sign-in-link.ts";
import { call, messageOf } from "./calls.ts";
import { forgetSession, keepSession, user } from "./session.ts";

export interface SigningIn {
  busy: boolean;
  failure: string | null;
  /** The account has a second factor: its code is asked for. */
  needsCode: boolean;
}

export const signingIn = proxy<SigningIn>({ busy: false, failure: null, needsCode: false });

export async function signIn({ email, password }: Credentials, code = ""): Promise<void> {
  Object.assign(signingIn, { busy: true, failure: null });
  const answer = await call("signIn", { body: { email, password, ...(code === "" ? {} : { code }) } });
  signingIn.busy = false;
  if (answer.ok) {
    signingIn.needsCode = false;
    keepSession(answer.value.token, new Date(answer.value.expires_at));
    return;
  }
  if (answer.error.kind === "problem" && answer.error.problem.type === "/problems/second-factor")
    signingIn.needsCode = true;
  signingIn.failure = messageOf(answer.error);
}

/** Ends the session here, whether the server hears of it or not. */
export async function signOut(): Promise<void> {
  const ended = call("signOut", { body: {} });
  forgetSession();
  await ended;
}

/** Signs in with the link that `start` prints, where the page was opened by it and nobody is signed in. */
export function signInByLink(): void {
  const link = takeSignInLink();
  if (link !== null && !user.isAuth) void signIn(link);
}
