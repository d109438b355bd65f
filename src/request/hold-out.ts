import { DAY_MS } from "../vocabulary/index.ts";

/** The last part of the dates, which stays locked until one setting is chosen. */
export const HOLD_OUTS = [
  { part: "last half", share: 1 / 2 },
  { part: "last third", share: 1 / 3 },
  { part: "last quarter", share: 1 / 4 },
  { part: "last fifth", share: 1 / 5 },
] as const;

export type HoldOut = (typeof HOLD_OUTS)[number]["part"];

/** The part that is held out where none is named. */
export const USUAL_HOLD_OUT: HoldOut = "last third";

export const holdOutNamed = (text: string): HoldOut | null =>
  HOLD_OUTS.find(({ part }) => part === text.trim().replaceAll(/\s+/g, " ").toLowerCase())?.part ?? null;

/** First and last day, yyyy-MM-dd, both included. */
interface Days {
  readonly start: string;
  readonly end: string;
}

/** What is held out of a request. */
export interface HeldOut extends Days {
  readonly part: HoldOut;
}

/** The last day that a request asks for, held out or not. */
export const lastDayWanted = ({ end, held }: Pick<Days, "end"> & { readonly held: HeldOut | null }): string =>
  held?.end ?? end;

/** Whether there are more days from Monday to Friday than so many: no market has more sessions. */
export function hasMoreWeekdays({ start, end }: Days, than: number): boolean {
  let left = than;
  for (let day = dayOf(start); day <= dayOf(end); day += 1) {
    // Day 0 was a Thursday.
    const isWeekday = (day + 3) % 7 < 5;
    if (isWeekday && left === 0) return true;
    if (isWeekday) left -= 1;
  }
  return false;
}

const dayOf = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * Days that may be looked at, and those behind them that are held out. By the calendar and not by sessions, so that later
 * imports do not move the border. Null where the days are too few to be parted.
 */
export function partedDays(
  { start, end }: Days,
  holdOut: HoldOut,
): { readonly open: Days; readonly held: Days } | null {
  const share = HOLD_OUTS.find(({ part }) => part === holdOut)?.share ?? 0;
  const [first, last] = [dayOf(start), dayOf(end)];
  const border = last + 1 - Math.floor((last + 1 - first) * share);
  if (border <= first || border > last) return null;
  return { open: { start, end: dateOf(border - 1) }, held: { start: dateOf(border), end } };
}
