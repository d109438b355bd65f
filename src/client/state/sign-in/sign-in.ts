import { proxy } from "valtio";
import { ACCOUNT_ROUTES, GOOGLE_OUTCOMES, GOOGLE_ROUTES, USE_AS_ROUTES } from "../../../contract/index.ts";
import type { GoogleOutcome } from "../../../contract/index.ts";
import { takeSignInLink } from "./sign-in-link.ts";
import type { Credentials } from "./sign-in-link.ts";
import { messageOf, problemSlug } from "../../../api-client/index.ts";
import { callRoute } from "../queries/call-route.ts";
import type { CallResult } from "../../../api-client/index.ts";
import { keepMessage } from "../session/kept.ts";
import { endSession, keepSession, takeOwnSession, user } from "../session/session.ts";
import { showToast } from "../slices/toast.ts";

export interface SigningIn {
  busy: boolean;
  failure: string | null;
  /** The account has a second factor: its code is asked for. */
  needsCode: boolean;
  /** The address that is known already; empty otherwise. */
  email: string;
  /** The address that waits for its confirmation, as a sign-in with it was answered. */
  unconfirmed: string | null;
  /** What Google's way brought instead of a session. */
  google: { readonly outcome: GoogleOutcome; readonly email: string } | null;
}

export const signingIn = proxy<SigningIn>({
  busy: false,
  failure: null,
  needsCode: false,
  email: "",
  unconfirmed: null,
  google: null,
});

type SignedIn = CallResult<{ readonly token: string; readonly expires_at: string }>;

function take(answer: SignedIn): void {
  signingIn.busy = false;
  if (answer.ok) {
    Object.assign(signingIn, { needsCode: false, email: "", google: null });
    keepSession(answer.value.token, new Date(answer.value.expires_at));
    return;
  }
  // The first time it is a question, no failure.
  const needsCode = problemSlug(answer.error) === "second-factor" && !signingIn.needsCode;
  if (needsCode) signingIn.needsCode = true;
  signingIn.failure = needsCode ? null : messageOf(answer.error);
}

/** Signs in; where Google's way asked for the password, both are connected. */
export async function signIn({ email, password }: Credentials, code = ""): Promise<void> {
  Object.assign(signingIn, { busy: true, failure: null, unconfirmed: null });
  const body = {
    email,
    password,
    ...(code === "" ? {} : { code }),
    ...(signingIn.google?.outcome === "link" ? { link: true } : {}),
  };
  const answer = await callRoute(ACCOUNT_ROUTES.signIn, { body });
  if (!answer.ok && problemSlug(answer.error) === "not-confirmed") signingIn.unconfirmed = email;
  take(answer);
}

/** Goes on as whoever has just confirmed the address of a new account in this browser, in place of anybody signed in here. */
export function enterConfirmed({ token, expires_at }: { readonly token: string; readonly expires_at: string }): void {
  const message = "Your e-mail address is confirmed. You are signed in.";
  if (user.token === null) showToast(message);
  else keepMessage(message);
  history.replaceState(null, "", "/");
  keepSession(token, new Date(expires_at));
}

/** Completes Google's way by the code of the second factor. */
export async function signInByGoogleCode(code: string): Promise<void> {
  Object.assign(signingIn, { busy: true, failure: null, needsCode: true });
  take(await callRoute(GOOGLE_ROUTES.googleSecondFactor, { body: { code } }));
}

/** Ends the session here, whether the server hears of it or not. */
export const signOut = (): Promise<void> =>
  endSession(async () => {
    // The admin's own session ends too; the user he acted as is told nothing.
    if (user.useAs !== null) {
      await callRoute(USE_AS_ROUTES.stopUseAs, { body: {} });
      if (!takeOwnSession()) return;
    }
    await callRoute(ACCOUNT_ROUTES.signOut, { body: {} });
  });

/** The query of the login page while the browser is at Google. */
const QUERY = "scanbook.login-query";

/** Goes to Google; the query of the login page waits here. */
export function goToGoogle(): void {
  sessionStorage.setItem(QUERY, location.search);
  location.assign(GOOGLE_ROUTES.google.path);
}

/** What the browser brings back from Google behind the # of /login: a session, or what is missing. */
function takeGoogleReturn(): void {
  if (location.pathname !== "/login" || location.hash === "") return;
  const said = new URLSearchParams(location.hash.slice(1));
  const token = said.get("token");
  const expires = said.get("expires_at");
  const outcome = GOOGLE_OUTCOMES.find((one) => one === said.get("google"));
  if (token === null && outcome === undefined) return;
  history.replaceState(null, "", location.pathname + (sessionStorage.getItem(QUERY) ?? ""));
  sessionStorage.removeItem(QUERY);
  if (token !== null && expires !== null) keepSession(token, new Date(expires));
  else if (outcome !== undefined) signingIn.google = { outcome, email: said.get("email") ?? "" };
}

/** Signs in with what the address brings: Google's answer, or the link that `start` prints, unless somebody is signed in. */
export function signInByAddress(): void {
  takeGoogleReturn();
  const link = takeSignInLink();
  if (link !== null && !user.isAuth) void signIn(link);
}
