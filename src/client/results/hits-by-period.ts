import { DAY_MS } from "../../vocabulary/index.ts";

export interface Hits {
  readonly date: string;
  readonly rows: number;
}

/** What one bar sums up. */
export type Period = "day" | "week" | "month" | "year";

/** Sessions from `from` to `to` and the hits on them. */
export interface Bar {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  /** The range begins or ends within this period, so that its sum is not comparable with the others. */
  readonly partial: boolean;
}

interface Bars {
  readonly period: Period;
  readonly bars: readonly Bar[];
}

/** At most so many bars are drawn; longer ranges are summed by week, month or year. */
const MAX_BARS = 130;

const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const weekdayOf = (date: string): number => new Date(timeOf(date)).getUTCDay();
/** The Monday of the date's week, in days since 1970. */
const weekOf = (date: string): number => timeOf(date) / DAY_MS - ((weekdayOf(date) + 6) % 7);
const lastOfMonth = (date: string): number =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();

interface Grouping {
  readonly period: Period;
  readonly key: (date: string) => number | string;
  /** The first or last session of a period, allowing for weekends and a holiday at its end. */
  readonly starts: (date: string) => boolean;
  readonly ends: (date: string) => boolean;
}

const FRIDAY = 5;
const GROUPINGS: readonly Grouping[] = [
  { period: "day", key: (date) => date, starts: () => true, ends: () => true },
  {
    period: "week",
    key: weekOf,
    starts: (date) => weekdayOf(date) === 1,
    ends: (date) => weekdayOf(date) === FRIDAY,
  },
  {
    period: "month",
    key: (date) => date.slice(0, 7),
    starts: (date) => Number(date.slice(8)) <= 4,
    ends: (date) => Number(date.slice(8)) >= lastOfMonth(date) - 3,
  },
  {
    period: "year",
    key: (date) => date.slice(0, 4),
    starts: (date) => date.slice(5) <= "01-05",
    ends: (date) => date.slice(5) >= "12-28",
  },
];

/** Hits by the shortest period of the calendar whose bars fit. `hits` has one entry a session, oldest first. */
export function barsOf(hits: readonly Hits[], most = MAX_BARS): Bars {
  const [first, ...longer] = GROUPINGS.map((grouping) => grouped(hits, grouping));
  return longer.reduce((best, next) => (best.bars.length <= most ? best : next), first ?? { period: "day", bars: [] });
}

function grouped(hits: readonly Hits[], { period, key, starts, ends }: Grouping): Bars {
  const groups = Map.groupBy(hits, ({ date }) => key(date));
  const last = groups.size - 1;
  const bars = [...groups.values()].map((sessions, index): Bar => {
    const from = sessions[0]?.date ?? "";
    const to = sessions.at(-1)?.date ?? "";
    return {
      from,
      to,
      rows: sessions.reduce((sum, { rows }) => sum + rows, 0),
      partial: (index === 0 && !starts(from)) || (index === last && !ends(to)),
    };
  });
  return { period, bars };
}
