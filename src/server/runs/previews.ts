import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Logger } from "pino";
import type { Market, Snapshot } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { attemptOf, dropRun, storedRuns } from "../../scan/index.ts";
import { HOUR_SECONDS } from "../../vocabulary/index.ts";
import { notification, notify } from "../changes/change.ts";
import { newId, own } from "../db/index.ts";
import type { Db, RunState, Schema } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { exportMeta } from "./export-meta.ts";
import { answeredBy, questionOf, showAgain } from "./kept-previews.ts";
import { CANCELLED, OPEN_STATUSES } from "./run-status.ts";
import type { RunView } from "./run-view.ts";

interface PreviewsParts {
  readonly db: Db;
  readonly market: Market;
  /** Owner of the result tables in the market. */
  readonly owner: string;
  /** Whether a page's finished previews answer the same question again. */
  readonly keeps: boolean;
  readonly logger: Logger;
}

/** Browser pages of one account whose last previews are kept, and how many of its previews may wait. */
const MAX_PAGES_PER_ACCOUNT = 16;
const MAX_WAITING = 4;
/** Pages of all accounts. Beyond it, pages that were idle for this long are dropped; without any, no preview starts. */
const MAX_PAGES = 512;
const IDLE_PAGE_SECONDS = 600;
/** Previews that nobody has asked for since are dropped. */
const KEPT_HOURS = 24;
/** How exactly it is known when somebody last asked. */
const SEEN_MS = 60_000;
/** A result table without a row may belong to a market activity that is being computed. */
const LEFTOVER_MS = HOUR_SECONDS * 1000;

/** The ids of previews, and the names of their tables with the number of the attempt, differ from those of runs. */
const PREFIX = "p";
const ID = /^p[0-9a-z]{26}$/;
const TABLE_NAME = /^p[0-9a-z]{26}(?:_\d+)?$/;

export const isPreview = (id: string): boolean => ID.test(id);
export const isOfPreview = (name: string): boolean => TABLE_NAME.test(name);

/** A row that is no more, and what it may have left in the market. */
interface Dropped {
  readonly id: string;
  readonly attempt: number;
}

/** A preview that another takes the place of. */
interface Replaced extends Dropped {
  readonly account_id: string;
}

/** The change of a preview's status, as other processes and open pages are told. */
export const previewChange = (preview: Replaced, status: RunState) => ({
  kind: "status" as const,
  account: preview.account_id,
  request: preview.id,
  run: preview.id,
  attempt: preview.attempt,
  status,
});

/**
 * Scans that nobody keeps: one at a time for each page; its rows stay until some more previews of the page have finished. They
 * are rows of a table that any server reads and any worker takes from. After a crash of PostgreSQL there are none.
 */
export class Previews {
  readonly #parts: PreviewsParts;

  constructor(parts: PreviewsParts) {
    this.#parts = parts;
  }

  /** A preview of that account; null where there is none. */
  async get(account: string, id: string): Promise<RunView | null> {
    if (!isPreview(id)) return null;
    const { db } = this.#parts;
    const row = await db
      .selectFrom("preview")
      .selectAll()
      .where(own("preview", account, { id }))
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.seen_at.getTime() < Date.now() - SEEN_MS)
      await db
        .updateTable("preview")
        .set({ seen_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute();
    const { status, meta, progress, error, finished } = row;
    return {
      id,
      run: id,
      preview: true,
      name: meta.requestName,
      created: row.created_at,
      status,
      meta,
      progress,
      error,
      finished,
      older: null,
    };
  }

  /**
   * Enqueues a preview; the page's running one ends, its finished one stays. Where one that stays has answered the same, of
   * the same data, that is the answer. One account's pages take no room of another's. Throws the answer `too-many`, or
   * `overloaded` where there are too many of all.
   */
  async start(
    account: string,
    page: string,
    request: ScanRequest,
    snapshot: Snapshot,
  ): Promise<Pick<RunView, "id" | "status">> {
    const { db, keeps } = this.#parts;
    const id = PREFIX + newId();
    const status = "Pending";
    const question = keeps ? questionOf(snapshot, request) : null;
    const known = question === null ? null : await answeredBy(db, snapshot, { account, page, question });
    const { dropped, answered } = await db.transaction().execute(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`previews of ${account}`}, 0))`.execute(transaction);
      const { replaced, left } = await makeRoom(transaction, account, page);
      const cancelled = [...replaced, ...left].map((older) => previewChange(older, "Cancelled"));
      await notify(transaction, cancelled);
      if (known !== null && (await showAgain(transaction, account, known))) return { dropped: left, answered: true };
      await transaction
        .with("made", (query) =>
          query
            .insertInto("preview")
            .values({ id, account_id: account, page, status, question, meta: JSON.stringify(exportMeta(request)) })
            .returning("id"),
        )
        .selectFrom("made")
        .select(notification(previewChange({ id, account_id: account, attempt: 0 }, status)).as("told"))
        .execute();
      return { dropped: left, answered: false };
    });
    await this.drop(dropped);
    return answered && known !== null ? { id: known, status: "Finished" } : { id, status };
  }

  async cancel(account: string, id: string): Promise<void> {
    await this.#parts.db.transaction().execute(async (transaction) => {
      const cancelled = await transaction
        .updateTable("preview")
        .set({ status: "Cancelled", progress: null, error: JSON.stringify(CANCELLED) })
        .where(own("preview", account, { id }))
        .where("status", "in", OPEN_STATUSES)
        .returning(["id", "account_id", "attempt"])
        .execute();
      await notify(
        transaction,
        cancelled.map((preview) => previewChange(preview, "Cancelled")),
      );
    });
  }

  /** Drops the tables of rows that are no more. */
  async drop(previews: readonly Dropped[]): Promise<void> {
    const { market, logger } = this.#parts;
    await Promise.all(
      previews.map(({ id, attempt }) =>
        dropRun(market, attemptOf(id, attempt)).catch((error: unknown) => {
          // The sweep drops it.
          logger.warn({ err: error }, "could not drop a preview");
        }),
      ),
    );
  }

  /** Drops previews that nobody has asked for in a day, and tables that have no row: a process died, or PostgreSQL. */
  async sweep(): Promise<void> {
    const { db, market, owner } = this.#parts;
    const old = await db
      .deleteFrom("preview")
      .where("seen_at", "<", sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
      .returning(["id", "attempt"])
      .execute();
    await this.drop(old);
    const stored = await storedRuns(market, owner, new Date(Date.now() - LEFTOVER_MS));
    const names = stored.filter(({ name, ours }) => ours && isOfPreview(name)).map(({ name }) => name);
    if (names.length === 0) return;
    const rows = await db.selectFrom("preview").select(["id", "attempt"]).execute();
    const known = new Set(rows.map(({ id, attempt }) => attemptOf(id, attempt)));
    for (const name of names) if (!known.has(name)) await dropRun(market, name);
  }
}

/**
 * Cancels the page's open previews, checks that the account may have one more waiting, and deletes its oldest page where it
 * has the maximum, and idle ones where all accounts have too many. Returns what was cancelled and what was deleted.
 */
async function makeRoom(transaction: Transaction<Schema>, account: string, page: string) {
  const mine = own("preview", account);
  const columns = ["id", "account_id", "attempt"] as const;
  const { replaced, waiting, others, known, pages } = await transaction
    .with("replaced", (query) =>
      query
        .updateTable("preview")
        .set({ status: "Cancelled", progress: null, error: JSON.stringify(CANCELLED) })
        .where(mine)
        .where("page", "=", page)
        .where("status", "in", OPEN_STATUSES)
        .returning(columns),
    )
    .selectFrom("preview")
    .select([
      sql<readonly Replaced[]>`(SELECT coalesce(json_agg(replaced), '[]') FROM replaced)`.as("replaced"),
      sql<number>`(count(*) FILTER (WHERE status = 'Pending' AND ${mine} AND page <> ${page}))::int`.as("waiting"),
      sql<number>`(count(DISTINCT page) FILTER (WHERE ${mine}))::int`.as("others"),
      sql<boolean>`coalesce(bool_or(page = ${page} AND ${mine}), false)`.as("known"),
      sql<number>`count(DISTINCT (account_id, page))::int`.as("pages"),
    ])
    .executeTakeFirstOrThrow();
  if (waiting >= MAX_WAITING) throw new ProblemAnswer("too-many", "Too many previews are waiting.", [], 2);
  if (known) return { replaced, left: [] };
  if (others >= MAX_PAGES_PER_ACCOUNT) {
    const left = await transaction
      .deleteFrom("preview")
      .where(mine)
      .where("page", "=", (query) =>
        query
          .selectFrom("preview")
          .select("page")
          .where(mine)
          .groupBy("page")
          .orderBy(sql`max(created_at)`)
          .limit(1),
      )
      .returning(columns)
      .execute();
    return { replaced, left };
  }
  if (pages < MAX_PAGES) return { replaced, left: [] };
  const left = await transaction
    .deleteFrom("preview")
    .where(
      sql<boolean>`(account_id, page) IN (SELECT account_id, page FROM preview GROUP BY 1, 2 HAVING max(seen_at) < now() - make_interval(secs => ${IDLE_PAGE_SECONDS}))`,
    )
    .returning(columns)
    .execute();
  if (left.length === 0) throw new ProblemAnswer("overloaded", "Too many previews are open.", [], 60);
  return { replaced, left };
}
