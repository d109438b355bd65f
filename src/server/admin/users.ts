import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { z } from "zod";
import type { Aggregate, UserItem, UserList, UsersAggregateQuery, UsersQuery } from "../../contract/index.ts";
import { IDLE_MS } from "../auth/sessions.ts";
import { inForce } from "../billing/limits.ts";
import type { AccountTable, Db, UserStatus } from "../db/index.ts";
import { noSuch } from "../problem.ts";

interface UserFilter {
  readonly trashed: boolean;
  readonly q: string;
  readonly status?: UserStatus | undefined;
  readonly role?: "super_admin" | "none" | undefined;
  readonly plan?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function filteredUsers(db: Db, { trashed, q, status, role, plan, from, to }: UserFilter) {
  return db
    .selectFrom("account as a")
    .where("a.deleted_at", trashed ? "is not" : "is", null)
    .$if(q !== "", (query) =>
      query.where(sql<boolean>`(strpos(a.email, lower(${q})) > 0 OR strpos(lower(a.name), lower(${q})) > 0)`),
    )
    .$if(status !== undefined, (query) => query.where("a.status", "=", status ?? "active"))
    .$if(role === "super_admin", (query) => query.where("a.role", "=", "super_admin"))
    .$if(role === "none", (query) => query.where("a.role", "is", null))
    .$if(plan !== undefined, (query) => query.where(PLAN, "=", plan ?? ""))
    .$if(from !== undefined, (query) => query.where("a.created_at", ">=", sql<Date>`${from}::date AT TIME ZONE 'UTC'`))
    .$if(to !== undefined, (query) =>
      query.where("a.created_at", "<", sql<Date>`(${to}::date + 1) AT TIME ZONE 'UTC'`),
    );
}

const PLAN = inForce(sql<string>`a.id`, "id");
const requests = sql<string>`(SELECT count(*) FROM data_request q WHERE q.account_id = a.id AND q.deleted_at IS NULL)`;
const COUNT_COLUMNS = [
  requests.as("requests"),
  PLAN.as("plan"),
  inForce(sql<string>`a.id`, "name").as("plan_name"),
] as const;
const COLUMNS = [
  "a.id",
  "a.email",
  "a.name",
  "a.status",
  "a.role",
  "a.totp_confirmed_at",
  "a.created_at",
  "a.last_seen_at",
  "a.deleted_at",
] as const;

interface Row {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: UserStatus;
  readonly role: AccountTable["role"];
  readonly totp_confirmed_at: Date | null;
  readonly created_at: Date;
  readonly last_seen_at: Date | null;
  readonly deleted_at: Date | null;
  readonly requests: string;
  readonly plan: string;
  readonly plan_name: string;
}

const itemOf = (row: Row): z.input<typeof UserItem> => ({
  id: row.id,
  email: row.email,
  name: row.name,
  status: row.status,
  roles: row.role === null ? [] : [row.role],
  second_factor: row.totp_confirmed_at !== null,
  plan: { id: row.plan, name: row.plan_name },
  requests: Number(row.requests),
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  deleted_at: row.deleted_at?.toISOString() ?? null,
});

type Sort = z.output<typeof UsersQuery>["sort"];
/** Times the newest first, texts in alphabetical order; users who were never seen come last. */
const ORDER: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  date: sql`a.created_at DESC, a.id DESC`,
  "-date": sql`a.created_at, a.id`,
  name: sql`lower(a.name), a.id`,
  "-name": sql`lower(a.name) DESC, a.id DESC`,
  email: sql`a.email, a.id`,
  "-email": sql`a.email DESC, a.id DESC`,
  seen: sql`a.last_seen_at DESC NULLS LAST, a.id DESC`,
  "-seen": sql`a.last_seen_at NULLS LAST, a.id`,
};

/** A page of the users, those in the trash or all others. */
export async function listUsers(
  db: Db,
  { page, page_size, sort, ...filter }: z.output<typeof UsersQuery>,
  trashed: boolean,
): Promise<z.input<typeof UserList>> {
  const found = filteredUsers(db, { ...filter, trashed });
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await found
    .select([...COLUMNS, ...COUNT_COLUMNS])
    .orderBy(ORDER[sort])
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { items: rows.map(itemOf), total: Number(total), page, page_size };
}

const KEYS: Readonly<Record<z.output<typeof UsersAggregateQuery>["by"], RawBuilder<string | null>>> = {
  status: sql<string>`a.status`,
  role: sql<string | null>`a.role`,
  plan: PLAN,
  month: sql<string>`to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM')`,
};

/** Counts the users that fit, by one of their fields; most frequent first. */
export async function aggregateUsers(
  db: Db,
  { by, ...filter }: z.output<typeof UsersAggregateQuery>,
): Promise<z.input<typeof Aggregate>> {
  const rows = await filteredUsers(db, { ...filter, trashed: false })
    .select(({ fn }) => [KEYS[by].as("key"), fn.countAll<string>().as("count")])
    .groupBy(sql`1`)
    .orderBy("count", "desc")
    .orderBy(sql`1`)
    .execute();
  return { items: rows.map(({ key, count }) => ({ key, count: Number(count) })) };
}

/** One user, in the trash or not, with their counts. */
export async function findUser(db: Db, id: string) {
  const row = await db
    .selectFrom("account as a")
    .select([
      ...COLUMNS,
      ...COUNT_COLUMNS,
      "a.preferences",
      sql<boolean>`a.password_hash IS NOT NULL`.as("password"),
      sql<string[]>`ARRAY(SELECT i.issuer FROM identity i WHERE i.account_id = a.id ORDER BY i.issuer)`.as(
        "identities",
      ),
      sql<string>`(SELECT count(*) FROM data_request q WHERE q.account_id = a.id AND q.deleted_at IS NOT NULL)`.as(
        "trashed_requests",
      ),
      sql<string>`(SELECT count(*) FROM session s WHERE s.account_id = a.id AND s.actor_id IS NULL
        AND s.expires_at > now() AND s.used_at > ${new Date(Date.now() - IDLE_MS)})`.as("sessions"),
      sql<string>`(SELECT count(*) FROM api_token t WHERE t.account_id = a.id AND t.revoked_at IS NULL
        AND (t.expires_at IS NULL OR t.expires_at > now()))`.as("tokens"),
    ])
    .where("a.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw noSuch("user");
  return {
    ...itemOf(row),
    password: row.password,
    identities: row.identities,
    trashed_requests: Number(row.trashed_requests),
    sessions: Number(row.sessions),
    tokens: Number(row.tokens),
    preferences: row.preferences,
  };
}
