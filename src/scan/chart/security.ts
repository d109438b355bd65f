import { CALENDAR_YEARS, dateOf, ofSnapshot, sessionFrom, type Snapshot } from "../../market/index.ts";
import { barsAround, securitiesWithSymbol } from "../explain/place.ts";

/** A security as charts name it: by its current symbol. */
export interface ChartSecurity {
  readonly security: number;
  readonly symbol: string;
  /** Symbols it had before, the latest first. */
  readonly old_symbols: readonly string[];
  readonly name: string | null;
  readonly exchange: string | null;
  readonly security_class: string | null;
  readonly status: string | null;
  readonly currency: string | null;
  /** First and last day with a daily bar; null without one. */
  readonly first_date: string | null;
  readonly last_date: string | null;
}

type SecurityQuery =
  | { readonly security: number }
  /** The security that had the symbol on that date; without one, that has it now, else the latest that had it. */
  | { readonly symbol: string; readonly date: string | null };

/** The requested security; null where the market has none. */
export const findChartSecurity = ofSnapshot(async function findChartSecurityOnce(
  market: Snapshot,
  query: SecurityQuery,
  signal?: AbortSignal,
): Promise<ChartSecurity | null> {
  const id = "security" in query ? query.security : await idWithSymbol(market, query.symbol, query.date, signal);
  if (id === null) return null;
  const [found] = await securitiesOf(market, [id], signal);
  return found ?? null;
});

async function idWithSymbol(
  market: Snapshot,
  symbol: string,
  date: string | null,
  signal?: AbortSignal,
): Promise<number | null> {
  const wantedSymbol = symbol.trim().toUpperCase();
  const on = date ?? `${CALENDAR_YEARS.to}-12-31`;
  const securities = await securitiesWithSymbol(market, wantedSymbol, on, signal);
  const session = sessionFrom(on)?.session ?? 0;
  // The one that traded last comes first.
  const bars = await barsAround(market, securities, session, signal);
  const then = new Set(securities.filter((one) => one.then.toUpperCase() === wantedSymbol).map(({ id }) => id));
  const best =
    bars.find(({ id, here }) => here && then.has(id)) ??
    bars.find(({ id, first }) => then.has(id) && (date === null || first <= session)) ??
    bars.find(({ id }) => then.has(id)) ??
    bars[0];
  return best?.id ?? [...then][0] ?? securities[0]?.id ?? null;
}

/** Securities by their ids, in the order given; ids without one are left out. */
export async function securitiesOf(
  market: Snapshot,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<ChartSecurity[]> {
  const byIds = "WHERE security_id IN {ids:Array(UInt32)}";
  type Row = Omit<ChartSecurity, "first_date" | "last_date"> & {
    readonly first: number | null;
    readonly last: number | null;
  };
  const rows = await market.query<Row>({
    sql: `SELECT s.security_id AS security, s.symbol AS symbol, o.old AS old_symbols, s.name AS name, toString(s.exchange) AS exchange,
toString(s.security_class) AS security_class, toString(s.status) AS status, toString(s.currency) AS currency, b.first AS first, b.last AS last
FROM (SELECT * FROM ${market.table("security")} ${byIds}) AS s
LEFT JOIN (SELECT security_id, arrayReverse(groupArray(old_symbol)) AS old FROM (SELECT * FROM ${market.table("symbol_change")} ${byIds} ORDER BY date) GROUP BY security_id) AS o ON o.security_id = s.security_id
LEFT JOIN (SELECT security_id, min(session) AS first, max(session) AS last FROM ${market.table("daily")} ${byIds} GROUP BY security_id) AS b ON b.security_id = s.security_id`,
    params: { ids },
    ...(signal ? { signal } : {}),
  });
  const byId = new Map(
    rows.map(({ first, last, ...row }) => [
      row.security,
      { ...row, first_date: first === null ? null : dateOf(first), last_date: last === null ? null : dateOf(last) },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
