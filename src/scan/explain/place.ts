import {
  CALENDAR_YEARS,
  closedBecause,
  dateOf,
  sessionFrom,
  sessionOf,
  type Snapshot,
  type MarketProfile,
} from "../../market/index.ts";
import type { Mistake, Outcome } from "./explanation.ts";

/** A security on a session. */
export interface Place {
  readonly security: number;
  /** The symbol it has on that date. */
  readonly symbol: string;
  readonly date: string;
  readonly session: number;
}

/** Why a scan can have no row of a symbol on a day. */
export interface Absence {
  readonly code: "closed" | "outside-data" | "renamed" | "not-listed" | "delisted" | "no-bar";
  readonly text: string;
}

/** The place, or why there is none; `place` is there whenever symbol and session are, with or without a bar. */
interface PlaceResult {
  readonly place: Place | null;
  readonly absence: Absence | null;
  readonly symbol: string;
  readonly date: string;
}

/** Largest edit distance at which an existing symbol is suggested. */
const MAX_EDITS = 2;

/**
 * Finds a symbol on a date. A mistake is an invalid date, one outside the calendar, or a symbol that the
 * market does not have (with the nearest ones); everything else is an answer.
 */
export async function findPlace(
  market: Snapshot,
  profile: MarketProfile,
  given: { readonly symbol: string; readonly date: string },
  signal?: AbortSignal,
): Promise<Outcome<PlaceResult>> {
  const wrong = wrongDate(given.date);
  const symbol = given.symbol.trim();
  const mistakes = wrong ? [wrong] : [];
  if (symbol === "") mistakes.push({ path: "symbol", code: "missing", message: "A symbol is missing." });
  if (mistakes.length > 0) return { ok: false, mistakes };
  const securities = await securitiesWithSymbol(market, symbol, given.date, signal);
  if (securities.length === 0) return { ok: false, mistakes: [await unknownSymbol(market, symbol, signal)] };
  const { date } = given;
  const absent = (
    symbol: string,
    code: Absence["code"],
    text: string,
    place: Place | null = null,
  ): Outcome<PlaceResult> => ({
    ok: true,
    value: { place, absence: { code, text }, symbol, date },
  });

  const upperSymbol = symbol.toUpperCase();
  const onDate = securities.filter((one) => one.then.toUpperCase() === upperSymbol);
  const [first] = onDate;
  const spelled = first?.then ?? securities[0]?.then ?? symbol;
  const on = sessionOf(date);
  if (on === null) {
    const because = closedBecause(date);
    const before = lastSessionBefore(date);
    const after = sessionFrom(date)?.date;
    const around = [before, after].filter((day) => day !== null && day !== undefined).join(" and ");
    return absent(
      spelled,
      "closed",
      `The exchange is closed on ${date}${because === null ? "" : ` (${because})`}; the sessions around it are ${around}.`,
    );
  }
  if (first === undefined) {
    const [other] = securities;
    return absent(
      symbol,
      "renamed",
      `On ${date} the security that is or was called ${upperSymbol} had the symbol ${other?.then ?? ""}.`,
    );
  }
  const { firstSession, lastSession } = profile;
  if (firstSession === null || lastSession === null || on.session < firstSession || on.session > lastSession) {
    const barRange =
      firstSession === null || lastSession === null
        ? "is empty"
        : `has bars from ${dateOf(firstSession) ?? ""} to ${dateOf(lastSession) ?? ""}`;
    return absent(spelled, "outside-data", `The market ${barRange}; ${date} is not among them.`);
  }
  // A symbol may have belonged to several securities; take the one that traded that day.
  const bars = await barsAround(market, onDate, on.session, signal);
  const trading = bars.find((one) => one.here);
  const meant = trading ?? bars[0];
  const place = { security: meant?.id ?? first.id, symbol: spelled, date, session: on.session };
  if (trading)
    return { ok: true, value: { place: { ...place, security: trading.id }, absence: null, symbol: spelled, date } };
  if (!meant) return absent(spelled, "no-bar", `${spelled} has no bars at all.`, place);
  const status = securities.find(({ id }) => id === meant.id)?.status ?? null;
  if (on.session < meant.first)
    return absent(
      spelled,
      "not-listed",
      `${spelled} was not yet listed on ${date}: its first bar is of ${dateOf(meant.first) ?? ""}.`,
      place,
    );
  if (on.session > meant.last && status?.toUpperCase() === "DELISTED")
    return absent(
      spelled,
      "delisted",
      `${spelled} was delisted before ${date}: its last bar is of ${dateOf(meant.last) ?? ""}.`,
      place,
    );
  return absent(spelled, "no-bar", `${spelled} has no bar on ${date}: halted or not traded that session.`, place);
}

function wrongDate(date: string): Mistake | null {
  const time = Date.parse(`${date}T00:00:00Z`);
  const real = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  if (!real)
    return {
      path: "date",
      code: "date",
      message: `${date === "" ? "A date is missing" : `${date} is no date`}; write yyyy-MM-dd.`,
    };
  const { from, to } = CALENDAR_YEARS;
  if (date >= `${from}-01-01` && date <= `${to}-12-31`) return null;
  return { path: "date", code: "date", message: `The calendar of the exchange reaches from ${from} to ${to}.` };
}

function lastSessionBefore(date: string): string | null {
  const next = sessionFrom(date);
  return next === null ? null : dateOf(next.session - 1);
}

interface SymbolSecurity {
  readonly id: number;
  readonly status: string | null;
  /** Its symbol on the date. */
  readonly then: string;
}

/** Securities that had the symbol at any time, with the one they had on the date. */
export function securitiesWithSymbol(
  market: Snapshot,
  symbol: string,
  date: string,
  signal?: AbortSignal,
): Promise<SymbolSecurity[]> {
  const changes = market.table("symbol_change");
  return market.query<SymbolSecurity>({
    sql: `SELECT s.security_id AS id, toString(s.status) AS status, coalesce(l.symbol, f.first_old, s.symbol) AS then FROM ${market.table("security")} AS s LEFT JOIN (SELECT security_id, argMax(symbol, date) AS symbol FROM ${changes} WHERE date <= {date:Date32} GROUP BY security_id) AS l ON s.security_id = l.security_id LEFT JOIN (SELECT security_id, argMin(old_symbol, date) AS first_old FROM ${changes} GROUP BY security_id) AS f ON s.security_id = f.security_id WHERE upperUTF8(s.symbol) = upperUTF8({symbol:String}) OR s.security_id IN (SELECT security_id FROM ${changes} WHERE upperUTF8(symbol) = upperUTF8({symbol:String}) OR upperUTF8(old_symbol) = upperUTF8({symbol:String})) ORDER BY id`,
    params: { date, symbol },
    ...(signal ? { signal } : {}),
  });
}

async function unknownSymbol(market: Snapshot, symbol: string, signal?: AbortSignal): Promise<Mistake> {
  const names = await market.query<{ symbol: string }>({
    sql: `SELECT symbol FROM (SELECT DISTINCT symbol FROM ${market.table("security")}) WHERE damerauLevenshteinDistance(upperUTF8(symbol), upperUTF8({symbol:String})) <= {near:UInt8} AND lengthUTF8(symbol) > 1 ORDER BY damerauLevenshteinDistance(upperUTF8(symbol), upperUTF8({symbol:String})), symbol LIMIT 3`,
    params: { symbol: symbol.slice(0, 40), near: Math.min(MAX_EDITS, Math.max(1, symbol.length - 1)) },
    ...(signal ? { signal } : {}),
  });
  const near = names.length === 0 ? "" : ` The nearest: ${names.map((name) => name.symbol).join(", ")}.`;
  return { path: "symbol", code: "unknown-symbol", message: `There is no symbol ${symbol.slice(0, 40)}.${near}` };
}

/** First and last session of each, and whether there is a bar on one; those without bars are left out. */
export function barsAround(
  market: Snapshot,
  securities: readonly SymbolSecurity[],
  session: number,
  signal?: AbortSignal,
): Promise<{ id: number; first: number; last: number; here: boolean }[]> {
  return market.query({
    sql: `SELECT security_id AS id, min(session) AS first, max(session) AS last, CAST(countIf(session = {session:UInt16}) > 0, 'Bool') AS here FROM ${market.table("daily")} WHERE security_id IN {ids:Array(UInt32)} GROUP BY security_id ORDER BY last DESC`,
    params: { session, ids: securities.map(({ id }) => id) },
    ...(signal ? { signal } : {}),
  });
}
