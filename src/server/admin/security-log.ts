import type { z } from "zod";
import type { LogList, LogQuery, OwnLogList } from "../../contract/index.ts";
import { own } from "../db/index.ts";
import type { Db } from "../db/index.ts";

type Page = z.output<typeof LogQuery>;

/** What concerns an account or was done by it, with the addresses of both, the newest first. */
export async function userSecurityLog(
  db: Db,
  account: string,
  { page, page_size }: Page,
): Promise<z.input<typeof LogList>> {
  const found = db
    .selectFrom("security_log as l")
    .where((where) => where.or([own("security_log as l", account), where("l.actor_id", "=", account)]));
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin("account as a", "a.id", "l.account_id")
    .leftJoin("account as b", "b.id", "l.actor_id")
    .select(["l.id", "l.at", "l.action", "l.address", "l.details", "a.email as account", "b.email as actor"])
    .orderBy("l.id", "desc")
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return {
    items: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    total: Number(total),
    page,
    page_size,
  };
}

/** What concerns the own account. Of an admin it shows only that it was one and what was changed, not who, from where or why. */
export async function ownSecurityLog(
  db: Db,
  account: string,
  { page, page_size }: Page,
): Promise<z.input<typeof OwnLogList>> {
  const found = db.selectFrom("security_log").where(own("security_log", account));
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await found
    .select(["id", "at", "action", "address", "details", "actor_id"])
    .orderBy("id", "desc")
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return {
    items: rows.map(({ id, at, action, address, details, actor_id }) => {
      const own = actor_id === null || actor_id === account;
      return {
        id,
        at: at.toISOString(),
        action,
        by: actor_id === null ? null : own ? ("you" as const) : ("admin" as const),
        address: own ? address : null,
        details: own || action === "changed-as" ? details : {},
      };
    }),
    total: Number(total),
    page,
    page_size,
  };
}
