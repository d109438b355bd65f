import { DAY_SECONDS, keysOf } from "../../vocabulary/index.ts";

/*
 * How dates and times are written in a column. One shape is found per file from its first rows; a row that is written
 * otherwise is refused, so that no row is ever read by guesswork.
 */

const NEW_YORK = "America/New_York";
const TIME = String.raw`\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?`;
const DATES = {
  iso: String.raw`\d{4}-\d{2}-\d{2}`,
  slashed: String.raw`\d{4}/\d{1,2}/\d{1,2}`,
  compact: String.raw`\d{8}`,
  american: String.raw`\d{1,2}/\d{1,2}/(\d{4}|\d{2})`,
} as const;
/** Digits of moments from 1973 on, and what a second counts. */
const EPOCHS = {
  seconds: { digits: "9,10", second: 1 },
  milliseconds: { digits: "12,13", second: 1e3 },
  microseconds: { digits: "15,16", second: 1e6 },
  nanoseconds: { digits: "18,19", second: 1e9 },
} as const;

type DateShape = keyof typeof DATES | "dayFirst";
export type Shape =
  | { readonly date: DateShape; readonly time: "none" | "local" | "offset" }
  | {
      readonly epoch: keyof typeof EPOCHS;
      /** Each is midnight UTC, as which vendors stamp a trading day. */
      readonly midnights: boolean;
    };

const OFFSET = "(Z|[+-]\\d{2}:?\\d{2})";
const patternOf = ({ date, time }: Extract<Shape, { date: unknown }>): string => {
  const day = DATES[date === "dayFirst" ? "american" : date];
  return time === "none" ? `^${day}$` : `^${day}[T ]+${TIME}${time === "local" ? "" : ` ?${OFFSET}`}$`;
};
const epochPattern = (epoch: keyof typeof EPOCHS): string => `^\\d{${EPOCHS[epoch].digits}}$`;
/** A pattern in the text of a statement. */
const inSql = (pattern: string): string => `'${pattern.replaceAll("\\", "\\\\")}'`;

const SHAPES: readonly { readonly shape: Shape; readonly pattern: string }[] = [
  ...keysOf(DATES).flatMap((date) =>
    (["none", "local", "offset"] as const).map((time) => ({
      shape: { date, time },
      pattern: patternOf({ date, time }),
    })),
  ),
  ...keysOf(EPOCHS).map((epoch) => ({ shape: { epoch, midnights: false }, pattern: epochPattern(epoch) })),
];

/** The shape most of the texts have; iso dates where none fits, so that every row is refused with its reason. */
export function shapeOf(texts: readonly string[]): Shape {
  const counts = SHAPES.map(({ shape, pattern }) => ({
    shape,
    count: texts.filter((text) => new RegExp(pattern).test(text)).length,
  }));
  const { shape, count } = counts.reduce((a, b) => (b.count > a.count ? b : a));
  if (count === 0) return { date: "iso", time: "none" };
  if ("epoch" in shape) {
    const day = BigInt(EPOCHS[shape.epoch].second * DAY_SECONDS);
    const own = texts.filter((text) => new RegExp(epochPattern(shape.epoch)).test(text));
    return { ...shape, midnights: own.every((text) => BigInt(text) % day === 0n) };
  }
  return shape.date === "american" && isDayFirst(texts) ? { ...shape, date: "dayFirst" } : shape;
}

const MONTHS = 12;
const DAYS = 31;

/** Which of the two first numbers of a date such as 1/31/2024 can only be the day; null where either can, or none. */
export function certainDay(text: string): "first" | "second" | null {
  const [first = 0, second = 0] = /^(\d{1,2})\/(\d{1,2})\//.exec(text)?.slice(1).map(Number) ?? [];
  if (first > MONTHS && first <= DAYS && second >= 1 && second <= MONTHS) return "first";
  return second > MONTHS && second <= DAYS && first >= 1 && first <= MONTHS ? "second" : null;
}

/** Whether a date of this shape may begin with the day as well as with the month. */
export const hasEitherOrder = (shape: Shape): boolean =>
  "date" in shape && (shape.date === "american" || shape.date === "dayFirst");

/** Whether dates with slashes begin with the day: one of them can only be read so, and none can only be read the other way. */
function isDayFirst(texts: readonly string[]): boolean {
  const found = new Set(texts.map(certainDay));
  return found.has("first") && !found.has("second");
}

const padded = (text: string): string => `leftPad(${text}, 2, '0')`;

const part = (text: string, n: number): string => `splitByRegexp('[/T ]', ${text})[${n}]`;

/** SQL for the date part as yyyy-MM-dd, out of `text`; whatever does not fit gives a text that is no date. */
function isoDate(shape: DateShape, text: string): string {
  switch (shape) {
    case "iso":
      return `substring(${text}, 1, 10)`;
    case "compact":
      return `concat(substring(${text}, 1, 4), '-', substring(${text}, 5, 2), '-', substring(${text}, 7, 2))`;
    case "slashed":
      return `concat(${part(text, 1)}, '-', ${padded(part(text, 2))}, '-', ${padded(part(text, 3))})`;
    case "american":
    case "dayFirst": {
      const year = part(text, 3);
      const [month, day] = shape === "american" ? [part(text, 1), part(text, 2)] : [part(text, 2), part(text, 1)];
      return `concat(if(length(${year}) = 2, concat('20', ${year}), ${year}), '-', ${padded(month)}, '-', ${padded(day)})`;
    }
    default:
      return shape satisfies never;
  }
}

/** SQL for the New York wall clock of an instant (DateTime of any zone). */
const newYork = (instant: string): string => `toTimeZone(${instant}, '${NEW_YORK}')`;

/** SQL (DateTime, null where it is none) of a text that names an instant; local times are of `timezone`. */
function instant(shape: Shape, text: string, timezone: string): string | null {
  if ("epoch" in shape) {
    const number = `if(match(${text}, ${inSql(epochPattern(shape.epoch))}), toUInt64OrNull(${text}), NULL)`;
    return `toDateTime(intDiv(${number}, ${EPOCHS[shape.epoch].second}), 'UTC')`;
  }
  const parsed = (zone: string): string =>
    `if(match(${text}, ${inSql(patternOf(shape))}), parseDateTimeBestEffortOrNull(${whole}, '${zone}'), NULL)`;
  const spelled = `concat(${isoDate(shape.date, text)}, ' ', extract(${text}, '[T ]+(.*)$'))`;
  const whole = shape.date === "iso" ? text : spelled;
  if (shape.time === "offset") return parsed("UTC");
  if (shape.time === "local" && timezone !== NEW_YORK) return parsed(timezone);
  return null;
}

/** SQL for the day and the minute, in New York, of a day (SQL of a text yyyy-MM-dd) and a time that is local to `timezone`. */
export function dayAndMinuteOf(day: string, time: string, timezone: string): { day: string; minute: string } {
  if (timezone === NEW_YORK) return { day, minute: minuteOf(time) };
  const local = newYork(
    `if(isNull(${minuteOf(time)}), NULL, parseDateTimeBestEffortOrNull(concat(${day}, ' ', ${time}), '${timezone}'))`,
  );
  return {
    day: `ifNull(toString(toDate(${local})), ${day})`,
    minute: `toHour(${local}) * 60 + toMinute(${local})`,
  };
}

/** SQL for minutes since midnight of HH:MM with optional zero seconds, null where it is no time. */
export function minuteOf(time: string): string {
  const h = `toUInt16OrNull(splitByChar(':', ${time})[1])`;
  const m = `splitByChar(':', ${time})[2]`;
  return `if(match(${time}, '^[0-9]{1,2}:[0-5][0-9](:00(\\\\.0+)?)?$') AND ${h} < 24, ${h} * 60 + toUInt16OrNull(${m}), NULL)`;
}

/** SQL for seconds since midnight of HH:MM with optional seconds, a fraction counting as one more; null where it is no time. */
function secondOf(time: string): string {
  const part = (n: number): string => `toUInt32OrNull(splitByChar(':', ${time})[${n}])`;
  const seconds = `ifNull(toUInt32(ceil(toFloat64OrNull(splitByChar(':', ${time})[3]))), 0)`;
  return `if(match(${time}, '^[0-9]{1,2}:[0-5][0-9](:[0-5][0-9](\\\\.[0-9]+)?)?$') AND ${part(1)} < 24, ${part(1)} * 3600 + ${part(2)} * 60 + ${seconds}, NULL)`;
}

/** SQL for the day (text yyyy-MM-dd) and the second of an iso date and time, with an offset or local to `timezone`. */
export function dayAndSecond(
  time: "local" | "offset",
  text: string,
  timezone: string,
): { day: string; second: string } {
  const at = instant({ date: "iso", time }, `replaceRegexpOne(${text}, '\\\\.[0-9]+', '')`, timezone);
  if (at === null) return { day: `substring(${text}, 1, 10)`, second: secondOf(`extract(${text}, '[T ]+(.*)$')`) };
  const local = newYork(at);
  // A fraction counts as one more second.
  const more = `toUInt32(match(${text}, '\\\\.0*[1-9]'))`;
  return {
    day: `ifNull(toString(toDate(${local})), '')`,
    second: `toHour(${local}) * 3600 + toMinute(${local}) * 60 + toSecond(${local}) + ${more}`,
  };
}

/**
 * SQL for the day (text yyyy-MM-dd) and the minute of a column. The day of a timestamp in a column that holds days is
 * the one written, whatever its offset: vendors stamp a trading day with midnight UTC.
 */
export function dayAndMinute(
  shape: Shape,
  text: string,
  timezone: string,
  dayOnly: boolean,
): { day: string; minute: string } {
  const nothing = "CAST(NULL, 'Nullable(UInt16)')";
  if ("date" in shape && (dayOnly || shape.time === "none")) {
    const day = patternOf({ ...shape, time: "none" }).replace("$", "([T ].*)?$");
    return { day: `if(match(${text}, ${inSql(day)}), ${isoDate(shape.date, text)}, '')`, minute: nothing };
  }
  if ("epoch" in shape && dayOnly && shape.midnights)
    return { day: `ifNull(toString(toDate(${instant(shape, text, timezone)}, 'UTC')), '')`, minute: nothing };
  const at = instant(shape, text, timezone);
  if (at === null && "date" in shape) {
    return { day: isoDate(shape.date, text), minute: minuteOf(`extract(${text}, '[T ]+(.*)$')`) };
  }
  const local = newYork(at ?? "NULL");
  return {
    day: `ifNull(toString(toDate(${local})), '')`,
    minute: `if(toSecond(${local}) = 0, toHour(${local}) * 60 + toMinute(${local}), NULL)`,
  };
}

/** A time zone as the engine spells it, of any spelling that is known; null where there is none. */
export function timezoneOf(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
