import { proxy, subscribe } from "valtio";
import { ACCOUNT_ROUTES } from "../../../contract/index.ts";
import { messageOf } from "../../../api-client/index.ts";
import { callRoute } from "../queries/call-route.ts";
import { user } from "../session/session.ts";

/** Milliseconds after which what did not come is asked for again. */
const RETRY_MS = 5_000;
const NOT_LOADED = "A part of the page could not be loaded; it comes by itself once the server can be reached.";

/** Why it is not known who the session belongs to, and how often it could not be found out. */
export const profile = proxy<{ error: string | null; failures: number }>({ error: null, failures: 0 });

let requestedToken: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks who a session belongs to; gives what went wrong. */
async function load(token: string): Promise<string | null> {
  const answer = await callRoute(ACCOUNT_ROUTES.profile);
  if (user.token !== token) return null;
  if (!answer.ok) return messageOf(answer.error);
  const { id, email, name, roles, used_by: useAs, browser_key: key } = answer.value;
  try {
    // Before anybody reads what is kept for the account.
    if (key !== null) await (await import("../session/sealed.ts")).openKept(key);
  } catch {
    return NOT_LOADED;
  }
  if (user.token === token) Object.assign(user, { id, email, name, roles, useAs, known: true });
  return null;
}

/** Once for each session; what failed is asked for again after a while, with the network, and on demand. */
async function loadOnce(): Promise<void> {
  const { token } = user;
  if (token === requestedToken) return;
  clearTimeout(timer);
  requestedToken = token;
  const error = token === null ? null : await load(token);
  if (requestedToken !== token) return;
  profile.error = error;
  if (error === null) return;
  requestedToken = null;
  profile.failures += 1;
  timer = setTimeout(askProfileAgain, RETRY_MS);
}

/** Asks once more where it failed, unless that is under way. */
export function askProfileAgain(): void {
  if (profile.error !== null) void loadOnce();
}

/** Keeps name, roles and use-as of the session's user; the returned function stops it. */
export function keepProfile(): () => void {
  void loadOnce();
  const stop = subscribe(user, () => void loadOnce());
  addEventListener("online", askProfileAgain);
  return () => {
    stop();
    clearTimeout(timer);
    removeEventListener("online", askProfileAgain);
  };
}
