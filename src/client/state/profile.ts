import { subscribe } from "valtio";
import { ACCOUNT_ROUTES } from "../../contract/index.ts";
import { callRoute } from "./call-route.ts";
import { user } from "./session.ts";

let asked: string | null = null;

/** Asks who a session belongs to, once for each; a failed answer is asked again with the next change. */
async function load(): Promise<void> {
  if (user.token === asked) return;
  asked = user.token;
  if (user.token === null) return;
  const token = user.token;
  const answer = await callRoute(ACCOUNT_ROUTES.profile);
  if (user.token !== token) return;
  if (!answer.ok) {
    asked = null;
    return;
  }
  const { id, email, name, roles, used_by: usedBy, browser_key: key } = answer.value;
  // Before anybody reads what is kept for the account.
  if (key !== null) await (await import("./sealed.ts")).openKept(key);
  Object.assign(user, { id, email, name, roles, usedBy, known: true });
}

/** Keeps name, roles and use-as of the session's user; what is given back stops it. */
export function keepProfile(): () => void {
  void load();
  return subscribe(user, () => void load());
}
