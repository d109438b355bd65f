import { sql } from "kysely";
import type { DashboardMetrics } from "../../contract/index.ts";
import { inForce, PAYING } from "../billing/limits.ts";
import { notInTrash } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { countDays, countEvents, countExports, countRuns, emptyDay } from "./run-counts.ts";
import { dayOf, daysOf, isInSpan } from "./span.ts";
import type { Span } from "./span.ts";

/** The dashboard of administrators: current users, plans and revenue, and runs and downloads of some days. */
export async function dashboardMetrics(db: Db, span: Span): Promise<DashboardMetrics> {
  const { by_cause: _, last_at: __, ...runs } = await countRuns(db, { span });
  const { last_at: ___, ...exports } = await countExports(db, { span });
  return {
    ...span,
    users: await countUsers(db),
    requests: await countAllRequests(db),
    runs,
    exports,
    events: await countEvents(db, { span }),
    plans: await usersByPlan(db),
    subscriptions: await subscriptionsByStatus(db),
    revenue: await revenue(db),
    days: await days(db, span),
  };
}

const seenWithin = (age: string) => sql<string>`count(*) FILTER (WHERE last_seen_at > now() - ${age}::interval)`;

async function countUsers(db: Db): Promise<DashboardMetrics["users"]> {
  const rows = await db
    .selectFrom("account")
    .select(({ fn }) => [
      "status",
      sql<boolean>`deleted_at IS NOT NULL`.as("trashed"),
      fn.countAll<string>().as("users"),
      seenWithin("1 day").as("day"),
      seenWithin("7 days").as("week"),
      seenWithin("30 days").as("month"),
    ])
    .groupBy(["status", sql`2`])
    .execute();
  const by_status = { active: 0, blocked: 0, pending_confirmation: 0 };
  const active = { day: 0, week: 0, month: 0 };
  let [total, trashed] = [0, 0];
  for (const row of rows) {
    const users = Number(row.users);
    if (row.trashed) {
      trashed += users;
      continue;
    }
    total += users;
    by_status[row.status] += users;
    active.day += Number(row.day);
    active.week += Number(row.week);
    active.month += Number(row.month);
  }
  return { total, trashed, by_status, active };
}

async function countAllRequests(db: Db): Promise<DashboardMetrics["requests"]> {
  const { total, trashed, updates } = await db
    .selectFrom("data_request")
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere(notInTrash("data_request")).as("total"),
      fn.count<string>("deleted_at").as("trashed"),
      fn
        .countAll<string>()
        .filterWhere(notInTrash("data_request"))
        .filterWhere("data_updates", "=", true)
        .as("updates"),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(total), trashed: Number(trashed), data_updates: Number(updates) };
}

/** Users that are not in the trash by the product in force, the worst plan first. */
async function usersByPlan(db: Db): Promise<DashboardMetrics["plans"]> {
  const rows = await db
    .selectFrom("account as a")
    .innerJoin("product as p", (join) => join.on("p.id", "=", inForce(sql<string>`a.id`, "id")))
    .select(({ fn }) => ["p.id as product_id", "p.name", "p.plan_type", fn.countAll<string>().as("users")])
    .where(notInTrash("account as a"))
    .groupBy(["p.id", "p.name", "p.plan_type", "p.rank"])
    .orderBy("p.rank")
    .execute();
  return rows.map(({ users, ...row }) => ({ ...row, users: Number(users) }));
}

async function subscriptionsByStatus(db: Db): Promise<DashboardMetrics["subscriptions"]> {
  const rows = await db
    .selectFrom("subscription as s")
    .innerJoin("product as p", "p.id", "s.product_id")
    .select(({ fn }) => [
      "p.id as product_id",
      "p.name",
      "s.status",
      sql<boolean>`s.provider_id IS NULL`.as("given"),
      fn.countAll<string>().as("count"),
    ])
    .groupBy(["p.id", "p.name", "p.rank", "s.status", sql`4`])
    .orderBy("p.rank")
    .orderBy("s.status")
    .orderBy(sql`4`)
    .execute();
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}

/** Of subscriptions that the provider charges for; it collects nothing of a trial. */
async function revenue(db: Db): Promise<DashboardMetrics["revenue"]> {
  const rows = await db
    .selectFrom("subscription as s")
    .innerJoin("product as p", "p.id", "s.product_id")
    .select(({ fn }) => [
      "p.currency",
      sql<string>`round(sum(p.price::numeric / CASE p.billing_interval WHEN 'year' THEN 12 ELSE 1 END))`.as("monthly"),
      fn.countAll<string>().as("subscriptions"),
    ])
    .where("s.provider_id", "is not", null)
    .where("s.status", "in", [...PAYING])
    .groupBy("p.currency")
    .orderBy("p.currency")
    .execute();
  return rows.map((row) => ({
    currency: row.currency,
    monthly: Number(row.monthly),
    subscriptions: Number(row.subscriptions),
  }));
}

async function days(db: Db, span: Span): Promise<DashboardMetrics["days"]> {
  const created = sql<Date>`a.created_at`;
  const signUps = await db
    .selectFrom("account as a")
    .select(({ fn }) => [dayOf(created).as("date"), fn.countAll<string>().as("count")])
    .where(isInSpan(created, span))
    .groupBy(sql`1`)
    .execute();
  const at = sql<Date>`e.at`;
  // Daily updates and events of the server do not show that a user was active.
  const active = await db
    .selectFrom("user_activity as e")
    .select([dayOf(at).as("date"), sql<string>`count(DISTINCT e.account_id)`.as("count")])
    .where("e.trigger", "=", "user")
    .where(isInSpan(at, span))
    .groupBy(sql`1`)
    .execute();
  const byDay = (rows: readonly { readonly date: string; readonly count: string }[]): ReadonlyMap<string, number> =>
    new Map(rows.map(({ date, count }) => [date, Number(count)]));
  const [signedUp, seen, counts] = [byDay(signUps), byDay(active), await countDays(db, { span })];
  return daysOf(span).map((date) => ({
    ...(counts.get(date) ?? emptyDay(date)),
    sign_ups: signedUp.get(date) ?? 0,
    active_users: seen.get(date) ?? 0,
  }));
}
