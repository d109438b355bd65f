import type { Time, UTCTimestamp } from "lightweight-charts";
import { clock } from "../../vocabulary/index.ts";

/** New York wall-clock time as the chart counts it: seconds, as if it were UTC, so that axes show what the clock showed. */
export function toChartTime(time: string): UTCTimestamp {
  const seconds = Date.parse(time.length === 10 ? `${time}T00:00:00Z` : `${time}:00Z`) / 1000;
  // The library's own name for such a number.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return seconds as UTCTimestamp;
}

export function fromChartTime(time: Time, intraday: boolean): string | null {
  if (typeof time !== "number") return null;
  return new Date(time * 1000).toISOString().slice(0, intraday ? 16 : 10);
}

export const minuteOf = (time: string): number => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));

/** Place of the last of some rising times that is not after a time; -1 before the first. */
export function placeOf(times: readonly string[], time: string): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? "") <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Place of the bar that holds a day: the first of its minutes, else the last bar that began before its end. */
export function placeOfDay(times: readonly string[], date: string): number {
  const before = placeOf(times, date);
  if (times[before] === date) return before;
  return times[before + 1]?.startsWith(date) === true ? before + 1 : before;
}

/**
 * Place of the bar that holds a minute of a day; of one that is not known (null) the first bar of the day, or its last where
 * `last`. -1 where no bar of the day is there.
 */
export function placeOfMoment(times: readonly string[], date: string, minute: number | null, last: boolean): number {
  if (times[0]?.length === 10) return placeOfDay(times, date);
  const place =
    minute !== null
      ? placeOf(times, `${date}T${clock(minute)}`)
      : last
        ? placeOf(times, `${date}T99`)
        : placeOfDay(times, date);
  return times[place]?.startsWith(date) === true ? place : -1;
}
