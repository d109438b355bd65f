import type { Market } from "../market.ts";
import type { NextSnapshot } from "./next-snapshot.ts";
import type { SessionCount } from "./report.ts";
import type { Staging } from "./staging.ts";
import { HAS_BAR } from "../tables.ts";

/** A session of fewer than this part of the securities of the one before is half a day. */
const WHOLE_SHARE = 0.9;
/** Only the newest sessions of an import are looked at: earlier ones a source does not bring bit by bit. */
const NEWEST = 10;

/**
 * Counts the newest sessions of an import, and, where it `holds`, takes new sessions out of the incoming bars that have far
 * fewer securities than the session before: the source has not got all of the day yet. Compared with the same import, as
 * other sources bring other securities, else with the market.
 * Gives the newest sessions of the import as they were found.
 */
export async function holdHalfDays(
  { market, next, staging }: { readonly market: Market; readonly next: NextSnapshot; readonly staging: Staging },
  holds: boolean,
): Promise<readonly SessionCount[]> {
  const kinds = (["daily", "minute"] as const).filter((kind) => staging.has(kind));
  if (kinds.length === 0) return [];
  const bars = kinds.map((kind) => `SELECT session, symbol FROM ${staging.rows(kind)}`).join(" UNION ALL ");
  const incoming = await counts(
    market,
    `SELECT session, toUInt32(uniqExact(symbol)) AS n FROM (${bars}) GROUP BY session ORDER BY session DESC LIMIT ${NEWEST}`,
  );
  const stored = next.replacesDemo
    ? []
    : await counts(
        market,
        `SELECT session, toUInt32(count()) AS n FROM ${next.before("daily")} WHERE ${HAS_BAR} GROUP BY session ORDER BY session DESC LIMIT ${2 * NEWEST}`,
      );
  const isStored = new Set(stored.map(({ session }) => session));
  let [before] = stored.filter(({ session }) => session < (incoming.at(-1)?.session ?? 0));
  const found: SessionCount[] = [];
  for (const { session, date, n } of incoming.toReversed()) {
    const whole = before === undefined || n >= WHOLE_SHARE * before.n;
    const held = holds && !whole && !isStored.has(session);
    found.push({ date, securities: n, before: before?.n ?? null, whole, held });
    if (whole || !holds) before = { session, date, n };
  }
  const dates = new Set(found.filter(({ held }) => held).map(({ date }) => date));
  const sessions = incoming.filter(({ date }) => dates.has(date)).map(({ session }) => session);
  if (sessions.length === 0) return found;
  for (const kind of kinds)
    await market.command({
      sql: `ALTER TABLE ${await staging.into(kind)} DELETE WHERE session IN {sessions:Array(UInt16)}`,
      params: { sessions },
      settings: { mutations_sync: 2 },
      lane: "scan",
    });
  return found;

  function counts(from: Market, sql: string) {
    return from.query<{ session: number; date: string; n: number }>({
      sql: `SELECT c.session AS session, toString(s.date) AS date, c.n AS n FROM (${sql}) AS c INNER JOIN ${next.table("session")} AS s ON s.session = c.session ORDER BY session DESC`,
      lane: "scan",
    });
  }
}
