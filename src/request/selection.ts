import { LAST_MINUTE, EXTENDED_OPEN, LIMITS, RANGE_FUNCTIONS, screenText } from "../vocabulary/index.ts";
import type { Minute, RangeFunctionName } from "../vocabulary/index.ts";
import type { ObjectReader } from "./json.ts";
import { kindOf } from "./json.ts";

/** What a card sends beside its data point, read and typed; null where it is left out. */
export interface Selection {
  readonly adjusted: boolean | null;
  readonly day: number | null;
  readonly days: number | null;
  readonly offset: number | null;
  readonly start_time: Minute | null;
  readonly end_time: Minute | null;
  readonly func: string | null;
  readonly data_point_to_evaluate: string | null;
  readonly is_the: "max" | "min" | null;
  readonly time: Minute | null;
  readonly timeframe: number | null;
  readonly num_bars: number | null;
  readonly ind_dp: string | null;
  readonly line: string | null;
  readonly params: readonly (number | string)[] | null;
  readonly before_or_after: "before" | "after" | null;
  readonly minutes: number | null;
  readonly from_start_time: Minute | null;
}

export type OptionName = keyof Selection;

/** A value, or what is wrong with it. */
type Read<T> = { readonly value: T } | { readonly refused: string };

const whole =
  (min: number, max: number) =>
  (given: unknown): Read<number> => {
    const text = typeof given === "string" ? given.trim() : null;
    const value = text !== null && /^[+-]?\d{1,9}$/.test(text) ? Number(text) : given;
    return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
      ? { value: value === 0 ? 0 : value }
      : { refused: `A whole number from ${min} to ${max} belongs here, not ${kindOf(given)}.` };
  };

/** HH:MM, H:MM and HH:MM:00 as minutes since midnight. */
export function readTime(given: unknown): Read<Minute> {
  const match = typeof given === "string" ? /^(\d{1,2}):(\d{2})(?::00)?$/.exec(given.trim()) : null;
  const [hour, minute] = [Number(match?.[1] ?? 24), Number(match?.[2] ?? 60)];
  return hour < 24 && minute < 60
    ? { value: hour * 60 + minute }
    : { refused: `A time as HH:MM belongs here, not ${kindOf(given)}.` };
}

const text = (given: unknown): Read<string> =>
  typeof given === "string" && given.trim() !== ""
    ? { value: given.trim() }
    : { refused: `A text belongs here, not ${kindOf(given)}.` };

const choice =
  <T extends string>(options: ReadonlyMap<string, T>) =>
  (given: unknown): Read<T> => {
    const value = typeof given === "string" ? options.get(given.trim().toLowerCase()) : undefined;
    return value === undefined
      ? { refused: `One of ${[...options.keys()].join(", ")} belongs here, not ${kindOf(given)}.` }
      : { value };
  };

const list = (given: unknown): Read<readonly (number | string)[]> => {
  const items: unknown[] = Array.isArray(given) ? given : [given];
  const values = items.filter((item): item is number | string => typeof item === "number" || typeof item === "string");
  return values.length === items.length
    ? { value: values }
    : { refused: "A list of numbers belongs here, the indicator's parameters in order." };
};

const EXTREMES: ReadonlyMap<string, "max" | "min"> = new Map([
  ["max", "max"],
  ["min", "min"],
  ["highest", "max"],
  ["lowest", "min"],
]);
const SIDES: ReadonlyMap<string, "before" | "after"> = new Map([
  ["before", "before"],
  ["after", "after"],
]);

const adjusted = (given: unknown): Read<boolean> => {
  if (typeof given === "boolean") return { value: given };
  const word = typeof given === "string" ? given.trim().toLowerCase() : null;
  return word === "adjusted" || word === "true"
    ? { value: true }
    : word === "unadjusted" || word === "false"
      ? { value: false }
      : { refused: `true (adjusted) or false (unadjusted) belongs here, not ${kindOf(given)}.` };
};

const bar = (given: unknown): Read<number> => {
  const minutes = typeof given === "string" ? /^(\d{1,3})\s*(?:m|min|minutes?)?$/i.exec(given.trim())?.[1] : given;
  return whole(1, 60)(minutes ?? given);
};

/** How each option is spelled and read. The first key is ours, the others are what the cards send for it. */
const OPTIONS: {
  readonly [Name in OptionName]: {
    readonly keys: readonly string[];
    readonly read: (given: unknown) => Read<NonNullable<Selection[Name]>>;
  };
} = {
  adjusted: { keys: ["adjusted"], read: adjusted },
  day: { keys: ["day"], read: whole(-LIMITS.dayOffset, LIMITS.dayOffset) },
  days: { keys: ["days"], read: whole(1, LIMITS.rangeSessions) },
  offset: { keys: ["offset"], read: whole(-LIMITS.dayOffset, LIMITS.dayOffset) },
  start_time: { keys: ["start_time"], read: readTime },
  end_time: { keys: ["end_time"], read: readTime },
  func: { keys: ["func", "function"], read: text },
  data_point_to_evaluate: { keys: ["data_point_to_evaluate"], read: text },
  is_the: { keys: ["is_the"], read: choice(EXTREMES) },
  time: { keys: ["time"], read: readTime },
  timeframe: { keys: ["timeframe", "bar"], read: bar },
  num_bars: { keys: ["num_bars"], read: whole(1, LIMITS.rangeSessions) },
  ind_dp: { keys: ["ind_dp"], read: text },
  line: { keys: ["line"], read: text },
  params: { keys: ["params"], read: list },
  before_or_after: { keys: ["before_or_after"], read: choice(SIDES) },
  minutes: { keys: ["minutes"], read: whole(1, 1_440) },
  from_start_time: { keys: ["from_start_time"], read: readTime },
};

/** Options of a card that are also sent under the short key `n`: a day, or a number of days where one is counted. */
const SHORT = "n";

function readOption<Name extends OptionName>(
  entry: ObjectReader,
  name: Name,
  keys: readonly string[],
): Selection[Name] | null {
  const given = keys.filter((key) => entry.has(key));
  let kept: Selection[Name] | null = null;
  for (const [index, key] of given.entries()) {
    const value = entry.take(key);
    if (value === null) continue;
    if (index > 0) {
      entry.error(key, "twice", `${key} and ${given[0] ?? name} say the same; send one of them.`);
      continue;
    }
    const read = OPTIONS[name].read(value);
    if ("refused" in read) entry.error(key, "value", read.refused);
    else kept = read.value;
  }
  return kept;
}

/**
 * The options of one entry. Those the card does not have stay unread, so that the reader refuses them as unknown.
 * `type` is an indicator's function on the Indicator card.
 */
export function readSelection(entry: ObjectReader, allowed: readonly OptionName[]): Selection {
  const counts = ["days", "offset", "func", "function", "type", "is_the"].some((key) => entry.has(key));
  // Bars are counted by num_bars or params then, and n is the day.
  const counted = ["days", "num_bars", "params", "timeframe", "bar"].some((key) => entry.has(key));
  const short: OptionName = counts && !counted && allowed.includes("days") ? "days" : "day";
  const read = <Name extends OptionName>(name: Name): Selection[Name] | null => {
    if (!allowed.includes(name)) return null;
    const keys = [...OPTIONS[name].keys];
    if (name === short) keys.push(SHORT);
    if (name === "func" && allowed.includes("num_bars")) keys.push("type");
    return readOption(entry, name, keys);
  };
  return {
    adjusted: read("adjusted"),
    day: read("day"),
    days: read("days"),
    offset: read("offset"),
    start_time: read("start_time"),
    end_time: read("end_time"),
    func: read("func"),
    data_point_to_evaluate: read("data_point_to_evaluate"),
    is_the: read("is_the"),
    time: read("time"),
    timeframe: read("timeframe"),
    num_bars: read("num_bars"),
    ind_dp: read("ind_dp"),
    line: read("line"),
    params: read("params"),
    before_or_after: read("before_or_after"),
    minutes: read("minutes"),
    from_start_time: read("from_start_time"),
  };
}

const FUNCTIONS: ReadonlyMap<string, RangeFunctionName> = new Map(
  RANGE_FUNCTIONS.flatMap(({ name, label }): [string, RangeFunctionName][] => [
    [name, name],
    [label, name],
  ]),
);

/** `AVG`, `average`, `MAX`, `highest` … as a function over days or minutes; null where it is none. */
export const rangeFunction = (name: string): RangeFunctionName | null =>
  FUNCTIONS.get(name.trim().toLowerCase()) ?? null;

/** What is wrong with a window of an intraday card that cannot be; null where it can. */
export function windowMistake(start: Minute, end: Minute): string | null {
  if (start > end) return screenText("time-order");
  if (start < EXTENDED_OPEN || end > LAST_MINUTE) return screenText("time-limits");
  return null;
}
