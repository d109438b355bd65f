import { barText } from "../check/keep-findings.ts";
import type { Market } from "../market.ts";
import { fromMinutes } from "./merge-daily.ts";
import type { NextSnapshot } from "./next-snapshot.ts";

/**
 * Takes the bars that an admin excluded out of the new `daily`, as long as they are the bars that were excluded. Days that
 * have minutes are made from those, as all days are that nobody gave. Gives how many bars that were.
 */
export async function leaveOutExcluded(market: Market, next: NextSnapshot): Promise<number> {
  if (next.isEmpty("given_verdict")) return 0;
  const verdicts = await market.query<{ session: number; key: string }>(
    `SELECT DISTINCT session, concat(symbol, ' ', toString(session), ' ', bar) AS key FROM ${next.table("given_verdict")} WHERE verdict = 'exclude'`,
  );
  if (verdicts.length === 0) return 0;
  const params = {
    sessions: [...new Set(verdicts.map(({ session }) => session))],
    keys: verdicts.map(({ key }) => key),
  };
  const excluded = `source = 0 AND session IN {sessions:Array(UInt16)} AND concat(toString(symbol), ' ', toString(session), ' ', ${barText("")}) IN {keys:Array(String)}`;
  const [found] = await market.query<{ n: number }>({
    sql: `SELECT toUInt32(count()) AS n FROM ${next.table("daily")} WHERE ${excluded}`,
    params,
    lane: "scan",
  });
  if (found === undefined || found.n === 0) return 0;
  await market.command({ sql: `DELETE FROM ${next.changed("daily")} WHERE ${excluded}`, params, lane: "scan" });
  await market.command({ sql: fromMinutes(next), params: { sessions: params.sessions }, lane: "scan" });
  return found.n;
}
