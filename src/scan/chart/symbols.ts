import { ofSnapshot, type Snapshot } from "../../market/index.ts";
import { securitiesOf, type ChartSecurity } from "./security.ts";

interface FoundSymbol extends ChartSecurity {
  readonly matched: "symbol" | "old_symbol" | "name";
}

/** Places of a match, the best first; what it matched there. */
const PLACES = [
  ["symbol", "symbol = {query:String}"],
  ["symbol", "startsWith(symbol, {query:String})"],
  ["old_symbol", "has(old, {query:String})"],
  ["old_symbol", "arrayExists(each -> startsWith(each, {query:String}), old)"],
  ["name", "startsWith(name, {query:String})"],
  ["name", "position(name, concat(' ', {query:String})) > 0"],
  ["symbol", "position(symbol, {query:String}) > 0"],
  ["name", "position(name, {query:String}) > 0"],
  ["name", "arrayAll(word -> position(name, word) > 0, {words:Array(String)})"],
] as const;

/**
 * Securities by symbol, old symbol and name, the best match first, of equals those that trade and the shorter symbols; upper
 * and lower case are the same. One pass over the securities, no other table but symbol changes.
 */
export const searchSymbols = ofSnapshot(async function searchSymbolsOnce(
  market: Snapshot,
  query: string,
  limit: number,
  signal?: AbortSignal,
): Promise<FoundSymbol[]> {
  const words = query.trim().toUpperCase().split(/\s+/);
  const places = PLACES.flatMap(([, condition], place) => [condition, place]).join(", ");
  const found = await market.query<{ security: number; place: number }>({
    sql: `SELECT security, place FROM (SELECT security, symbol, active, multiIf(${places}, 255) AS place FROM (
SELECT s.security_id AS security, upperUTF8(s.symbol) AS symbol, upperUTF8(ifNull(s.name, '')) AS name, ifNull(upper(s.status), '') = 'ACTIVE' AS active, o.old AS old
FROM ${market.table("security")} AS s LEFT JOIN (SELECT security_id, groupArray(upperUTF8(old_symbol)) AS old FROM ${market.table("symbol_change")} GROUP BY security_id) AS o ON o.security_id = s.security_id
)) WHERE place < 255 ORDER BY place, active DESC, lengthUTF8(symbol), symbol, security LIMIT {limit:UInt32}`,
    params: { query: words.join(" "), words, limit },
    ...(signal ? { signal } : {}),
  });
  const placeOf = new Map(found.map(({ security, place }) => [security, place]));
  const securities = await securitiesOf(
    market,
    found.map(({ security }) => security),
    signal,
  );
  return securities.map((each) => ({ ...each, matched: PLACES[placeOf.get(each.security) ?? 0]?.[0] ?? "symbol" }));
});
