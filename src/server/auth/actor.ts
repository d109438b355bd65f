import type { Scope } from "../../contract/index.ts";

/** The account on whose behalf a call acts. */
export interface ActingAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: "super_admin" | null;
  /** Whether it is on; without it a super_admin has no admin rights. */
  readonly secondFactor: boolean;
}

interface Signed {
  readonly account: ActingAccount;
  /** The browser's or program's address, for logs and limits. */
  readonly address: string;
}

interface InSession {
  readonly session: string;
  /** The only scope of a charting page's session; left out, everything. */
  readonly only?: Scope;
}

/** The caller. A super_admin who acts as a user is that user, with `admin` set. */
export type Actor =
  | { readonly kind: "anonymous"; readonly address: string }
  | (Signed & InSession & { readonly kind: "user" })
  | (Signed & InSession & { readonly kind: "use-as"; readonly admin: ActingAccount })
  | (Signed & { readonly kind: "token"; readonly token: string; readonly scopes: readonly Scope[] });

export type SignedIn = Exclude<Actor, { readonly kind: "anonymous" }>;

/** The account that really acted, for the log: the admin of a use-as session, else the account itself. */
export function actorId(actor: SignedIn): string {
  return actor.kind === "use-as" ? actor.admin.id : actor.account.id;
}
