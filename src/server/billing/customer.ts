import type { Transaction } from "kysely";
import type { SignedIn } from "../auth/actor.ts";
import { own } from "../db/index.ts";
import type { Db, Schema } from "../db/index.ts";
import type { PaymentProvider } from "./provider.ts";

/** The account's customer at the provider; null where it never paid for anything. */
export async function customerOf(db: Db | Transaction<Schema>, account: string): Promise<string | null> {
  const row = await db
    .selectFrom("billing_customer")
    .select("provider_id")
    .where(own("billing_customer", account))
    .executeTakeFirst();
  return row?.provider_id ?? null;
}

/** The account's customer at the provider, made the first time. */
export async function ensureCustomer(
  transaction: Transaction<Schema>,
  provider: PaymentProvider,
  { account: { id, email, name } }: Pick<SignedIn, "account">,
): Promise<string> {
  const known = await customerOf(transaction, id);
  if (known !== null) return known;
  const made = await provider.createCustomer({ account: id, email, name }, `customer ${id}`);
  await transaction.insertInto("billing_customer").values({ account_id: id, provider_id: made }).execute();
  return made;
}
