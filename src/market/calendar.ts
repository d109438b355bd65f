import { DAY_MS } from "../vocabulary/index.ts";
import { HALF_DAYS, HOLIDAYS, SPECIAL_CLOSINGS, SPECIAL_HOURS, type Rule } from "./calendar-rules.ts";

/** A trading day. `session` is its number, 0 for 1990-01-02; `close` the minute at which the regular session closes. */
export interface Session {
  readonly session: number;
  /** yyyy-MM-dd */
  readonly date: string;
  readonly open: number;
  readonly close: number;
}

export const CALENDAR_YEARS = { from: 1990, to: 2030 } as const;

const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);
const text = (time: number): string => new Date(time).toISOString().slice(0, 10);
const weekday = (time: number): number => new Date(time).getUTCDay();

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher). */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return at(year, Math.floor(f / 31), (f % 31) + 1);
}

function dayOf(rule: Rule, year: number): number | null {
  if (year < (rule.from ?? CALENDAR_YEARS.from) || year > (rule.to ?? CALENDAR_YEARS.to)) return null;
  if ("easter" in rule) return easter(year) + rule.easter * DAY_MS;
  if ("day" in rule) return at(year, rule.month, rule.day);
  const plus = (rule.plus ?? 0) * DAY_MS;
  if (rule.nth < 0) {
    const last = at(year, rule.month + 1, 1) - DAY_MS;
    return last - ((weekday(last) - rule.weekday + 7) % 7) * DAY_MS + plus;
  }
  const first = at(year, rule.month, 1);
  return first + (((rule.weekday - weekday(first) + 7) % 7) + (rule.nth - 1) * 7) * DAY_MS + plus;
}

/** Dates on which the exchange was closed although it was a weekday, and why. */
function closings(): ReadonlyMap<string, string> {
  const closed = new Map(SPECIAL_CLOSINGS.map(({ date, why }) => [date, why]));
  for (let year = CALENDAR_YEARS.from; year <= CALENDAR_YEARS.to; year += 1) {
    for (const { name, rule, moved } of HOLIDAYS) {
      const day = dayOf(rule, year);
      if (day === null) continue;
      if (weekday(day) === 0 && moved !== null) closed.set(text(day + DAY_MS), name);
      else if (weekday(day) === 6 && moved === "nearest") closed.set(text(day - DAY_MS), name);
      else closed.set(text(day), name);
    }
  }
  return closed;
}

function hours(): ReadonlyMap<string, { readonly open: number; readonly close: number }> {
  const map = new Map<string, { open: number; close: number }>();
  for (let year = CALENDAR_YEARS.from; year <= CALENDAR_YEARS.to; year += 1) {
    for (const { rule, weekdays } of HALF_DAYS) {
      const day = dayOf(rule, year);
      if (day !== null && weekdays.includes(weekday(day)))
        map.set(text(day), { open: 570, close: year < 1993 ? 840 : 780 });
    }
  }
  for (const { date, open, close } of SPECIAL_HOURS) map.set(date, { open: open ?? 570, close: close ?? 960 });
  return map;
}

const CLOSINGS = closings();

function build(): readonly Session[] {
  const special = hours();
  const days: Session[] = [];
  for (let time = at(CALENDAR_YEARS.from, 1, 2); time <= at(CALENDAR_YEARS.to, 12, 31); time += DAY_MS) {
    const date = text(time);
    if (weekday(time) % 6 === 0 || CLOSINGS.has(date)) continue;
    days.push({ session: days.length, date, ...(special.get(date) ?? { open: 570, close: 960 }) });
  }
  return days;
}

/** Every session of the exchange from 1990-01-02 to 2030-12-31; the index is the session number. */
export const SESSIONS: readonly Session[] = build();

const byDate = new Map(SESSIONS.map((session) => [session.date, session]));

/** The session on that date (yyyy-MM-dd), null when the exchange is closed or the calendar does not reach it. */
export function sessionOf(date: string): Session | null {
  return byDate.get(date) ?? null;
}

/** The date of a session number, null outside the calendar. */
export function dateOf(session: number): string | null {
  return SESSIONS[session]?.date ?? null;
}

/** The first session on or after that date, null past the end of the calendar. */
export function sessionFrom(date: string): Session | null {
  let low = 0;
  let high = SESSIONS.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = SESSIONS[middle];
    if (there && there.date < date) low = middle + 1;
    else high = middle;
  }
  return SESSIONS[low] ?? null;
}

/** Why the exchange is closed on a date: `Saturday`, `Sunday` or the holiday; null on a session and outside the calendar. */
export function closedBecause(date: string): string | null {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (date < `${CALENDAR_YEARS.from}-01-01` || date > `${CALENDAR_YEARS.to}-12-31` || Number.isNaN(time)) return null;
  if (weekday(time) === 0) return "Sunday";
  if (weekday(time) === 6) return "Saturday";
  // The calendar begins with a session, the day after New Year's Day of its first year.
  return CLOSINGS.get(date) ?? null;
}
