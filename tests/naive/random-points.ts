import type { DataPoint, DayRange } from "../../src/formula/index.ts";
import { FUNDAMENTAL_FIELDS, OWNERSHIP_FIELDS } from "../../src/vocabulary/fields/fact-fields.ts";
import { INDICATORS, TIMEFRAMES, type Basis, type Indicator, type ValueType } from "../../src/vocabulary/index.ts";
import type { Random } from "./random.ts";
import { EDGES } from "./random-bars.ts";
import { ITEMS } from "./random-facts.ts";

const PRICES = ["open", "high", "low", "close", "vwap"] as const;
const FUNCS = ["first", "last", "max", "min", "avg", "sum"] as const;
/** Dated numbers by their tables, so that a new field is compared too. */
const COMPANY_NUMBERS = FUNDAMENTAL_FIELDS.flatMap((row) => (row.type === "number" ? [row.name] : []));
const OWNERSHIP = OWNERSHIP_FIELDS.map(({ name }) => name);
const ORDERED = ["first", "last", "max", "min"] as const;

/** What a number measures, as far as making formulas needs to know. */
export type Measure = "price" | "shares" | "count" | "plain" | "any";

export const someDay = (random: Random): number => random.of([0, 0, 0, 0, -1, -1, -2, -3, -6, 1, 2, 3]);

/** Up to ten sessions, mostly of the past. */
export function someDays(random: Random): DayRange {
  const to = random.of([0, 0, 0, -1, -1, -3, 2]);
  return { from: to - random.of([0, 1, 2, 3, 4, 9]), to };
}

const someBasis = (random: Random): Basis => random.of(["adj", "unadj", "adjdiv"] as const);

/** A window: a trading session, whole half hours, a single minute, or anything. */
export function someWindow(random: Random): { start: number; end: number } {
  const named = [
    [240, 569],
    [570, 959],
    [960, 1199],
    [570, 719],
    [720, 959],
  ] as const;
  const kind = random.of(["named", "named", "aligned", "single", "any"] as const);
  if (kind === "named") {
    const [start, end] = random.of(named);
    return { start, end };
  }
  if (kind === "single") {
    const minute = random.of(EDGES);
    return { start: minute, end: minute };
  }
  const minute = (): number =>
    kind === "aligned" ? random.whole(8, 38) * 30 : random.chance(0.7) ? random.of(EDGES) : random.whole(240, 1199);
  const [a, b] = [minute(), minute()];
  const [start, end] = [Math.min(a, b), Math.max(a, b)];
  return kind === "aligned" ? { start, end: end + 29 } : { start, end };
}

/** A data point that is a number. */
export function numberPoint(random: Random, measure: Measure): DataPoint {
  const point = ownNumberPoint(random, measure);
  return point.group === "earnings" ? point : { ...point, ...someOther(random) };
}

function ownNumberPoint(random: Random, measure: Measure): DataPoint {
  const field = fieldFor(random, measure);
  const basis = someBasis(random);
  if (measure === "plain" || (measure === "any" && random.chance(0.25))) {
    return random.chance(0.55) ? indicator(random) : slowPoint(random);
  }
  switch (random.whole(0, 8)) {
    case 0:
    case 1:
    case 2:
      return { group: "daily", field, day: someDay(random), basis };
    case 3:
      return { group: "daily-range", func: random.of(FUNCS), field, days: someDays(random), basis };
    case 4:
      return { group: "daily-at", field, at: extreme(random), days: someDays(random), basis };
    case 5:
      return { group: "intraday", func: random.of(FUNCS), field, ...someWindow(random), day: someDay(random), basis };
    case 6:
      return { group: "intraday-at-time", field, time: random.of(EDGES), day: someDay(random), basis };
    case 7: {
      const soFar = random.chance(0.3);
      const offset = soFar ? 0 : random.of([-1, -1, -2, 0, 1, -4]);
      return { group: random.of(["weekly", "weekly", "monthly"] as const), field, offset, soFar, basis };
    }
    default:
      return { group: "intraday-at", field, at: extreme(random), ...someWindow(random), day: someDay(random), basis };
  }
}

/** Now and then of another security: of any that the markets have, also by its old symbol, or of none. */
const someOther = (random: Random): { readonly ofSymbol?: string } =>
  random.chance(0.15) ? { ofSymbol: random.of(["SA", "SB", "SC", "SC", "SE", "OSA", "OSB", "OSC", "ZZ"]) } : {};

function fieldFor(random: Random, measure: Measure) {
  if (measure === "shares") return "volume";
  if (measure === "count") return "num_trades";
  if (measure === "price") return random.of(PRICES);
  return random.of([...PRICES, "volume", "num_trades"] as const);
}

const extreme = (random: Random) => ({
  of: random.of(["max", "min"] as const),
  field: random.of([...PRICES, "volume", "num_trades"] as const),
});

function slowPoint(random: Random): DataPoint {
  const day = someDay(random);
  switch (random.whole(0, 2)) {
    case 0:
      return { group: "fundamental", field: random.of(COMPANY_NUMBERS), day };
    case 1:
      return { group: "ownership", field: random.of(OWNERSHIP), day };
    default:
      return { group: "earnings", item: random.of(ITEMS), quarter: random.whole(1, 4) };
  }
}

function indicator(random: Random): DataPoint {
  const point = indicatorPoint(random, random.of(INDICATORS), random.chance(0.3));
  if (point.group !== "indicator" || point.bars !== null || random.chance(0.7)) return point;
  const { day: _, ...rest } = point;
  const offset = random.of([-1, -1, -2, 0, 1]);
  return { ...rest, group: "period-indicator", bars: random.of(["weekly", "weekly", "monthly"] as const), offset };
}

/** An indicator with short lengths, over minutes where it must or is asked to. */
export function indicatorPoint(random: Random, entry: Indicator, overMinutes: boolean): DataPoint {
  const intraday = entry.intradayOnly === true || overMinutes;
  return {
    group: "indicator",
    name: entry.name,
    line: random.of(entry.lines).name,
    parameters: parametersOf(random, entry),
    source: entry.source === null ? null : random.of(["close", "close", "open", "high", "volume"] as const),
    bars: intraday ? { timeframe: random.of(TIMEFRAMES), at: random.of([...EDGES, 1200]) } : null,
    day: someDay(random),
    basis: someBasis(random),
  };
}

function parametersOf(random: Random, entry: Indicator): readonly number[] {
  const draw = (): readonly number[] =>
    entry.parameters.map(({ min, max, integer, default: usual }) => {
      const value = integer ? random.whole(min, min + 5) : random.of([usual, min, 1]);
      return Math.min(max, Math.max(min, value));
    });
  let drawn = draw();
  while (entry.refuse?.(...drawn)) drawn = draw();
  return drawn;
}

/** A data point of a type other than number. */
export function pointOf(random: Random, type: Exclude<ValueType, "number">): DataPoint {
  return { ...ownPointOf(random, type), ...someOther(random) };
}

function ownPointOf(random: Random, type: Exclude<ValueType, "number">): DataPoint {
  const day = someDay(random);
  switch (type) {
    case "text":
      if (random.chance(0.3)) return { group: "fundamental", field: random.of(["sector", "industry"] as const), day };
      return {
        group: "identity",
        field: random.of([
          ...(["symbol", "old_symbol", "name", "exchange", "exchange"] as const),
          ...(["security_class", "status", "country", "currency"] as const),
        ]),
        day,
      };
    case "boolean": {
      const window = random.of([
        { start: 0, end: 1439 },
        { start: 0, end: 1439 },
        { start: 0, end: 570 },
        { start: 1020, end: 1439 },
        someWindow(random),
      ]);
      const field = random.of(["news", "earnings", "ipo", "filing_8k"] as const);
      return { group: "event", field, ...(field === "ipo" ? { start: 0, end: 1439 } : window), day };
    }
    case "date": {
      if (random.chance(0.5)) return { group: "daily", field: "date", day, basis: "unadj" };
      if (random.chance(0.5))
        return {
          group: "daily-range",
          func: random.of(ORDERED),
          field: "date",
          days: someDays(random),
          basis: "unadj",
        };
      return { group: "daily-at", field: "date", at: extreme(random), days: someDays(random), basis: "unadj" };
    }
    case "time": {
      if (random.chance(0.3))
        return { group: "intraday-at-time", field: "time", time: random.of(EDGES), day, basis: "unadj" };
      if (random.chance(0.5))
        return {
          group: "intraday",
          func: random.of(ORDERED),
          field: "time",
          ...someWindow(random),
          day,
          basis: "unadj",
        };
      return { group: "intraday-at", field: "time", at: extreme(random), ...someWindow(random), day, basis: "unadj" };
    }
  }
}
