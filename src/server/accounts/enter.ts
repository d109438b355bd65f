import type { Transaction } from "kysely";
import { record } from "../audit.ts";
import type { Actor } from "../auth/actor.ts";
import { openSession } from "../auth/sessions.ts";
import type { OpenedSession } from "../auth/sessions.ts";
import type { Schema } from "../db/index.ts";

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
  readonly by: "password" | "google";
}

export interface SignedInAccount {
  readonly session: OpenedSession;
  readonly email: string;
  readonly name: string;
  readonly role: "super_admin" | null;
}

/** Opens the session of a sign-in, with its trace. */
export async function enter(
  transaction: Transaction<Schema>,
  actor: Actor,
  { id, email, name, role }: Proved,
  { browser, agent, by }: Entrance,
): Promise<SignedInAccount> {
  await transaction.updateTable("account").set({ last_seen_at: new Date() }).where("id", "=", id).execute();
  await record(transaction, { action: "sign-in", account: id, actor, details: { browser, by } });
  const session = await openSession(transaction, { account: id, browser, address: actor.address, agent });
  return { session, email, name, role };
}
