import { AsyncLocalStorage } from "node:async_hooks";
import type { Kysely, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

interface OpenTransaction {
  readonly transaction: Transaction<Schema>;
  /** False once the transaction has ended: work that continues after it uses other connections. */
  open: boolean;
}

const held = new AsyncLocalStorage<OpenTransaction>();

/** The same database, whose statements and transactions join the one that `inOneTransaction` has begun around them. */
export function joining(db: Kysely<Schema>): Kysely<Schema> {
  return new Proxy(db, {
    get(own, property) {
      const store = held.getStore();
      const joined = store?.open === true ? store.transaction : null;
      if (joined !== null && property === "transaction") {
        return () => ({ execute: <T>(work: (transaction: Transaction<Schema>) => Promise<T>) => work(joined) });
      }
      const target = joined ?? own;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Runs `work` so that all it does with the database is one transaction, committed together or not at all. */
export function inOneTransaction<T>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const mine: OpenTransaction = { transaction, open: true };
    try {
      return await held.run(mine, () => work(transaction));
    } finally {
      mine.open = false;
    }
  });
}
