import type { Transaction } from "kysely";
import { pino } from "pino";
import { endAccess } from "../accounts/end-access.ts";
import { COMMAND_LINE, record } from "../audit.ts";
import { notInTrash, openDatabase, own } from "../db/index.ts";
import type { AccountTable, Database, Db, Schema, UserStatus } from "../db/index.ts";

interface Admin {
  readonly email: string;
  readonly name: string;
  readonly status: UserStatus;
  readonly secondFactor: boolean;
}

/** Opens the account database of a data folder for `work`, also while a server runs on it. */
export const withAccounts = <T>(data: string, url: string | null, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabase(data, url, ({ db }) => work(db));

/** The same, given the whole Database. */
export async function withDatabase<T>(
  data: string,
  url: string | null,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const logger = pino({ level: "warn" }, pino.destination(2));
  const database = await openDatabase({ data, url, logger });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Administrators by e-mail. */
export async function admins(db: Db): Promise<readonly Admin[]> {
  const rows = await db
    .selectFrom("account")
    .select(["email", "name", "status", "totp_confirmed_at"])
    .where("role", "=", "super_admin")
    .where(notInTrash("account"))
    .orderBy("email")
    .execute();
  return rows.map(({ totp_confirmed_at: on, ...row }) => ({ ...row, secondFactor: on !== null }));
}

/** Makes an account an administrator's; returns why that is not possible, or null. */
export async function grantAdmin(db: Db, email: string): Promise<string | null> {
  return withAccount(db, email, async (transaction, { id, role, status }) => {
    if (role !== null) return `${email} is an administrator already.`;
    if (status !== "active") return `${email} is not active but ${status}.`;
    // Ends sessions in which an admin uses the app as this user, who is now an administrator.
    await transaction.deleteFrom("session").where(own("session", id)).where("actor_id", "is not", null).execute();
    await setRole(transaction, id, "super_admin");
    return null;
  });
}

/** Takes the role back; every session of the account ends. Returns why that is not possible, or null. */
export async function revokeAdmin(db: Db, email: string): Promise<string | null> {
  return withAccount(db, email, async (transaction, { id, role }) => {
    if (role === null) return `${email} is no administrator.`;
    await endAccess(transaction, id, "role-changed");
    await setRole(transaction, id, null);
    return null;
  });
}

async function setRole(transaction: Transaction<Schema>, id: string, role: AccountTable["role"]): Promise<void> {
  await transaction.updateTable("account").set({ role, updated_at: new Date() }).where("id", "=", id).execute();
  await record(transaction, { action: "role-changed", account: id, actor: COMMAND_LINE, details: { role } });
}

type Found = Pick<AccountTable, "id" | "role" | "status">;

async function withAccount(
  db: Db,
  email: string,
  change: (transaction: Transaction<Schema>, account: Found) => Promise<string | null>,
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom("account")
      .select(["id", "role", "status"])
      .where("email", "=", email.trim().toLowerCase())
      .where(notInTrash("account"))
      .forNoKeyUpdate()
      .executeTakeFirst();
    return found === undefined ? `There is no account of ${email}.` : change(transaction, found);
  });
}
