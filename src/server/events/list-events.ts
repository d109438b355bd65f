import { sql } from "kysely";
import type { z } from "zod";
import type { EventList, UserEventList, UserEventQuery } from "../../contract/index.ts";
import { own } from "../db/index.ts";
import type { Db } from "../db/index.ts";

type Query = z.output<typeof UserEventQuery>;
/** Only the events, or all that users did. */
type Kind = "event" | "user_activity";

/** The events that match a query; a type includes those below it. */
function matchingEvents(db: Db, kind: Kind, { type, source, trigger, user, from, to }: Query) {
  return db
    .selectFrom(`${kind} as e`)
    .$if(type !== undefined, (query) =>
      query.where(sql<boolean>`(e.type = ${type} OR starts_with(e.type, ${`${type ?? ""}.`}))`),
    )
    .$if(source !== undefined, (query) => query.where("e.source", "=", source ?? ""))
    .$if(trigger !== undefined, (query) => query.where("e.trigger", "=", trigger ?? ""))
    .$if(user !== undefined, (query) => query.where(own(`${kind} as e`, user ?? "")))
    .$if(from !== undefined, (query) => query.where("e.at", ">=", sql<Date>`${from}::date AT TIME ZONE 'UTC'`))
    .$if(to !== undefined, (query) => query.where("e.at", "<", sql<Date>`(${to}::date + 1) AT TIME ZONE 'UTC'`));
}

async function page(db: Db, kind: Kind, query: Query) {
  const events = matchingEvents(db, kind, query);
  const { total } = await events.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const direction = query.sort === "-date" ? "asc" : "desc";
  const listed = events
    .orderBy("e.at", direction)
    .orderBy("e.id", direction)
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size);
  return { listed, total: Number(total) };
}

const FIELDS = ["e.id", "e.at", "e.type", "e.source", "e.trigger", "e.payload"] as const;

/** A page of one account's events. */
export async function listOwnEvents(
  db: Db,
  account: string,
  query: Omit<Query, "user">,
): Promise<z.input<typeof EventList>> {
  const { listed, total } = await page(db, "event", { ...query, user: account });
  const rows = await listed.select(FIELDS).execute();
  return {
    items: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    total,
    page: query.page,
    page_size: query.page_size,
  };
}

/** A page of the events of all users, with the user of each. For administrators only. */
export async function listUserEvents(db: Db, kind: Kind, query: Query): Promise<z.input<typeof UserEventList>> {
  const { listed, total } = await page(db, kind, query);
  const rows = await listed
    .innerJoin("account as a", "a.id", "e.account_id")
    .select([...FIELDS, "a.id as account", "a.email", "a.name"])
    .execute();
  return {
    items: rows.map(({ at, account, email, name, ...row }) => ({
      ...row,
      at: at.toISOString(),
      user: { id: account, email, name },
    })),
    total,
    page: query.page,
    page_size: query.page_size,
  };
}
