import type { Transaction } from "kysely";
import { record } from "../../audit.ts";
import type { Actor } from "../../auth/actor.ts";
import { rememberDevice } from "../../auth/known-devices.ts";
import type { Secret } from "../../auth/secrets.ts";
import { openSession } from "../../auth/sessions.ts";
import type { OpenedSession } from "../../auth/sessions.ts";
import type { Schema } from "../../db/index.ts";

/** Whoever has proved all that is asked of him. */
export interface Proved {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: "super_admin" | null;
}

/** Where he comes from. */
export interface Entrance {
  readonly browser: boolean;
  readonly agent: string | null;
  /** The cookie of a browser in which somebody has signed in before. */
  readonly device: string | null;
  readonly by: "password" | "google" | "sign-up";
}

export interface SignedInAccount {
  readonly session: OpenedSession;
  /** What the browser is known by from now on; null for programs. */
  readonly device: Secret | null;
  readonly email: string;
  readonly name: string;
  readonly role: "super_admin" | null;
}

/** Opens the session of a sign-in, with its trace. */
export async function enter(
  transaction: Transaction<Schema>,
  actor: Actor,
  { id, email, name, role }: Proved,
  { browser, agent, device, by }: Entrance,
): Promise<SignedInAccount> {
  await transaction.updateTable("account").set({ last_seen_at: new Date() }).where("id", "=", id).execute();
  await record(transaction, { action: "sign-in", account: id, actor, details: { browser, by } });
  const session = await openSession(transaction, { account: id, browser, address: actor.address, agent });
  const known = browser ? await rememberDevice(transaction, id, device) : null;
  return { session, device: known, email, name, role };
}
