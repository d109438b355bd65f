import { proxy } from "valtio";

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

const NOBODY = { email: "", name: "", roles: [], usedBy: null, known: false };

export const user = proxy<User>({ ...NOBODY, ...readCookie() });

function readCookie(): Pick<User, "token" | "isAuth"> {
  // Tests run the page's logic without a page.
  const jar = "document" in globalThis ? document.cookie : "";
  const kept = jar.split("; ").find((part) => part.startsWith(`${COOKIE}=`));
  try {
    const value: unknown = JSON.parse(decodeURIComponent(kept?.slice(COOKIE.length + 1) ?? ""));
    if (typeof value === "object" && value !== null && "token" in value && typeof value.token === "string") {
      return { token: value.token, isAuth: true };
    }
  } catch {
    // No cookie, or not ours.
  }
  return { token: null, isAuth: false };
}

/** Keeps the session in the cookie that the specification names. The other half of it is a cookie no script can read. */
export function keepSession(token: string, expires: Date): void {
  const value = encodeURIComponent(JSON.stringify({ token, isAuth: true }));
  document.cookie = `${COOKIE}=${value}; path=/; expires=${expires.toUTCString()}; SameSite=Lax; Secure`;
  Object.assign(user, { ...NOBODY, token, isAuth: true });
}

/** Forgets the session on this side, whatever the server thinks of it. */
export function forgetSession(): void {
  document.cookie = `${COOKIE}=; path=/; expires=${new Date(0).toUTCString()}; SameSite=Lax; Secure`;
  Object.assign(user, { ...NOBODY, token: null, isAuth: false });
}
