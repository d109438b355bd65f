import type { FastifyInstance } from "fastify";
import { ROUTES } from "../contract/index.ts";
import { marketStatus, oncePerSnapshot, onSnapshot } from "../market/index.ts";
import type { Market, MarketStatus } from "../market/index.ts";
import { answer } from "./route.ts";

/** Symbols sent for suggestions; a market may hold more. */
const MAX_SYMBOLS = 10_000;

/** Both are asked for by every page that opens. */
const figuresOf = oncePerSnapshot((snapshot) =>
  Promise.all([
    marketStatus(snapshot),
    snapshot.query<{ symbol: string }>({
      sql: `SELECT DISTINCT symbol FROM ${snapshot.table("security")} ORDER BY symbol LIMIT {limit:UInt32}`,
      params: { limit: MAX_SYMBOLS },
    }),
  ]),
);

/** What the market holds. */
export function marketRoutes(app: FastifyInstance, market: Market): void {
  answer(app, ROUTES.market, async () => {
    const [{ snapshot, daily, minute, securities, tables }, symbols] = await onSnapshot(market, figuresOf);
    return {
      snapshot: snapshot && {
        id: snapshot.id,
        date: snapshot.date,
        source: snapshot.source,
        imported_at: snapshot.importedAt,
      },
      daily: span(daily),
      minute: span(minute),
      securities,
      tables: tables.map(({ table, rows, bytes }) => ({ name: table, rows, bytes })),
      symbols: symbols.map(({ symbol }) => symbol),
    };
  });
}

function span(found: MarketStatus["daily"]) {
  return found && { first_date: found.from, last_date: found.to, sessions: found.sessions };
}
