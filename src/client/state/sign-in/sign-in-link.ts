import { DEMO_EMAIL } from "../../../contract/index.ts";

/** What `start` prints as its address: the demo account's e-mail and password behind #demo=, which browsers send to nobody. */
const LINK = /^#demo=([\w-]+)$/;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Reads the link and takes it out of the address bar; null where there is none. */
export function takeSignInLink(): Credentials | null {
  const [, code] = LINK.exec(location.hash) ?? [];
  if (code === undefined) return null;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const [email = "", password = ""] = atob(code.replaceAll("-", "+").replaceAll("_", "/")).split("\n");
    // A forged link could sign its reader in to the account of another person.
    return email !== DEMO_EMAIL || password === "" ? null : { email, password };
  } catch {
    // Truncated when it was copied.
    return null;
  }
}
