import type { Basis } from "../../src/vocabulary/index.ts";
import { SESSIONS } from "../../src/market/index.ts";
import { fieldValue, jolted, numbersOf, silent, type Field } from "./bar-values.ts";
import type { Point } from "./fact-points.ts";
import { naiveIndicator, type NaiveBar } from "./indicators.ts";
import { calendar } from "./market.ts";
import type { Place } from "./place.ts";
import { NO_NOISE, type Value } from "./values.ts";

/** The Monday of a date's week, or the first of its month. */
function periodStart(group: "weekly" | "monthly", date: string, offset: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (group === "weekly") day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 7 * offset);
  else day.setUTCMonth(day.getUTCMonth() + offset, 1);
  return day.toISOString().slice(0, 10);
}

/** One bar of the days of a week or month, null where the market's data do not hold all of it, or all of it up to the day. */
export function periodValue(
  { group, field, offset, soFar, basis }: Point<"weekly" | "monthly">,
  place: Place,
  session: number,
): Value {
  const { view, security } = place;
  const start = periodStart(group, calendar(session).date, offset);
  const sessions = sessionsOf(group, start);
  const wanted = soFar ? sessions.filter((each) => each <= session) : sessions;
  if (wanted.length === 0 || !wanted.every((each) => view.within(each))) return null;
  const days = wanted.flatMap((each) => {
    const bar = view.day(security, each);
    return bar === null || bar.close === null ? [] : [{ bar, each }];
  });
  const of = (name: Field): readonly number[] =>
    days.flatMap(({ bar, each }) => {
      const value = fieldValue(silent(place), each, bar, name, basis);
      return typeof value === "number" ? [value] : [];
    });
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const noise = basis !== "unadj" && field !== "num_trades" ? place.noise : NO_NOISE;
  const [values, shares] = [of(field), of("volume")];
  if (values.length === 0) return null;
  switch (field) {
    case "open":
      return noise(values[0] ?? 0);
    case "high":
      return noise(Math.max(...values));
    case "low":
      return noise(Math.min(...values));
    case "close":
      return noise(values.at(-1) ?? 0);
    case "volume":
    case "num_trades":
      return noise(sum(values));
    case "vwap": {
      const priced = days.flatMap(({ bar }, index) => (bar.vwap === null ? [] : [shares[index] ?? 0]));
      const all = sum(priced);
      return all === 0 ? null : place.noise(sum(values.map((value, index) => value * (priced[index] ?? 0))) / all);
    }
  }
}

/** An indicator over the whole weeks or months in which the security has a price. */
export function periodIndicator(point: Point<"period-indicator">, place: Place, session: number): Value {
  const { view, security } = place;
  const { bars: group, offset, basis, source } = point;
  const starts = [...new Set(view.sessionsOf(security).map((each) => periodStart(group, calendar(each).date, 0)))];
  const whole = starts.filter((start) => {
    const sessions = sessionsOf(group, start);
    return sessions.every((each) => view.within(each)) && sessions.some((each) => priced(place, each));
  });
  const index = whole.indexOf(periodStart(group, calendar(session).date, offset));
  if (index < 0) return null;
  const key = JSON.stringify([
    view.market.securities.indexOf(security),
    point.name,
    point.line,
    point.parameters,
    source,
    basis,
    group,
  ]);
  const known = view.cache.get(key);
  const line: readonly (number | null)[] = Array.isArray(known)
    ? known
    : (naiveIndicator(
        point.name,
        numbersOf(point),
        whole.map((start) => barOfPeriod(start, group, basis, place)),
        source ?? "close",
      )[point.line] ?? []);
  view.cache.set(key, line);
  return jolted(line, index, source, place);
}

const priced = ({ view, security }: Place, session: number): boolean => {
  const bar = view.day(security, session);
  return bar !== null && bar.close !== null;
};

function barOfPeriod(start: string, group: "weekly" | "monthly", basis: Basis, place: Place): NaiveBar {
  const [session = 0] = sessionsOf(group, start);
  const of = (field: Field): number | null => {
    const value = periodValue({ group, field, offset: 0, soFar: false, basis }, silent(place), session);
    return typeof value === "number" ? value : null;
  };
  return {
    session,
    open: of("open"),
    high: of("high"),
    low: of("low"),
    close: of("close"),
    volume: of("volume"),
    num_trades: of("num_trades"),
    vwap: of("vwap"),
  };
}

const byStart = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The sessions of the week or month that begins on a date. */
function sessionsOf(group: "weekly" | "monthly", start: string): readonly number[] {
  const known = byStart.get(group);
  if (known) return known.get(start) ?? [];
  const made = Map.groupBy(
    SESSIONS.map(({ session }) => session),
    (session) => periodStart(group, calendar(session).date, 0),
  );
  byStart.set(group, made);
  return made.get(start) ?? [];
}
