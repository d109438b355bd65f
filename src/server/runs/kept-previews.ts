import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import { hasRowsOf } from "../../scan/index.ts";
import type { Snapshot } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { NEWEST_STEP, own } from "../db/index.ts";
import type { Db, Schema } from "../db/index.ts";
import { PROGRAM_VERSION } from "../program-version.ts";

/*
 * The last finished previews of a page stay, with their rows. A change that is taken back, or a filter that is switched off
 * and on again, asks the question of one of them, of the same data: it is the answer then, and nothing is computed.
 */

/** Finished previews of a page that stay, the one on screen included. */
export const PREVIEWS_PER_PAGE = 5;
/** Rows of a preview that stays beside the one on screen: disk is cheap, but not without end. */
export const MAX_KEPT_ROWS = 5_000;

/** What a preview answers: equal where the request is the same but for its name, on the same data by the same program. */
export function questionOf({ number, label, database }: Snapshot, request: ScanRequest): string {
  const { name: _name, source, own: data, ...read } = request;
  const versions = [...(data?.lists ?? []), ...(data?.numbers ?? [])].map(({ name, version }) => [name, version]);
  const sent =
    typeof source === "object" && source !== null ? Object.entries(source).filter(([key]) => key !== "name") : source;
  const of = [PROGRAM_VERSION, NEWEST_STEP, database, number, label?.id, read, sent, versions];
  return createHash("sha256").update(JSON.stringify(of)).digest("hex");
}

/** The finished preview of a page that answers a question, and whose rows are there; null where there is none. */
export async function answeredBy(
  db: Db,
  snapshot: Snapshot,
  { account, page, question }: { readonly account: string; readonly page: string; readonly question: string },
): Promise<string | null> {
  const found = await db
    .selectFrom("preview")
    .select(["id", "finished"])
    .where(own("preview", account))
    .where("page", "=", page)
    .where("question", "=", question)
    .where("status", "=", "Finished")
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  if (found?.finished == null) return null;
  // A market whose engine was made anew has other rows, or none.
  return (await hasRowsOf(snapshot, found.finished)) ? found.id : null;
}

/** Makes a finished preview the page's newest again; false where it has gone meanwhile. */
export async function showAgain(transaction: Transaction<Schema>, account: string, id: string): Promise<boolean> {
  const shown = await transaction
    .updateTable("preview")
    .set({ created_at: sql<Date>`clock_timestamp()`, seen_at: sql<Date>`now()` })
    .where(own("preview", account, { id }))
    .where("status", "=", "Finished")
    .returning("id")
    .executeTakeFirst();
  return shown !== undefined;
}

/** Of a preview `p` that is older than the one that finishes, `d`: that it stays. */
export const STAYS: RawBuilder<boolean> = sql<boolean>`(p.status = 'Finished' AND p.question IS NOT NULL
  AND (p.finished->>'rows')::float8 <= ${MAX_KEPT_ROWS}
  AND (SELECT count(*) FROM preview AS n WHERE (n.account_id, n.page) = (p.account_id, p.page) AND n.status = 'Finished'
    AND (n.created_at, n.id) > (p.created_at, p.id)) < ${PREVIEWS_PER_PAGE - 1})`;
