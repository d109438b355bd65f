import {
  CALENDAR_YEARS,
  closedBecause,
  dateOf,
  sessionFrom,
  sessionOf,
  type Market,
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
export interface Found {
  readonly place: Place | null;
  readonly absence: Absence | null;
  readonly symbol: string;
  readonly date: string;
}

/** Edits that a symbol may be away from one that exists. */
const NEAR = 2;

/**
 * Finds a symbol on a date. A mistake is a date that is none or that the calendar does not reach, and a symbol that the
 * market does not have (with the nearest ones); everything else is an answer.
 */
export async function findPlace(
  market: Market,
  profile: MarketProfile,
  given: { readonly symbol: string; readonly date: string },
  signal?: AbortSignal,
): Promise<Outcome<Found>> {
  const wrong = wrongDate(given.date);
  const wanted = given.symbol.trim();
  const mistakes = wrong ? [wrong] : [];
  if (wanted === "") mistakes.push({ path: "symbol", code: "missing", message: "A symbol is missing." });
  if (mistakes.length > 0) return { ok: false, mistakes };
  const securities = await securitiesCalled(market, wanted, given.date, signal);
  if (securities.length === 0) return { ok: false, mistakes: [await unknownSymbol(market, wanted, signal)] };
  const { date } = given;
  const absent = (symbol: string, code: Absence["code"], text: string, place: Place | null = null): Outcome<Found> => ({
    ok: true,
    value: { place, absence: { code, text }, symbol, date },
  });

  const asked = wanted.toUpperCase();
  const called = securities.filter((one) => one.then.toUpperCase() === asked);
  const [first] = called;
  const spelled = first?.then ?? securities[0]?.then ?? wanted;
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
      wanted,
      "renamed",
      `On ${date} the security that is or was called ${asked} had the symbol ${other?.then ?? ""}.`,
    );
  }
  const { firstSession, lastSession } = profile;
  if (firstSession === null || lastSession === null || on.session < firstSession || on.session > lastSession) {
    const held =
      firstSession === null || lastSession === null
        ? "is empty"
        : `has bars from ${dateOf(firstSession) ?? ""} to ${dateOf(lastSession) ?? ""}`;
    return absent(spelled, "outside-data", `The market ${held}; ${date} is not among them.`);
  }
  // A symbol may have stood for several securities; the one that traded that day is meant.
  const bars = await barsAround(market, called, on.session, signal);
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

export interface Called {
  readonly id: number;
  readonly status: string | null;
  /** Its symbol on the date. */
  readonly then: string;
}

/** Securities that had the symbol at any time, with the one they had on the date. */
export function securitiesCalled(
  market: Market,
  symbol: string,
  date: string,
  signal?: AbortSignal,
): Promise<Called[]> {
  const { database } = market;
  const changes = `${database}.symbol_change`;
  return market.query<Called>({
    sql: `SELECT s.security_id AS id, toString(s.status) AS status, coalesce(l.symbol, f.first_old, s.symbol) AS then FROM ${database}.security AS s LEFT JOIN (SELECT security_id, argMax(symbol, date) AS symbol FROM ${changes} WHERE date <= {date:Date32} GROUP BY security_id) AS l ON s.security_id = l.security_id LEFT JOIN (SELECT security_id, argMin(old_symbol, date) AS first_old FROM ${changes} GROUP BY security_id) AS f ON s.security_id = f.security_id WHERE upperUTF8(s.symbol) = upperUTF8({symbol:String}) OR s.security_id IN (SELECT security_id FROM ${changes} WHERE upperUTF8(symbol) = upperUTF8({symbol:String}) OR upperUTF8(old_symbol) = upperUTF8({symbol:String})) ORDER BY id`,
    params: { date, symbol },
    ...(signal ? { signal } : {}),
  });
}

async function unknownSymbol(market: Market, symbol: string, signal?: AbortSignal): Promise<Mistake> {
  const names = await market.query<{ symbol: string }>({
    sql: `SELECT symbol FROM (SELECT DISTINCT symbol FROM ${market.database}.security) WHERE damerauLevenshteinDistance(upperUTF8(symbol), upperUTF8({symbol:String})) <= {near:UInt8} AND lengthUTF8(symbol) > 1 ORDER BY damerauLevenshteinDistance(upperUTF8(symbol), upperUTF8({symbol:String})), symbol LIMIT 3`,
    params: { symbol: symbol.slice(0, 40), near: Math.min(NEAR, Math.max(1, symbol.length - 1)) },
    ...(signal ? { signal } : {}),
  });
  const near = names.length === 0 ? "" : ` The nearest: ${names.map((name) => name.symbol).join(", ")}.`;
  return { path: "symbol", code: "unknown-symbol", message: `There is no symbol ${symbol.slice(0, 40)}.${near}` };
}

/** First and last session of each, and whether there is a bar on one; those without bars are left out. */
export function barsAround(
  market: Market,
  securities: readonly Called[],
  session: number,
  signal?: AbortSignal,
): Promise<{ id: number; first: number; last: number; here: boolean }[]> {
  return market.query({
    sql: `SELECT security_id AS id, min(session) AS first, max(session) AS last, CAST(countIf(session = {session:UInt16}) > 0, 'Bool') AS here FROM ${market.database}.daily WHERE security_id IN {ids:Array(UInt32)} GROUP BY security_id ORDER BY last DESC`,
    params: { session, ids: securities.map(({ id }) => id) },
    ...(signal ? { signal } : {}),
  });
}
