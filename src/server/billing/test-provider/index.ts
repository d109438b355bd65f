import { randomBytes } from "node:crypto";
import { Stripe } from "stripe";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Db } from "../../db/index.ts";
import { testApi } from "./api.ts";
import type { TestEvent } from "./ledger.ts";
import { TEST_PAGES, testPages } from "./pages.ts";

/**
 * A payment provider that moves no money: the parts of Stripe's API that are used here, with their state in the account
 * database, hosted pages and signed webhooks. The real library talks to it. For machines without a key, never in production.
 */
export class TestProvider {
  /** Random secrets of this process. */
  readonly key = `sk_test_${randomBytes(24).toString("hex")}`;
  readonly webhookSecret = `whsec_${randomBytes(24).toString("hex")}`;
  readonly #db: Db;
  readonly #logger: Logger;
  readonly #pages: () => string;
  readonly #api: FastifyInstance;
  readonly #signer = new Stripe(this.key);
  #deliver: ((body: string, signature: string) => Promise<number>) | null = null;

  constructor(db: Db, publicUrl: string, logger: Logger) {
    this.#db = db;
    this.#logger = logger;
    this.#pages = () => `${publicUrl}${TEST_PAGES}`;
    this.#api = testApi({ db, key: this.key, pages: this.#pages, tell: async (events) => this.#tell(events) });
  }

  /** Listens on loopback; returns the port. */
  async listen(): Promise<number> {
    await this.#api.listen({ host: "127.0.0.1", port: 0 });
    const address = this.#api.server.address();
    if (address === null || typeof address === "string") throw new Error("The test payment provider has no port.");
    return address.port;
  }

  /** Adds the hosted pages to the application and sends webhooks to it from now on. */
  async mount(app: FastifyInstance, webhook: string): Promise<void> {
    await testPages(app, { db: this.#db, pages: this.#pages, tell: async (events) => this.#tell(events) });
    this.#deliver = async (body, signature) => {
      const { statusCode } = await app.inject({
        method: "POST",
        url: webhook,
        headers: { host: "localhost", "content-type": "application/json", "stripe-signature": signature },
        payload: body,
      });
      return statusCode;
    };
  }

  /** The header that belongs to a body, as the provider signs it. */
  sign(payload: string, timestamp = Math.floor(Date.now() / 1000)): string {
    return this.#signer.webhooks.generateTestHeaderString({ payload, secret: this.webhookSecret, timestamp });
  }

  async #tell(events: readonly TestEvent[]): Promise<void> {
    for (const event of events) {
      const body = JSON.stringify(event);
      const status = await this.#deliver?.(body, this.sign(body));
      // The scheduled sync makes up for a webhook that was not accepted.
      if (status !== 200) this.#logger.warn({ event: event.type, status }, "a test payment event was not taken");
    }
  }

  async close(): Promise<void> {
    await this.#api.close();
  }
}
