import { sql } from "kysely";
import type { Transaction } from "kysely";
import { HOUR_SECONDS } from "../../vocabulary/index.ts";
import { PAGE_VISIT, SERVER_SOURCE } from "../../contract/index.ts";
import type { SignedIn } from "../auth/actor.ts";
import { newId, own } from "../db/index.ts";
import type { Db, Schema } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";

/** Events that one account can register in a day, so that a page in a loop cannot fill the disk. */
export const MAX_EVENTS_PER_DAY = 5_000;

interface NewEvent {
  readonly type: string;
  readonly source: string;
  readonly trigger: string;
  readonly payload: unknown;
}

/**
 * Stores an event and returns its id; null for an admin who acts as a user, since the event would count as the user's.
 * Throws the 429 answer beyond the daily number.
 */
export async function registerEvent(db: Db, actor: SignedIn, event: NewEvent): Promise<string | null> {
  if (actor.kind === "use-as") return null;
  const account = actor.account.id;
  const { today } = await db
    .selectFrom((query) =>
      query
        .selectFrom("event")
        .select("id")
        .where(own("event", account))
        .where("source", "!=", SERVER_SOURCE)
        .where("at", ">", sql<Date>`now() - interval '1 day'`)
        .limit(MAX_EVENTS_PER_DAY)
        .as("recent"),
    )
    .select(({ fn }) => fn.countAll<string>().as("today"))
    .executeTakeFirstOrThrow();
  if (Number(today) >= MAX_EVENTS_PER_DAY)
    throw new ProblemAnswer("too-many", "Too many events today.", [], HOUR_SECONDS);
  return insert(db, account, isVisit(event.type) ? { ...event, payload: withoutFragment(event.payload) } : event);
}

/** Stores an event of the server itself. */
export async function keepEvent(
  db: Db | Transaction<Schema>,
  account: string,
  event: Omit<NewEvent, "source">,
): Promise<void> {
  await insert(db, account, { ...event, source: SERVER_SOURCE });
}

async function insert(
  db: Db | Transaction<Schema>,
  account: string,
  { type, source, trigger, payload }: NewEvent,
): Promise<string> {
  const id = newId();
  await db
    .insertInto("event")
    .values({ id, account_id: account, type, source, trigger, payload: JSON.stringify(payload) })
    .execute();
  return id;
}

const isVisit = (type: string): boolean => type === PAGE_VISIT || type.startsWith(`${PAGE_VISIT}.`);

/** Mailed links carry their secret behind the #, so that part of an address is never kept. */
const withoutFragment = (payload: unknown): unknown =>
  typeof payload === "string" ? payload.replace(/#.*$/s, "") : payload;
