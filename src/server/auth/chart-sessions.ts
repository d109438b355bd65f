import { sql } from "kysely";
import { HOUR_MS } from "../../vocabulary/index.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { ActingAccount, SignedIn } from "./actor.ts";
import { hashOf, newSecret } from "./secrets.ts";
import type { Secret } from "./secrets.ts";
import { liveActor } from "./sessions.ts";
import type { SessionActor } from "./sessions.ts";

/** Prefix of the bearer of a charting page. */
export const CHART_PREFIX = "sbc_";
/** A code is used at once. */
const CODE_MS = 60_000;
/** Short, since a charting page asks for a new session by itself. */
const CHART_SESSION_MS = 12 * HOUR_MS;
/** Codes of one session that wait at a time: as many tabs as anybody opens in a minute. */
const MAX_WAITING_CODES = 20;

/** Makes a code for the calling session, which works once; null where an API token calls, or the session has ended. */
export async function newChartCode(db: Db, actor: SignedIn): Promise<{ code: Secret; expires: Date } | null> {
  if (actor.kind === "token") return null;
  const code = newSecret();
  const expires = new Date(Date.now() + CODE_MS);
  return db.transaction().execute(async (transaction) => {
    const from = await transaction
      .selectFrom("session")
      .select("token_hash")
      .where("id", "=", actor.session)
      .forUpdate()
      .executeTakeFirst();
    if (from === undefined) return null;
    const waiting = await transaction
      .selectFrom("chart_code")
      .select("code_hash")
      .where("session_hash", "=", from.token_hash)
      .orderBy("expires_at", "desc")
      .offset(MAX_WAITING_CODES - 1)
      .execute();
    const hashes = waiting.map((row) => row.code_hash);
    if (hashes.length > 0) await transaction.deleteFrom("chart_code").where("code_hash", "in", hashes).execute();
    await transaction
      .insertInto("chart_code")
      .values({ code_hash: code.hash, session_hash: from.token_hash, expires_at: expires })
      .execute();
    return { code, expires };
  });
}

interface OpenedChart {
  readonly token: Secret;
  readonly expires: Date;
  readonly account: ActingAccount;
}

/** Takes a code for a session of the charting page. Throws the answer `unauthorized` for one that is none, used or too old. */
export async function redeemChartCode(db: Db, code: string, address: string): Promise<OpenedChart> {
  const used = new ProblemAnswer("unauthorized", "This link to the charts has been used or has expired.");
  // Deleted as it is read, so that it works only once.
  const taken = await db
    .deleteFrom("chart_code")
    .where("code_hash", "=", hashOf(code))
    .returning(["session_hash", "expires_at"])
    .executeTakeFirst();
  if (taken === undefined || taken.expires_at.getTime() < Date.now()) throw used;
  // The code replaces the cookie half: only a caller with both halves was given it.
  const actor = await liveActor(db, taken.session_hash, address, () => true);
  if (actor === null) throw used;
  const token = newSecret(CHART_PREFIX);
  const expires = new Date(Date.now() + CHART_SESSION_MS);
  await db
    .insertInto("chart_session")
    .values({ token_hash: token.hash, session_hash: taken.session_hash, expires_at: expires })
    .execute();
  return { token, expires, account: actor.account };
}

/** The account of a charting page; null where its session, or the one that it came from, has ended. */
export async function actorOfChart(db: Db, bearer: string, address: string): Promise<SessionActor | null> {
  const row = await db
    .selectFrom("chart_session")
    .select("session_hash")
    .where("token_hash", "=", hashOf(bearer))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  const actor = row && (await liveActor(db, row.session_hash, address, () => true));
  return actor ? { ...actor, only: "chart" } : null;
}

/** Ends the session of a charting page. */
export async function endChartSession(db: Db, bearer: string): Promise<void> {
  await db.deleteFrom("chart_session").where("token_hash", "=", hashOf(bearer)).execute();
}
