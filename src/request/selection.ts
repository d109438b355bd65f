import {
  CARD_OPTIONS,
  EXTENDED_OPEN,
  keysOf,
  LAST_MINUTE,
  POINT_OPTION_NAMES,
  pointOptionRow,
  RANGE_FUNCTIONS,
  screenText,
  tableOf,
} from "../vocabulary/index.ts";
import type {
  Adjusted,
  OptionValueKinds,
  Minute,
  PointOptionName,
  PointOptionRow,
  RangeFunctionName,
} from "../vocabulary/index.ts";
import type { ObjectReader } from "./json.ts";
import { kindOf } from "./json.ts";

/** The value of a card's option once it is read, by kind. */
interface ReadAs {
  readonly basis: Adjusted;
  readonly number: number;
  readonly minutes: number;
  readonly time: Minute;
  readonly text: string;
  /** Upper case. */
  readonly symbol: string;
  readonly field: string;
  readonly clause: string;
  readonly extreme: "max" | "min";
  readonly parameters: readonly (number | string)[];
}

type CardSelection = { readonly [Name in PointOptionName]: ReadAs[OptionValueKinds[Name]] };

/** What requests may say beside the options of the cards. */
interface MoreSelection {
  /** Source of an indicator, where the data point does not name it. */
  readonly ind_dp: string;
  /** A window of events by its length and one of its ends. */
  readonly before_or_after: "before" | "after";
  readonly minutes: number;
  readonly from_start_time: Minute;
}

type Readable = CardSelection & MoreSelection;
export type OptionName = keyof Readable;

/** The options of a card's entry besides its data point, read and typed; null where left out. */
export type Selection = { readonly [Name in OptionName]: Readable[Name] | null };

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

/** `20` and `"20"` are the same. */
const clause = (given: unknown): Read<string> => text(typeof given === "number" ? String(given) : given);

const symbol = (given: unknown): Read<string> => {
  const read = text(given);
  return "value" in read ? { value: read.value.toUpperCase() } : read;
};

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

const adjusted = (given: unknown): Read<Adjusted> => {
  if (typeof given === "boolean") return { value: given };
  const word = typeof given === "string" ? given.trim().toLowerCase() : null;
  return word === "adjusted" || word === "true"
    ? { value: true }
    : word === "unadjusted" || word === "false"
      ? { value: false }
      : word === "dividends" || word === "adjdiv"
        ? { value: "dividends" }
        : {
            refused: `true (adjusted), dividends (for dividends too) or false (unadjusted) belongs here, not ${kindOf(given)}.`,
          };
};

const bar = (given: unknown): Read<number> => {
  const minutes = typeof given === "string" ? /^(\d{1,3})\s*(?:m|min|minutes?)?$/i.exec(given.trim())?.[1] : given;
  return whole(1, 60)(minutes ?? given);
};

/** How an option is spelled and read; the first of its keys is its name in a request. */
interface OptionReader<T> {
  readonly keys: readonly [string, ...string[]];
  readonly read: (given: unknown) => Read<T>;
}

/** How the options of the cards are read, by kind. */
const READS: { readonly [Kind in keyof ReadAs]: (row: PointOptionRow) => OptionReader<ReadAs[Kind]>["read"] } = {
  basis: () => adjusted,
  number: ({ bounds = [-Infinity, Infinity] }) => whole(...bounds),
  minutes: () => bar,
  time: () => readTime,
  text: () => text,
  symbol: () => symbol,
  field: () => text,
  clause: () => clause,
  extreme: () => choice(EXTREMES),
  parameters: () => list,
};

const ROWS: { readonly [Name in PointOptionName]: { readonly holds: OptionValueKinds[Name] } } = CARD_OPTIONS;

function readerOf<Name extends PointOptionName>(name: Name): OptionReader<ReadAs[OptionValueKinds[Name]]> {
  const row = pointOptionRow(name);
  return { keys: row.keys, read: READS[ROWS[name].holds](row) };
}

type AnyReader = OptionReader<Readable[OptionName]>;
const OPTIONS: Readonly<Record<OptionName, AnyReader>> = {
  ...tableOf<Record<PointOptionName, AnyReader>>(POINT_OPTION_NAMES, readerOf),
  ind_dp: { keys: ["ind_dp"], read: text },
  before_or_after: { keys: ["before_or_after"], read: choice(SIDES) },
  minutes: { keys: ["minutes"], read: whole(1, 1_440) },
  from_start_time: { keys: ["from_start_time"], read: readTime },
};
const OPTION_NAMES = keysOf(OPTIONS);

/** The key at which a mistake in an option is reported. */
export const keyOf = (name: OptionName): string => OPTIONS[name].keys[0];

/** Options of a card that are also sent under the short key `n`: a day, or a number of days where one is counted. */
const SHORT = "n";

function readOption(entry: ObjectReader, name: OptionName, keys: readonly string[]): Readable[OptionName] | null {
  const given = keys.filter((key) => entry.has(key));
  let kept: Readable[OptionName] | null = null;
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
  const read = (name: OptionName): Readable[OptionName] | null => {
    if (!allowed.includes(name)) return null;
    const keys = [...OPTIONS[name].keys];
    if (name === short) keys.push(SHORT);
    if (name === "func" && allowed.includes("num_bars")) keys.push("type");
    return readOption(entry, name, keys);
  };
  return tableOf<Selection>(OPTION_NAMES, read);
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
