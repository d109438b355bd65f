import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { ROUTES } from "../../contract/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { endSubscriptions, endWhereGone } from "./end-subscriptions.ts";
import type { PaymentProvider } from "./provider.ts";
import { stripeProvider } from "./stripe-provider.ts";
import { staleCustomers, syncCustomer } from "./sync.ts";
import { TestProvider } from "./test-provider/index.ts";

/** Payment as configured: by the real provider, by the test provider outside production, or not at all. */
export interface Payments {
  readonly provider: PaymentProvider | null;
  readonly test: TestProvider | null;
  /** Adds the test provider's pages to the application. */
  mount(app: FastifyInstance): Promise<void>;
  /** Starts the workers of the jobs that refresh subscriptions. */
  work(): Promise<void>;
  close(): Promise<void>;
}

interface PaymentParts {
  readonly config: Config;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly publicUrl: string;
}

export async function openPayments({ config, db, jobs, logger, publicUrl }: PaymentParts): Promise<Payments> {
  const test = config.stripe === null && !config.production ? new TestProvider(db, publicUrl, logger) : null;
  if (test === null) await endTests(db);
  const provider =
    config.stripe !== null
      ? stripeProvider({ key: config.stripe.secretKey, webhookSecret: config.stripe.webhookSecret, testPort: null })
      : test !== null
        ? stripeProvider({ key: test.key, webhookSecret: test.webhookSecret, testPort: await test.listen() })
        : null;
  return {
    provider,
    test,
    async mount(app) {
      await test?.mount(app, ROUTES.paymentEvent.path);
    },
    async work() {
      if (provider === null) return;
      await jobs.work("billing-sync", async ({ data: { customer } }) => {
        await syncCustomer(db, provider, customer, logger);
        await endWhereGone(db, jobs, customer);
      });
      await jobs.work("billing-end", async ({ id, data }) => endSubscriptions({ db, provider, logger, job: id }, data));
      await jobs.work("billing-sweep", async () => {
        const customers = await staleCustomers(db);
        await db.transaction().execute(async (transaction) => {
          for (const customer of customers) await jobs.enqueue(transaction, "billing-sync", { customer });
        });
        await db
          .deleteFrom("billing_event")
          .where("received_at", "<", sql<Date>`now() - interval '90 days'`)
          .execute();
      });
    },
    async close() {
      await test?.close();
    },
  };
}

/** Ends subscriptions of the test provider where the real one is configured. */
async function endTests(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("subscription")
      .set({ status: "canceled", ended_at: sql`now()`, updated_at: sql`now()` })
      .where("provider_id", "like", "sub\\_test\\_%")
      .where("status", "not in", ["canceled", "incomplete_expired"])
      .execute();
    await transaction.deleteFrom("billing_customer").where("provider_id", "like", "cus\\_test\\_%").execute();
  });
}
