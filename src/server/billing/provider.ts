import type { ProductTable, SubscriptionStatus } from "../db/index.ts";

/** A subscription as the provider has it now. */
export interface ProviderSubscription {
  readonly id: string;
  /** Our product; null where the provider's price is not one of ours. */
  readonly product: string | null;
  readonly status: SubscriptionStatus;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly canceledAt: Date | null;
  readonly endedAt: Date | null;
  readonly createdAt: Date;
}

export interface Card {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  /** Whether this card is charged. */
  readonly charged: boolean;
}

export interface ProviderInvoice {
  readonly id: string;
  readonly number: string | null;
  readonly status: "open" | "paid" | "uncollectible" | "void";
  readonly total: number;
  readonly amountDue: number;
  readonly amountPaid: number;
  readonly currency: string;
  readonly createdAt: Date;
  readonly url: string | null;
  readonly pdf: string | null;
}

/** What a change would cost at once; amounts in the smallest unit, what is given back negative. */
export interface ChangePreview {
  readonly currency: string;
  readonly total: number;
  readonly amountDue: number;
  readonly lines: readonly { readonly description: string; readonly amount: number }[];
}

/** An event of a webhook with a valid signature: only its id and whom it is about. */
interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly customer: string | null;
}

/**
 * The payment provider. Every write takes an idempotency key: the same key gives the same result again. Rejects with
 * ProblemAnswer `payment-failed` where a card does not pay and `payment-provider` where the provider does not answer.
 */
export interface PaymentProvider {
  createCustomer(
    who: { readonly account: string; readonly email: string; readonly name: string },
    key: string,
  ): Promise<string>;
  /** The page where a card is entered, to subscribe to a product or, without one, only to save the card. */
  checkout(
    what: {
      readonly customer: string;
      readonly product: ProductTable | null;
      readonly success: string;
      readonly cancel: string;
    },
    key: string,
  ): Promise<{ readonly id: string; readonly url: string }>;
  /** Of any status; none for a customer that the provider does not know. */
  subscriptions(customer: string): Promise<readonly ProviderSubscription[]>;
  /** Subscribes with a saved card. Returns the page on which the payment is completed, where that is needed. */
  subscribe(
    what: { readonly customer: string; readonly product: ProductTable; readonly card: string | null },
    key: string,
  ): Promise<{ readonly id: string; readonly complete: string | null }>;
  /** Changes product and charges the difference as of that second; a card that does not pay leaves all as it was. */
  change(subscription: string, product: ProductTable, at: number, key: string): Promise<void>;
  previewChange(customer: string, subscription: string, product: ProductTable, at: number): Promise<ChangePreview>;
  cancelAtPeriodEnd(subscription: string, on: boolean, key: string): Promise<void>;
  /** Ends a subscription at once. */
  end(subscription: string, key: string): Promise<void>;
  cards(customer: string): Promise<readonly Card[]>;
  attach(customer: string, card: string, key: string): Promise<void>;
  detach(card: string, key: string): Promise<void>;
  /** Makes a card the one that is charged, also for the subscriptions. */
  setDefault(customer: string, card: string, key: string): Promise<void>;
  /** Newest first, at most 1,000. */
  invoices(customer: string): Promise<readonly ProviderInvoice[]>;
  portal(customer: string, back: string, key: string): Promise<string>;
  /** Null where the signature is wrong or older than five minutes. */
  readEvent(body: Buffer, signature: string): ProviderEvent | null;
}
