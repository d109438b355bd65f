import { proxy } from "valtio";
import { readKept, write } from "./kept.ts";
import { holdSharedLink } from "./shared-link.ts";

/** The signed-in user as the page knows him; the server decides on every call. */
export interface User {
  token: string | null;
  isAuth: boolean;
  /** Of the profile; empty until `known`. */
  email: string;
  name: string;
  roles: readonly string[];
  /** The admin who acts as this user. */
  usedBy: { readonly email: string; readonly name: string } | null;
  known: boolean;
}

const COOKIE = "user";
/** Its change tells the other tabs of a logout. */
const SIGNED_OUT = "scanbook.signed-out";
/** The admin's own session while he acts as somebody. */
const OWN = "scanbook.own-session";

const NOBODY = { email: "", name: "", roles: [], usedBy: null, known: false };

export const user = proxy<User>({ ...NOBODY, ...readCookie() });

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

/** Keeps the session in the cookie that the specification names. The other half of it is a cookie no script can read. */
export function keepSession(token: string, expires: Date): void {
  const value = encodeURIComponent(JSON.stringify({ token, isAuth: true }));
  document.cookie = `${COOKIE}=${value}; path=/; expires=${expires.toUTCString()}; SameSite=Lax; Secure`;
  current = { token, expires: expires.toISOString() };
  Object.assign(user, { ...NOBODY, token, isAuth: true });
}

/** Forgets the session on this side, whatever the server thinks of it, and tells the other tabs. */
export function forgetSession(): void {
  if (user.isAuth) write(SIGNED_OUT, Date.now());
  forgetHere();
}

function forgetHere(): void {
  holdSharedLink();
  document.cookie = `${COOKIE}=; path=/; expires=${new Date(0).toUTCString()}; SameSite=Lax; Secure`;
  current = null;
  write(OWN, null);
  Object.assign(user, { ...NOBODY, token: null, isAuth: false });
}

/** Follows a logout in another tab; what is given back stops it. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === SIGNED_OUT) forgetHere();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

/** Acts as somebody from here on; the own session is kept for the way back. */
export function enterUseAs(token: string, expires: Date): void {
  // After a reload its end is unknown here; a week is the longest it can lie idle.
  const week = new Date(Date.now() + 7 * 86_400_000).toISOString();
  if (user.token !== null) write(OWN, current?.token === user.token ? current : { token: user.token, expires: week });
  keepSession(token, expires);
}

/** The own session again; false where it is not there any more. */
export function leaveUseAs(): boolean {
  const own = readKept(OWN, readHalf);
  write(OWN, null);
  if (own === null) {
    forgetSession();
    return false;
  }
  keepSession(own.token, new Date(own.expires));
  return true;
}
