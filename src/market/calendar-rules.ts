/**
 * When the New York Stock Exchange did not trade, or not all day, as data. Sources: the exchange's list of special
 * closings 1885 to date, its announced holidays to 2028, and the same rules carried on to 2030.
 */

/** A date of a year: fixed, the nth weekday of a month (-1 the last), or days from Easter Sunday. */
export type Rule = (
  | { readonly month: number; readonly day: number }
  | { readonly month: number; readonly nth: number; readonly weekday: number; readonly plus?: number }
  | { readonly easter: number }
) & { readonly from?: number; readonly to?: number };

/** Weekdays as Date.getUTCDay() counts them. */
export const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [1, 2, 3, 4, 5] as const;

/**
 * Closed all day. `moved` says what happens on a weekend: `nearest` Saturday to Friday and Sunday to Monday, `sunday`
 * Sunday to Monday only (a New Year's Day on a Saturday is not made up for), null where it cannot be a weekend.
 */
export const HOLIDAYS: readonly {
  readonly name: string;
  readonly rule: Rule;
  readonly moved: "nearest" | "sunday" | null;
}[] = [
  { name: "New Year's Day", rule: { month: 1, day: 1 }, moved: "sunday" },
  { name: "Martin Luther King Day", rule: { month: 1, nth: 3, weekday: MONDAY, from: 1998 }, moved: null },
  { name: "Washington's Birthday", rule: { month: 2, nth: 3, weekday: MONDAY }, moved: null },
  { name: "Good Friday", rule: { easter: -2 }, moved: null },
  { name: "Memorial Day", rule: { month: 5, nth: -1, weekday: MONDAY }, moved: null },
  { name: "Juneteenth", rule: { month: 6, day: 19, from: 2022 }, moved: "nearest" },
  { name: "Independence Day", rule: { month: 7, day: 4 }, moved: "nearest" },
  { name: "Labor Day", rule: { month: 9, nth: 1, weekday: MONDAY }, moved: null },
  { name: "Thanksgiving", rule: { month: 11, nth: 4, weekday: THURSDAY }, moved: null },
  { name: "Christmas", rule: { month: 12, day: 25 }, moved: "nearest" },
];

export const SPECIAL_CLOSINGS: readonly { readonly date: string; readonly why: string }[] = [
  { date: "1994-04-27", why: "funeral of Richard Nixon" },
  { date: "2001-09-11", why: "attacks on the World Trade Center" },
  { date: "2001-09-12", why: "attacks on the World Trade Center" },
  { date: "2001-09-13", why: "attacks on the World Trade Center" },
  { date: "2001-09-14", why: "attacks on the World Trade Center" },
  { date: "2004-06-11", why: "funeral of Ronald Reagan" },
  { date: "2007-01-02", why: "funeral of Gerald Ford" },
  { date: "2012-10-29", why: "hurricane Sandy" },
  { date: "2012-10-30", why: "hurricane Sandy" },
  { date: "2018-12-05", why: "funeral of George H. W. Bush" },
  { date: "2025-01-09", why: "funeral of Jimmy Carter" },
];

/** Half days by rule, where the day is one of `weekdays` and no holiday: 13:00, before 1993 14:00. */
export const HALF_DAYS: readonly {
  readonly name: string;
  readonly rule: Rule;
  readonly weekdays: readonly number[];
}[] = [
  { name: "before Independence Day", rule: { month: 7, day: 3, from: 1995 }, weekdays: [MONDAY, TUESDAY, THURSDAY] },
  { name: "before Independence Day", rule: { month: 7, day: 3, from: 2013 }, weekdays: [WEDNESDAY] },
  { name: "after Independence Day", rule: { month: 7, day: 5, from: 1996, to: 2012 }, weekdays: [FRIDAY] },
  {
    name: "after Thanksgiving",
    rule: { month: 11, nth: 4, weekday: THURSDAY, plus: 1, from: 1992 },
    weekdays: [FRIDAY],
  },
  { name: "Christmas Eve", rule: { month: 12, day: 24 }, weekdays: [MONDAY, TUESDAY, WEDNESDAY, THURSDAY] },
];

/** Days with hours of their own: first regular minute, and the minute at which the regular session closed. */
export const SPECIAL_HOURS: readonly {
  readonly date: string;
  readonly open?: number;
  readonly close?: number;
  readonly why: string;
}[] = [
  { date: "1994-02-11", close: 870, why: "snow" },
  { date: "1995-12-18", open: 630, why: "computer failure" },
  { date: "1996-01-08", open: 660, close: 840, why: "snow" },
  { date: "1997-10-27", close: 930, why: "circuit breaker" },
  { date: "1997-12-26", close: 780, why: "day after Christmas" },
  { date: "2002-09-11", open: 720, why: "first anniversary of the attacks" },
  { date: "2003-12-26", close: 780, why: "day after Christmas" },
  { date: "2005-06-01", close: 956, why: "system failure" },
];
