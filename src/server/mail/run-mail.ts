import { notInTrash } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import type { AfterRun } from "../runs/after-run.ts";
import { greeting, mailName } from "./mail-text.ts";
import type { Mail } from "./mailer.ts";

/** Enqueues the mail about a run where its owner wants one; its text is made when it is sent. */
export const mailRun: AfterRun = async (transaction, jobs, { run, request }) => {
  const wanted = await transaction
    .selectFrom("data_request")
    .select("id")
    .where("id", "=", request)
    .where("email_notification", "=", true)
    .executeTakeFirst();
  if (wanted !== undefined) await jobs.enqueue(transaction, "run-mail", { run });
};

/** Characters of a request's name and of its failure. */
const MAX_TITLE_CHARS = 200;
const MAX_REASON_CHARS = 500;

const rowsOf = (count: number): string => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;

/** The mail about a run's end; null where the request or its owner is gone. */
export async function runMail(db: Db, run: string, publicUrl: string): Promise<Mail | null> {
  const found = await db
    .selectFrom("run as r")
    .innerJoin("data_request as q", "q.id", "r.data_request_id")
    .innerJoin("account as a", "a.id", "q.account_id")
    .select([
      "a.email",
      "a.name",
      "q.id",
      "q.name as title",
      "r.status",
      "r.cause",
      "r.finished",
      "r.error",
      "r.difference",
    ])
    .where("r.id", "=", run)
    .where(notInTrash("data_request as q"))
    .where(notInTrash("account as a"))
    .where("a.status", "=", "active")
    .executeTakeFirst();
  if (found === undefined) return null;
  const { email: to, name, id, status, cause, finished, error, difference } = found;
  const title = mailName(found.title, MAX_TITLE_CHARS);
  const address = `${publicUrl}/data-request?id=${id}`;
  const what = cause === "daily_update" ? "The daily update of your data request" : "Your data request";
  const hello = greeting(name);
  switch (status) {
    case "Finished": {
      if (finished === null) throw new Error(`run ${run} is finished without a result`);
      const change =
        difference === null
          ? ""
          : ` Since the run before: ${rowsOf(difference.added)} new, ${rowsOf(difference.gone)} gone.`;
      return {
        to,
        subject: `Data request completed: ${title}`,
        text: `${hello}${what} "${title}" is complete: ${rowsOf(finished.rows)}, market data up to ${finished.snapshot.date}.${change}\n\n${address}\n`,
      };
    }
    case "Failed":
      return {
        to,
        subject: `Data request failed: ${title}`,
        text: `${hello}${what} "${title}" failed.\n\n${error === null ? "Its cause is in the server's log." : mailName(error.message, MAX_REASON_CHARS)}\n\n${address}\n`,
      };
    // The request runs again, and the end of that run has its own mail.
    case "Pending":
    case "Running":
    case "Cancelled":
      return null;
    default:
      return status satisfies never;
  }
}
