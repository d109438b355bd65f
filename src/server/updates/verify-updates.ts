import type { z } from "zod";
import type { PairsQuery, UpdatesToRun, UpdateVerdict } from "../../contract/index.ts";
import { marketDate } from "../runs/market-date.ts";
import { lastDayWanted } from "../../request/index.ts";
import { movedEnd, withEnd } from "./moved-end.ts";
import type { UpdateParts } from "./run-updates.ts";
import { IN_PLAN, SEEN, updatedRequests, verdictOn } from "./verdicts.ts";

/** What a run of the updates would do, without doing it. */
export async function verifyUpdates(
  { db, market, read }: Pick<UpdateParts, "db" | "market" | "read">,
  { page, page_size }: z.output<typeof PairsQuery>,
): Promise<z.input<typeof UpdatesToRun>> {
  const now = await marketDate(market);
  const counts = { "new-session": 0, failed: 0, current: 0, running: 0, "account-inactive": 0, "not-in-plan": 0 };
  // An empty market has no new data.
  const judge = (found: Parameters<typeof verdictOn>[0]): UpdateVerdict => verdictOn(found, now ?? "");
  const all = await updatedRequests(db)
    .clearSelect()
    .select(["q.status", "a.status as account_status"])
    .select([SEEN, IN_PLAN])
    .execute();
  for (const found of all) counts[judge(found)] += 1;
  const rows = await updatedRequests(db)
    .orderBy("q.id")
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const items = rows.map((found) => {
    const { id, account, name, seen, source } = found;
    const verdict = judge(found);
    const request = read(source);
    const lastDay = request && lastDayWanted(request);
    const end = lastDay === null ? null : movedEnd(lastDay, seen ?? now ?? "", now ?? "");
    const valid = end !== null && (end === lastDay || read(withEnd(source, end)) !== null);
    const runs = valid && (verdict === "new-session" || verdict === "failed");
    return {
      id,
      account_id: account,
      name,
      verdict,
      seen,
      end_date: lastDay,
      next_end_date: runs ? end : null,
      valid,
    };
  });
  return { market_date: now, items, counts, total: all.length, page, page_size };
}
