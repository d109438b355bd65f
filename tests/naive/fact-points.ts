import type { DataPoint } from "../../src/formula/index.ts";
import { windowOn } from "../../src/vocabulary/index.ts";
import { calendar, symbolOn, type Security } from "./market.ts";
import type { Place } from "./place.ts";
import type { Value } from "./values.ts";

export type Point<Group> = Extract<DataPoint, { group: Group }>;

const pad = (value: number): string => String(value).padStart(2, "0");
/** The regular close of a session as a moment, to the second: what is known by then counts. */
export function closing(session: number): string {
  const { date, close } = calendar(session);
  return `${date}T${pad(Math.floor(close / 60))}:${pad(close % 60)}:00`;
}
/** yyyy-MM-ddTHH:MM:SS; a date alone is its first moment. */
const moment = (text: string): string => `${text.includes("T") ? text : `${text}T00:00`}:00`.slice(0, 19);

export function identity(field: Point<"identity">["field"], place: Place, session: number): Value {
  const { date } = calendar(session);
  if (field === "symbol") return symbolOn(place.security, date);
  if (field === "old_symbol") return place.security.changes.findLast((change) => change.date <= date)?.old ?? null;
  return fact(field, place, `${date}T00:00:00`);
}

/** The latest value known by a moment; the present one where the security has no dated value. */
export function fact(field: string, { security }: Place, by: string): Value {
  const dated = security.facts.filter((each) => each.field === field);
  if (dated.length === 0) return present(field, security);
  const known = dated
    .filter((each) => moment(each.known_at) <= by)
    .toSorted((a, b) => (moment(a.known_at) < moment(b.known_at) ? -1 : 1));
  return known.at(-1)?.value ?? null;
}

/** Days to the day that was announced last by the close of a session. */
export function daysToEarnings(place: Place, session: number): Value {
  const announced = fact("next_earnings", place, closing(session));
  if (typeof announced !== "string") return null;
  const days = (Date.parse(announced) - Date.parse(calendar(session).date)) / 86_400_000;
  return days < 0 ? null : days;
}

function present(field: string, { listing }: Security): Value {
  if (field === "status") return listing?.status ?? (listing?.delisted_date ? "DELISTED" : "ACTIVE");
  if (listing === null) return null;
  const value = Object.entries(listing).find(([name]) => name === field)?.[1];
  return value ?? null;
}

/** Session and minute of an event; minute null for a date without a time. */
function placeOf(at: string): { readonly date: string; readonly minute: number | null } {
  const [date = "", rest = ""] = at.split(/[T ]/);
  if (rest === "") return { date, minute: null };
  if (rest === "pre") return { date, minute: 480 };
  if (rest === "post") return { date, minute: 990 };
  const [hours = 0, minutes = 0] = rest.split(":").map(Number);
  return { date, minute: hours * 60 + minutes };
}

export function event({ field, start, end }: Point<"event">, { view, security }: Place, session: number): Value {
  if (!view.covered(field)) return null;
  const { date, close } = calendar(session);
  const before = calendar(session - 1).date;
  const wholeDay = field === "ipo" || (start === 0 && end === 1439);
  const window = wholeDay ? { start: 0, end: 1439 } : windowOn(start, end, close);
  const ipo = security.listing?.ipo_date;
  const events = [
    ...security.events.filter(({ kind }) => kind === field).map(({ at }) => at),
    ...(field === "ipo" && ipo ? [ipo] : []),
  ];
  return events.some((at) => {
    const place = placeOf(at);
    // Off session, an event belongs to the next session at 00:00.
    if (place.date > before && place.date < date) return window.start === 0;
    if (place.date !== date) return false;
    return place.minute === null ? wholeDay : place.minute >= window.start && place.minute <= window.end;
  });
}

/** Quarters that lie between two fiscal ends, the nearest whole number of them and how many days beside it. */
function quartersBefore(latest: string, fiscalEnd: string): { readonly quarters: number; readonly off: number } {
  const days = (Date.parse(`${latest}T00:00:00Z`) - Date.parse(`${fiscalEnd}T00:00:00Z`)) / 86_400_000;
  const quarters = Math.round(days / (365.25 / 4));
  return { quarters, off: Math.abs(days - (quarters * 365.25) / 4) };
}

export function earnings({ item, quarter }: Point<"earnings">, { security }: Place, session: number): Value {
  const known = security.statements.filter((each) => moment(each.known_at) <= closing(session));
  const latest = known
    .map((each) => each.fiscal_end)
    .toSorted()
    .at(-1);
  if (latest === undefined) return null;
  const [end] = known
    .filter((each) => each.item === item)
    .map(({ fiscal_end }) => ({ fiscal_end, ...quartersBefore(latest, fiscal_end) }))
    .filter(({ quarters }) => quarters === quarter - 1)
    .toSorted((a, b) => a.off - b.off || (a.fiscal_end < b.fiscal_end ? 1 : -1));
  return (
    known
      .filter((each) => each.item === item && each.fiscal_end === end?.fiscal_end)
      .toSorted((a, b) => (moment(a.known_at) < moment(b.known_at) ? -1 : 1))
      .at(-1)?.value ?? null
  );
}
