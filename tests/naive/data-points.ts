import type { DataPoint, DayRange } from "../../src/formula/index.ts";
import { windowOn, type RangeFunctionName } from "../../src/vocabulary/index.ts";
import { closing, daysToEarnings, earnings, event, fact, identity, type Point } from "./fact-points.ts";
import { naiveIndicator, type NaiveBar } from "./indicators.ts";
import { calendar, symbolOn, type DayBar, type MarketView, type MinuteBar, type Security } from "./market.ts";
import { fieldValue, jolted, numbersOf, silent, type Bars, type Field } from "./bar-values.ts";
import { periodIndicator, periodValue } from "./periods.ts";
import type { Place } from "./place.ts";
import { NO_NOISE, order, type Noise, type Value } from "./values.ts";

/** Value of a data point as of `session`, its own day added to it. A day outside the market's data is null. */
export function dataPoint(point: DataPoint, place: Place, session: number): Value {
  if (point.ofSymbol !== undefined) {
    const { ofSymbol, ...own } = point;
    const security = securityNamed(ofSymbol, place.view, place.namedOn);
    return security === null ? null : dataPoint(own, { ...place, security }, session);
  }
  if (point.group === "daily-range") return dailyRange(point, place, session);
  if (point.group === "daily-at") return dailyAt(point, place, session);
  const day = "day" in point ? session + point.day : session;
  if (!place.view.within(day)) return null;
  switch (point.group) {
    case "daily":
      return dailyValue(place, day, point.field, point.basis);
    case "intraday":
    case "intraday-at-time":
    case "intraday-at":
      return intraday(point, place, day);
    case "indicator":
      return point.bars === null ? dailyIndicator(point, place, day) : intradayIndicator(point, place, day);
    case "weekly":
    case "monthly":
      return periodValue(point, place, day);
    case "period-indicator":
      return periodIndicator(point, place, day);
    case "identity":
      return identity(point.field, place, day);
    case "fundamental":
    case "ownership":
      if (point.field === "days_to_earnings") return daysToEarnings(place, day);
      return fact(point.field, place, closing(day));
    case "event":
      return event(point, place, day);
    case "earnings":
      return earnings(point, place, day);
  }
}

/** Who has the symbol on a session: of those that have had a bar by then the one that came to it last. */
export function securityNamed(symbol: string, view: MarketView, session: number): Security | null {
  const { date } = calendar(session);
  let best: { readonly security: Security; readonly since: string } | null = null;
  for (const security of view.market.securities) {
    const first = view.sessionsOf(security)[0];
    if (first === undefined || first > session || symbolOn(security, date) !== symbol) continue;
    const named = security.changes.findLast((change) => change.date <= date)?.date ?? "";
    const begun = calendar(first).date;
    const since = named > begun ? named : begun;
    if (best === null || since > best.since) best = { security, since };
  }
  return best?.security ?? null;
}

/** The days of a range, null where it leaves the market's data. */
export function rangeOfSessions({ from, to }: DayRange, view: MarketView, session: number): readonly number[] | null {
  if (!view.within(session + from) || !view.within(session + to)) return null;
  return Array.from({ length: to - from + 1 }, (_, index) => session + from + index);
}

/** first, last, max, min, avg, sum of what is not null; none left is null. */
export function aggregate(func: RangeFunctionName, values: readonly Value[], noise: Noise): Value {
  const known = values.filter((value) => value !== null);
  const [head] = known;
  if (head === undefined) return null;
  switch (func) {
    case "first":
      return head;
    case "last":
      return known.at(-1) ?? null;
    case "max":
      return known.reduce((a, b) => (order(b, a, true) > 0 ? b : a));
    case "min":
      return known.reduce((a, b) => (order(b, a, true) < 0 ? b : a));
    case "sum":
      return inexact(totalOf(known), noise);
    case "avg":
      return inexact(totalOf(known) / known.length, noise);
  }
}

const inexact = (value: number, noise: Noise): number | null => (Number.isFinite(value) ? noise(value) : null);

const totalOf = (values: readonly Value[]): number =>
  values.reduce<number>((sum, value) => {
    if (typeof value !== "number") throw new TypeError("only numbers add up");
    return sum + value;
  }, 0);

function dailyValue(place: Place, session: number, field: Field | "date", basis: string): Value {
  const bar = place.view.day(place.security, session);
  if (bar === null) return null;
  return field === "date" ? { date: calendar(session).date } : fieldValue(place, session, bar, field, basis);
}

function dailyRange({ func, field, days, basis }: Point<"daily-range">, place: Place, session: number): Value {
  const sessions = rangeOfSessions(days, place.view, session);
  if (sessions === null) return null;
  return aggregate(
    func,
    sessions.map((each) => dailyValue(place, each, field, basis)),
    place.noise,
  );
}

/** The earliest of the elements on which `by` equals its highest or lowest; those without `by` are passed over. */
function extreme<Element>(
  elements: readonly Element[],
  of: "max" | "min",
  by: (element: Element) => Value,
  exact: boolean,
): Element | null {
  const best = aggregate(of, elements.map(by), NO_NOISE);
  if (best === null) return null;
  const found = elements.find((element) => {
    const value = by(element);
    return value !== null && order(value, best, exact) === 0;
  });
  return found ?? null;
}

function dailyAt({ field, at, days, basis }: Point<"daily-at">, place: Place, session: number): Value {
  const sessions = rangeOfSessions(days, place.view, session);
  if (sessions === null) return null;
  const exact = basis === "unadj" || at.field === "num_trades";
  const day = extreme(sessions, at.of, (each) => dailyValue(place, each, dailyField(at.field), basis), exact);
  return day === null ? null : dailyValue(place, day, field, basis);
}

const FIELDS: readonly Field[] = ["open", "high", "low", "close", "volume", "num_trades", "vwap"];
const fieldNamed = (name: string): Field => {
  const field = FIELDS.find((each) => each === name);
  if (!field) throw new RangeError(`no field ${name}`);
  return field;
};
const dailyField = (name: string): Field | "date" => (name === "date" ? name : fieldNamed(name));

function intraday(point: Point<"intraday" | "intraday-at-time" | "intraday-at">, place: Place, session: number): Value {
  // A day without any bar of the security has no minutes either; one without minutes imported is as good as unknown.
  const bars = place.security.minutes.get(session);
  if (!bars) return null;
  const value = (bar: MinuteBar, field: string): Value =>
    field === "time" ? { time: bar.minute } : fieldValue(place, session, bar, fieldNamed(field), point.basis);
  if (point.group === "intraday-at-time") {
    const bar = bars.find(({ minute }) => minute === point.time);
    return bar ? value(bar, point.field) : null;
  }
  const { start, end } = windowOn(point.start, point.end, calendar(session).close);
  const within = bars.filter(({ minute }) => minute >= start && minute <= end);
  if (point.group === "intraday-at") {
    // One factor holds for the whole day: its minutes compare as they were traded.
    const bar = extreme(within, point.at.of, (each) => value(each, point.at.field), true);
    return bar === null ? null : value(bar, point.field);
  }
  const countable = point.field === "volume" || point.field === "num_trades";
  if (within.length === 0 && point.func === "sum" && countable) return 0;
  return aggregate(
    point.func,
    within.map((bar) => value(bar, point.field)),
    place.noise,
  );
}

type Indicated = Point<"indicator">;

/** The line of an indicator over bars, computed once per market. */
function lineOf(point: Indicated, place: Place, bars: () => readonly NaiveBar[]): readonly (number | null)[] {
  const { name, line, parameters, source, basis, bars: kind } = point;
  const { view, security } = place;
  const key = JSON.stringify([
    view.market.securities.indexOf(security),
    name,
    line,
    parameters,
    source,
    basis,
    kind?.timeframe,
  ]);
  const known = view.cache.get(key);
  if (Array.isArray(known)) return known;
  const values = naiveIndicator(name, numbersOf(point), bars(), source ?? "close")[line];
  if (!values) throw new RangeError(`no line ${name}.${line}`);
  view.cache.set(key, values);
  return values;
}

function adjustedBar(place: Place, session: number, bar: Bars, basis: string): Omit<NaiveBar, "session"> {
  const field = (name: Field): number | null => {
    const value = fieldValue(silent(place), session, bar, name, basis);
    return typeof value === "number" ? value : null;
  };
  return {
    open: field("open"),
    high: field("high"),
    low: field("low"),
    close: field("close"),
    volume: field("volume"),
    num_trades: field("num_trades"),
    vwap: field("vwap"),
  };
}

/** Indicators run over the bars that exist; a day without prices is no bar. */
function dailyIndicator(point: Indicated, place: Place, session: number): Value {
  const sessions = place.view
    .sessionsOf(place.security)
    .filter((each) => place.view.day(place.security, each)?.close !== null);
  const index = sessions.indexOf(session);
  if (index < 0) return null;
  const line = lineOf(point, place, () =>
    sessions.map((each) => {
      const bar = place.view.day(place.security, each);
      if (!bar) throw new RangeError("no bar");
      return { session: each, ...adjustedBar(place, each, bar, point.basis) };
    }),
  );
  return jolted(line, index, point.source, place);
}

/** From all minutes, aligned to the clock: the latest bar of the session that is complete at the time asked. */
function intradayIndicator(point: Indicated, place: Place, session: number): Value {
  const { bars } = point;
  if (bars === null) return null;
  const all = barsOf(place, bars.timeframe, point.basis);
  const index = all.findLastIndex((bar) => bar.session === session && (bar.minute ?? 0) + bars.timeframe <= bars.at);
  if (index < 0) return null;
  return jolted(
    lineOf(point, place, () => all),
    index,
    point.source,
    place,
  );
}

function barsOf(place: Place, timeframe: number, basis: string): readonly NaiveBar[] {
  const { view, security } = place;
  const key = `bars ${view.market.securities.indexOf(security)} ${timeframe} ${basis}`;
  const known = view.cache.get(key);
  if (Array.isArray(known)) return known;
  const sessions = [...security.minutes.keys()].toSorted((a, b) => a - b);
  const bars = sessions.flatMap((session) => {
    const groups = Map.groupBy(
      security.minutes.get(session) ?? [],
      ({ minute }) => Math.floor(minute / timeframe) * timeframe,
    );
    return [...groups].map(([minute, group]): NaiveBar => {
      const bar = adjustedBar(place, session, together(group), basis);
      return { session, minute, ...bar };
    });
  });
  view.cache.set(key, bars);
  return bars;
}

/** Several minutes as one bar; vwap over the minutes that have one. */
function together(minutes: readonly MinuteBar[]): DayBar {
  const [first, last] = [minutes[0], minutes.at(-1)];
  if (!first || !last) throw new RangeError("no minutes");
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const trades = minutes.flatMap(({ num_trades }) => (num_trades === null ? [] : [num_trades]));
  const priced = minutes.flatMap(({ vwap, volume }) => (vwap === null ? [] : [{ vwap, volume }]));
  const shares = sum(priced.map(({ volume }) => volume));
  const weighted = shares > 0 ? sum(priced.map(({ vwap, volume }) => vwap * volume)) / shares : null;
  return {
    open: first.open,
    high: Math.max(...minutes.map(({ high }) => high)),
    low: Math.min(...minutes.map(({ low }) => low)),
    close: last.close,
    volume: sum(minutes.map(({ volume }) => volume)),
    num_trades: trades.length > 0 ? sum(trades) : null,
    vwap: minutes.length === 1 ? first.vwap : weighted,
  };
}
