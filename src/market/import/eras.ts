import type { Market } from "../market.ts";
import { cutsOf, renamingsOf } from "./identities.ts";
import type { NextSnapshot } from "./next-snapshot.ts";
import { FOREVER, securityId } from "./security-id.ts";

/**
 * Fills the new `era`: which security each symbol stands for, from session to session. A pure function of the symbols, the
 * renamings, the listings and the cuts, those included that follow from identities.
 *
 * The time line of a symbol is cut where it ceases to stand for its security: where another symbol took its place, and
 * after a delisting. Each piece is an era; a renaming joins the era it ends with the era of the new symbol that holds
 * its date. So rows under the old symbol before the change and rows under the new symbol throughout land on one
 * security, and a symbol used again later is another. A security is known by its last symbol and by where that one's era
 * ends, so its id stays when older history becomes known. `symbols` is a SELECT of all symbols (column `symbol`).
 */
export async function resolveEras(market: Market, next: NextSnapshot, symbols: string): Promise<void> {
  // Steps with tables between them: as one statement the engine would plan each step once for each place that reads it.
  const pieces = await next.scratch("piece", "symbol String, from_session UInt16, to_session UInt16", "symbol");
  await market.command(`
INSERT INTO ${pieces}
SELECT s.symbol, e.1, e.2
FROM (SELECT DISTINCT toString(symbol) AS symbol FROM (${symbols} UNION ALL SELECT arrayJoin([symbol, old_symbol]) FROM ${renamingsOf(next)} UNION ALL SELECT symbol FROM ${next.table("given_security")})) AS s
LEFT JOIN (
  SELECT symbol, arraySort(groupUniqArray(session)) AS ends
  FROM (
    SELECT old_symbol AS symbol, session FROM ${renamingsOf(next)}
    UNION ALL SELECT symbol, session FROM ${cutsOf(next)}
    UNION ALL SELECT g.symbol, d.session FROM ${next.table("given_security")} AS g INNER JOIN ${next.database}.incoming_day AS d ON d.date = g.delisted_date + 1
  )
  WHERE session > 0 GROUP BY symbol
) AS c ON c.symbol = s.symbol
ARRAY JOIN arrayZip(arrayPushFront(ends, toUInt16(0)), arrayPushBack(ends, toUInt16(${FOREVER}))) AS e`);
  const renamings = await next.scratch(
    "renaming",
    "symbol String, since UInt16, next_symbol String, next_from UInt16, next_end UInt16",
    "symbol",
  );
  await market.command(`
INSERT INTO ${renamings}
SELECT c.old_symbol, c.session, e.symbol, e.from_session, e.to_session
FROM ${renamingsOf(next)} AS c ASOF INNER JOIN ${pieces} AS e ON e.symbol = c.symbol AND c.session >= e.from_session`);
  const links = await next.scratch(
    "era",
    "symbol String, from_session UInt16, to_session UInt16, valid_from UInt16, last_symbol String, last_end UInt16",
    "symbol",
  );
  await market.command(`
INSERT INTO ${links}
SELECT e.symbol, e.from_session, e.to_session, ifNull(v.since, e.from_session), ifNull(n.next_symbol, e.symbol), ifNull(n.next_end, e.to_session)
FROM ${pieces} AS e
LEFT ANY JOIN ${renamings} AS n ON n.symbol = e.symbol AND n.since = e.to_session
LEFT JOIN (SELECT next_symbol, next_from, min(since) AS since FROM ${renamings} GROUP BY next_symbol, next_from) AS v ON v.next_symbol = e.symbol AND v.next_from = e.from_session`);

  // Follow renamings to the last symbol; every round doubles the distance. Ends grow along a chain, so there is no ring.
  let from = links;
  for (let round = 0; round < 12; round += 1) {
    const followed = `${from} AS a INNER JOIN ${from} AS b ON b.symbol = a.last_symbol AND b.to_session = a.last_end`;
    const [moved] = await market.query<{ n: number }>(
      `SELECT toUInt32(count()) AS n FROM ${followed} WHERE (a.last_symbol, a.last_end) != (b.last_symbol, b.last_end)`,
    );
    if (!moved || moved.n === 0) break;
    const into = await next.scratch(
      `era${round}`,
      "symbol String, from_session UInt16, to_session UInt16, valid_from UInt16, last_symbol String, last_end UInt16",
      "symbol",
    );
    await market.command(`
INSERT INTO ${into}
SELECT a.symbol, a.from_session, a.to_session, a.valid_from, b.last_symbol, b.last_end FROM ${followed}`);
    from = into;
  }

  await next.fresh("era");
  // Ids are hashes of who the security is; of two that collide, the second in order is hashed again.
  await market.command(`
INSERT INTO ${next.table("era")}
SELECT e.symbol, e.from_session, e.to_session, i.security_id, e.valid_from, e.last_symbol
FROM ${from} AS e
INNER JOIN (
  SELECT last_symbol, last_end,
    row_number() OVER (PARTITION BY hash ORDER BY last_symbol, last_end) AS place,
    place = 1 ? hash : toUInt32(sipHash64(last_symbol, last_end, place)) AS security_id
  FROM (SELECT DISTINCT last_symbol, last_end, ${securityId("last_symbol", "last_end")} AS hash FROM ${from})
) AS i ON i.last_symbol = e.last_symbol AND i.last_end = e.last_end`);
  await market.query(`
SELECT throwIf(count() != uniqExact(security_id), 'Two securities have one id')
FROM (SELECT DISTINCT security_id, last_symbol, max(to_session) FROM ${next.table("era")} GROUP BY security_id, last_symbol)`);
}
