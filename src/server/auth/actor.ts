import type { Scope } from "../../contract/index.ts";

/** The account on whose behalf a call acts. */
export interface ActingAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: "super_admin" | null;
  /** Whether it is on; without it a super_admin's rights rest. */
  readonly secondFactor: boolean;
}

interface Signed {
  readonly account: ActingAccount;
  /** The browser's or program's address, for logs and limits. */
  readonly address: string;
}

interface InSession {
  readonly session: string;
  /** The one scope it is good for: a charting page's. Left out, everything. */
  readonly only?: Scope;
}

/** Who calls. A super_admin who acts as somebody is that somebody, with himself as `admin`. */
export type Actor =
  | { readonly kind: "anonymous"; readonly address: string }
  | (Signed & InSession & { readonly kind: "user" })
  | (Signed & InSession & { readonly kind: "use-as"; readonly admin: ActingAccount })
  | (Signed & { readonly kind: "token"; readonly token: string; readonly scopes: readonly Scope[] });

export type SignedIn = Exclude<Actor, { readonly kind: "anonymous" }>;

/** Who really did it, for records: the admin behind a use-as, else the account. */
export function actorId(actor: SignedIn): string {
  return actor.kind === "use-as" ? actor.admin.id : actor.account.id;
}
