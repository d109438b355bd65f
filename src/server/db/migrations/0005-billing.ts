import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Products with their limits, subscriptions as the payment provider last told them, and its events. */
export const billing: Migration = {
  async up(db) {
    await sql`
      CREATE TABLE product (
        id text PRIMARY KEY,
        name text NOT NULL,
        description text NOT NULL,
        plan_type text NOT NULL CHECK (plan_type IN ('free', 'paid')),
        /* In the smallest unit of the currency. */
        price integer NOT NULL CHECK (price >= 0),
        currency text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
        billing_interval text NOT NULL CHECK (billing_interval IN ('month', 'year')),
        number_of_filter integer NOT NULL CHECK (number_of_filter > 0),
        number_of_columns integer NOT NULL CHECK (number_of_columns > 0),
        daily_updates boolean NOT NULL,
        requests_at_once integer NOT NULL CHECK (requests_at_once > 0),
        /* How far back charts reach; null for as far as there is data. */
        chart_days integer,
        chart_export_enabled boolean NOT NULL,
        chart_indicator_enabled boolean NOT NULL,
        chart_timeframe text[] NOT NULL,
        /* Whether it can be subscribed to; the others are given. */
        offered boolean NOT NULL,
        /* The better the product, the higher. */
        rank integer NOT NULL UNIQUE
      )`.execute(db);
    // An account without a subscription has the free plan, so there is one, and only one.
    await sql`CREATE UNIQUE INDEX product_free ON product ((true)) WHERE plan_type = 'free'`.execute(db);
    await sql`
      INSERT INTO product VALUES
        ('free', 'Free', 'Every formula, every template, one scan at a time.', 'free', 0, 'usd', 'month',
          5, 20, false, 1, 365, false, false, ARRAY['1D'], true, 0),
        ('starter', 'Starter', 'Larger requests that update themselves every day.', 'paid', 2900, 'usd', 'month',
          15, 60, true, 1, 1825, true, true, ARRAY['5m', '1h', '1D'], true, 10),
        ('professional', 'Professional', 'Two scans at once, all timeframes, all history.', 'paid', 7900, 'usd', 'month',
          50, 200, true, 2, NULL, true, true, ARRAY['1m', '5m', '15m', '30m', '1h', '1D', '1W'], true, 20),
        ('professional_year', 'Professional, yearly', 'Professional, ten months'' price for twelve.', 'paid', 79000, 'usd', 'year',
          50, 200, true, 2, NULL, true, true, ARRAY['1m', '5m', '15m', '30m', '1h', '1D', '1W'], true, 21),
        ('unlimited', 'Unlimited', 'Given, not sold: everything can be tried.', 'paid', 0, 'usd', 'month',
          1000, 2000, true, 2, NULL, true, true, ARRAY['1m', '5m', '15m', '30m', '1h', '1D', '1W'], false, 30)`.execute(
      db,
    );
    await sql`
      CREATE TABLE billing_customer (
        account_id text PRIMARY KEY REFERENCES account ON DELETE CASCADE,
        provider_id text NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        /* When its state was last read from the provider. */
        synced_at timestamptz
      )`.execute(db);
    await sql`
      CREATE TABLE subscription (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
        product_id text NOT NULL REFERENCES product,
        /* Null for one that was given and not paid for. */
        provider_id text UNIQUE,
        status text NOT NULL CHECK (status IN
          ('active', 'unpaid', 'past_due', 'canceled', 'trialing', 'incomplete', 'incomplete_expired')),
        period_start timestamptz,
        period_end timestamptz,
        cancel_at_period_end boolean NOT NULL DEFAULT false,
        canceled_at timestamptz,
        ended_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`.execute(db);
    await sql`CREATE INDEX subscription_account ON subscription (account_id, created_at DESC)`.execute(db);
    await sql`
      CREATE TABLE billing_event (
        /* The provider's id: what came twice is seen once. */
        id text PRIMARY KEY,
        type text NOT NULL,
        customer text,
        received_at timestamptz NOT NULL DEFAULT now()
      )`.execute(db);
    await sql`CREATE INDEX billing_event_received ON billing_event (received_at)`.execute(db);
    await sql`
      CREATE TABLE test_payment (
        /* What the test provider knows, an object a row; empty where a real one is set up. */
        id text PRIMARY KEY,
        kind text NOT NULL,
        customer text,
        body jsonb NOT NULL,
        made bigint GENERATED ALWAYS AS IDENTITY
      )`.execute(db);
    await sql`CREATE INDEX test_payment_kind ON test_payment (kind, customer, made DESC)`.execute(db);
    // The demo account was made before there were plans; under this one everything can be tried.
    await sql`
      INSERT INTO subscription (id, account_id, product_id, status)
      SELECT 'given' || id, id, 'unlimited', 'active' FROM account WHERE email = 'demo@scanbook.local'`.execute(db);
  },
};
