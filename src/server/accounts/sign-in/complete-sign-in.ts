import type { Transaction } from "kysely";
import { record } from "../../audit.ts";
import type { Actor } from "../../auth/actor.ts";
import { rememberDevice } from "../../auth/known-devices.ts";
import type { Secret } from "../../auth/secrets.ts";
import { openSession } from "../../auth/sessions.ts";
import type { OpenedSession } from "../../auth/sessions.ts";
import type { Schema } from "../../db/index.ts";

/** The account of somebody who has given every proof that it asks for. */
export interface ProvedAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: "super_admin" | null;
}

/** How and from where somebody signs in. */
export interface SignInOrigin {
  readonly browser: boolean;
  readonly agent: string | null;
  /** The cookie of a browser in which somebody has signed in before. */
  readonly device: string | null;
  readonly by: "password" | "google" | "sign-up";
}

export interface SignedInAccount {
  readonly session: OpenedSession;
  /** The secret by which the browser is known from now on; null for programs. */
  readonly device: Secret | null;
  readonly email: string;
  readonly name: string;
  readonly role: "super_admin" | null;
}

/** Opens the session of a sign-in and logs it. */
export async function completeSignIn(
  transaction: Transaction<Schema>,
  actor: Actor,
  { id, email, name, role }: ProvedAccount,
  { browser, agent, device, by }: SignInOrigin,
): Promise<SignedInAccount> {
  await transaction.updateTable("account").set({ last_seen_at: new Date() }).where("id", "=", id).execute();
  await record(transaction, { action: "sign-in", account: id, actor, details: { browser, by } });
  const session = await openSession(transaction, { account: id, browser, address: actor.address, agent });
  const known = browser ? await rememberDevice(transaction, id, device) : null;
  return { session, device: known, email, name, role };
}
