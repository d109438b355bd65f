import { keysOf } from "../../vocabulary/index.ts";

/*
 * How dates and times are written in a column. One shape is found per file from its first rows; a row that is written
 * otherwise is refused, so that no row is ever read by guesswork.
 */

const TIME = String.raw`\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?`;
const DATES = {
  iso: String.raw`\d{4}-\d{2}-\d{2}`,
  slashed: String.raw`\d{4}/\d{1,2}/\d{1,2}`,
  compact: String.raw`\d{8}`,
  american: String.raw`\d{1,2}/\d{1,2}/(\d{4}|\d{2})`,
} as const;
const EPOCHS = { seconds: 10, milliseconds: 13, microseconds: 16, nanoseconds: 19 } as const;

type DateShape = keyof typeof DATES;
export type Shape =
  { readonly date: DateShape; readonly time: "none" | "local" | "offset" } | { readonly epoch: keyof typeof EPOCHS };

const SHAPES: readonly { readonly shape: Shape; readonly pattern: string }[] = [
  ...keysOf(DATES).flatMap((date) => [
    { shape: { date, time: "none" } as const, pattern: `^${DATES[date]}$` },
    { shape: { date, time: "local" } as const, pattern: `^${DATES[date]}[T ]+${TIME}$` },
    { shape: { date, time: "offset" } as const, pattern: `^${DATES[date]}[T ]+${TIME} ?(Z|[+-]\\d{2}:?\\d{2})$` },
  ]),
  ...keysOf(EPOCHS).map((epoch) => ({ shape: { epoch }, pattern: `^\\d{${EPOCHS[epoch]}}$` })),
];

/** The shape most of the texts have; iso dates where none fits, so that every row is refused with its reason. */
export function shapeOf(texts: readonly string[]): Shape {
  const counts = SHAPES.map(({ shape, pattern }) => ({
    shape,
    count: texts.filter((text) => new RegExp(pattern).test(text)).length,
  }));
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a));
  return best.count > 0 ? best.shape : { date: "iso", time: "none" };
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
    case "american": {
      const year = part(text, 3);
      return `concat(if(length(${year}) = 2, concat('20', ${year}), ${year}), '-', ${padded(part(text, 1))}, '-', ${padded(part(text, 2))})`;
    }
    default:
      return shape satisfies never;
  }
}

/** SQL for the New York wall clock of an instant (DateTime of any zone). */
const newYork = (instant: string): string => `toTimeZone(${instant}, 'America/New_York')`;

/** SQL (DateTime, null where it is none) of a text that names an instant; local times are of `timezone`. */
function instant(shape: Shape, text: string, timezone: string): string | null {
  if ("epoch" in shape) {
    const divisor = { seconds: "1", milliseconds: "1000", microseconds: "1000000", nanoseconds: "1000000000" }[
      shape.epoch
    ];
    return `toDateTime(intDiv(toUInt64OrNull(${text}), ${divisor}), 'UTC')`;
  }
  const spelled = `concat(${isoDate(shape.date, text)}, ' ', extract(${text}, '[T ]+(.*)$'))`;
  const whole = shape.date === "iso" ? text : spelled;
  if (shape.time === "offset") return `parseDateTimeBestEffortOrNull(${whole}, 'UTC')`;
  if (shape.time === "local" && timezone !== "America/New_York")
    return `parseDateTimeBestEffortOrNull(${whole}, '${timezone}')`;
  return null;
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
  if ("date" in shape && (dayOnly || shape.time === "none"))
    return { day: isoDate(shape.date, text), minute: "CAST(NULL, 'Nullable(UInt16)')" };
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

export const isTimezone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }) !== null && /^[A-Za-z0-9_+\-/]+$/.test(name);
  } catch {
    return false;
  }
};
