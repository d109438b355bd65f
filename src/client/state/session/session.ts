import { proxy } from "valtio";
import { DAY_MS } from "../../../vocabulary/index.ts";
import { restoreBrowserFormulas } from "./browser-formulas.ts";
import { ENDED, keepMessage, readKept, write } from "./kept.ts";
import { holdSharedLink } from "./shared-link.ts";

/** The signed-in user as far as the page knows; the server decides on every call. */
export interface User {
  token: string | null;
  isAuth: boolean;
  /** Of the profile; empty until `known`. */
  id: string;
  email: string;
  name: string;
  roles: readonly string[];
  /** The admin who acts as this user. */
  useAs: { readonly email: string; readonly name: string } | null;
  known: boolean;
}

const COOKIE = "user";
/** Its change signals another session, or none, to the other tabs. */
const CHANGED = "scanbook.session";
/** The admin's own session during use-as. */
const OWN = "scanbook.own-session";

const NOBODY = { id: "", email: "", name: "", roles: [], useAs: null, known: false };

export const user = proxy<User>({ ...NOBODY, ...readCookie() });
// A session that ended while no page was there has left its formulas among the browser's.
if (!user.isAuth) restoreBrowserFormulas();

/** Set when the account leaves this page: nothing is shown any more, and another document is loaded. */
export const leaving = proxy<{ begun: boolean }>({ begun: false });

interface Half {
  readonly token: string;
  readonly expires: string;
}

function readCookie(): Pick<User, "token" | "isAuth"> {
  // Tests run the page's logic without a page.
  const jar = "document" in globalThis ? document.cookie : "";
  const kept = jar.split("; ").find((part) => part.startsWith(`${COOKIE}=`));
  try {
    const value: unknown = JSON.parse(decodeURIComponent(kept?.slice(COOKIE.length + 1) ?? ""));
    if (
      typeof value === "object" &&
      value !== null &&
      "token" in value &&
      typeof value.token === "string" &&
      "isAuth" in value &&
      value.isAuth === true
    ) {
      return { token: value.token, isAuth: true };
    }
  } catch {
    // No cookie, or not ours.
  }
  return { token: null, isAuth: false };
}

const readHalf = (value: unknown): Half | null =>
  typeof value === "object" &&
  value !== null &&
  "token" in value &&
  typeof value.token === "string" &&
  "expires" in value &&
  typeof value.expires === "string"
    ? { token: value.token, expires: value.expires }
    : null;

let current: Half | null = null;

const lastWork = new Set<() => void>();
/** Runs something at once when the account changes, such as storing what has just been typed; the returned function removes it. */
export function beforeLeaving(work: () => void): () => void {
  lastWork.add(work);
  return () => lastWork.delete(work);
}

/** Milliseconds to wait for the server. */
const MAX_WAIT_MS = 3_000;

/**
 * A document belongs to one account from its first line to its last. When the account changes, however it does, this page
 * shows nothing more, seals what the browser keeps for the account, and makes way for a new document: whatever stood in
 * memory, on screen or on its way from the server ends with this one.
 */
async function depart(address: string, first: () => Promise<unknown> = async () => undefined): Promise<void> {
  if (leaving.begun) return;
  for (const work of lastWork) work();
  leaving.begun = true;
  const waited = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([first(), waited]);
  // What cannot be loaded now has opened nothing of the account before, so there is nothing to seal.
  const sealed = import("./sealed.ts").then(
    ({ sealKept }) => sealKept(),
    () => undefined,
  );
  await Promise.race([sealed, waited]);
  location.replace(address);
}

/** Keeps a session in the cookie `user`. The other half of it is a cookie no script can read. */
function writeCookie({ token, expires }: Half): void {
  const value = encodeURIComponent(JSON.stringify({ token, isAuth: true }));
  document.cookie = `${COOKIE}=${value}; path=/; expires=${new Date(expires).toUTCString()}; SameSite=Lax; Secure`;
  current = { token, expires };
  write(CHANGED, Date.now());
}

function clearCookie(): void {
  document.cookie = `${COOKIE}=; path=/; expires=${new Date(0).toUTCString()}; SameSite=Lax; Secure`;
  write(OWN, null);
  write(CHANGED, Date.now());
}

/** Begins a session on a page where nobody is signed in; anywhere else a new document does. */
export function keepSession(token: string, expires: Date): void {
  writeCookie({ token, expires: expires.toISOString() });
  if (user.token === null) Object.assign(user, { ...NOBODY, token, isAuth: true });
  else void depart(location.pathname + location.search);
}

/** The session has ended, whatever brought that about; where another tab has begun one meanwhile, this page follows it. */
export function forgetSession(): void {
  if (leaving.begun || user.token === null) return;
  const { token } = readCookie();
  if (token !== null && token !== user.token) return void depart("/");
  holdSharedLink();
  clearCookie();
  keepMessage("1", ENDED);
  void depart(location.pathname + location.search);
}

/** Ends the session here, whether the server hears of it or not. */
export function endSession(tell: () => Promise<unknown>): Promise<void> {
  return depart("/login", async () => {
    await tell();
    clearCookie();
  });
}

/** Follows another tab that signs in, out, or as somebody else; the returned function stops it. */
export function followOtherTabs(): () => void {
  const follow = (): void => {
    const { token } = readCookie();
    if (token === user.token) return;
    if (user.token === null) Object.assign(user, { ...NOBODY, token, isAuth: true });
    else void depart(token === null ? "/login" : "/");
  };
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === CHANGED) follow();
  };
  // A page that the browser brings back as it was may be of an account that has gone since.
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    if (leaving.begun) location.reload();
    else follow();
  };
  addEventListener("storage", onStorage);
  addEventListener("pageshow", onShow);
  return () => {
    removeEventListener("storage", onStorage);
    removeEventListener("pageshow", onShow);
  };
}

/** Starts use-as; the admin's own session is kept for its end. */
export function enterUseAs(token: string, expires: Date, message: string): void {
  // After a reload its end is unknown here; a week is the longest it can lie idle.
  const week = new Date(Date.now() + 7 * DAY_MS).toISOString();
  if (user.token !== null) write(OWN, current?.token === user.token ? current : { token: user.token, expires: week });
  writeCookie({ token, expires: expires.toISOString() });
  keepMessage(message);
  void depart("/");
}

/** The own session again, from the base route; to the login where it is not there any more. */
export function leaveUseAs(message: string): void {
  const own = readKept(OWN, readHalf);
  if (own === null) clearCookie();
  else {
    write(OWN, null);
    writeCookie(own);
    keepMessage(message);
  }
  void depart(own === null ? "/login" : "/");
}

/** Calls go by the admin's own session again, on a page that is leaving; false where it is not there any more. */
export function takeOwnSession(): boolean {
  const own = readKept(OWN, readHalf);
  if (own !== null) user.token = own.token;
  return own !== null;
}
