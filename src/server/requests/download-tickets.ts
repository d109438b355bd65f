import { sql } from "kysely";
import type { ExportView, Format } from "../../contract/index.ts";
import type { ExportMeta } from "../../export/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import type { SignedIn } from "../auth/actor.ts";
import { hashOf, newSecret } from "../auth/secrets.ts";
import type { Secret } from "../auth/secrets.ts";
import { notInTrash, own } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";

/** Lifetime of a ticket, from the click to the first byte. */
export const TICKET_MS = 60_000;

interface TicketedFile {
  readonly account: string;
  /** By an admin who acted as the account. */
  readonly acted: boolean;
  readonly request: string;
  readonly run: string;
  readonly format: Format;
  readonly meta: ExportMeta;
  readonly finished: FinishedRun;
  /** Which rows; null for all. */
  readonly view: ExportView | null;
}

/**
 * A ticket for some of the rows is stored under another hash: a server of an earlier version, which knows no such tickets,
 * does not find it instead of giving all rows.
 */
const hashOfView = (text: string): Buffer => hashOf(`rows ${text}`);

/** Makes a ticket for one file of a run. Its secret is only returned here and stored as a hash. */
export async function giveTicket(
  db: Db,
  actor: SignedIn,
  { run, format, view }: Pick<TicketedFile, "run" | "format" | "view">,
): Promise<{ readonly secret: Secret; readonly expires: Date }> {
  const secret = newSecret();
  const expires = new Date(Date.now() + TICKET_MS);
  await db
    .deleteFrom("download_ticket")
    .where(own("download_ticket", actor.account.id))
    .where("expires_at", "<", new Date())
    .execute();
  await db
    .insertInto("download_ticket")
    .values({
      secret_hash: view === null ? secret.hash : hashOfView(secret.text),
      account_id: actor.account.id,
      run_id: run,
      format,
      acted: actor.kind === "use-as",
      view: view === null ? null : JSON.stringify(view),
      expires_at: expires,
    })
    .execute();
  return { secret, expires };
}

/** Uses a ticket, which works once. Throws `not-found` where it is unknown, used or too old, or its request is gone. */
export async function takeTicket(db: Db, text: string): Promise<TicketedFile> {
  const row = await db
    .with("ticket", (query) =>
      query
        .deleteFrom("download_ticket")
        .where("secret_hash", "in", [hashOf(text), hashOfView(text)])
        .returningAll(),
    )
    .selectFrom("ticket as t")
    .innerJoin("account as a", "a.id", "t.account_id")
    .innerJoin("run as r", "r.id", "t.run_id")
    .innerJoin("data_request as q", "q.id", "r.data_request_id")
    .select([
      "t.account_id as account",
      "t.acted",
      "t.format",
      "t.view",
      "q.id as request",
      "r.id as run",
      "r.meta",
      "r.finished",
    ])
    .where("t.expires_at", ">", sql<Date>`now()`)
    .where("a.status", "=", "active")
    .where(notInTrash("account as a"))
    .where(notInTrash("data_request as q"))
    .executeTakeFirst();
  if (row === undefined || row.finished === null) {
    throw new ProblemAnswer("not-found", "This link has been used or has expired. Download the file again.");
  }
  return { ...row, finished: row.finished };
}
