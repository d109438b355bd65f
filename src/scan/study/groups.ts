import type { NamedGroup, StudyDay, StudyGroup } from "../../vocabulary/index.ts";
import { addSums, intervalOf } from "./draws.ts";
import type { Draws, DrawnSums } from "./draws.ts";

/** What the rows of one session were worth. */
export interface DayRows {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly rows: number;
  readonly sum: number;
  readonly wins: number;
}

/** Rows of some days, and their sums in every draw. */
export interface Gathered {
  rows: number;
  days: number;
  sum: number;
  wins: number;
  readonly drawn: DrawnSums;
}

export const nothing = (draws: Draws): Gathered => ({ rows: 0, days: 0, sum: 0, wins: 0, drawn: draws.empty() });

/** Adds rows of one day, by its place among the days. */
export function addDay(to: Gathered, draws: Draws, day: number, { rows, sum, wins }: Omit<DayRows, "date">): void {
  if (rows === 0) return;
  to.rows += rows;
  to.days += 1;
  to.sum += sum;
  to.wins += wins;
  draws.add(to.drawn, day, sum, rows);
}

/** Adds rows of which the days are counted elsewhere. */
export function addGathered(to: Gathered, { rows, sum, wins, drawn }: Gathered): void {
  to.rows += rows;
  to.sum += sum;
  to.wins += wins;
  addSums(to.drawn, drawn);
}

export function groupOf({ rows, days, sum, wins, drawn }: Gathered): StudyGroup {
  const known = rows > 0;
  return {
    rows,
    days,
    mean: known ? sum / rows : null,
    winRate: known ? wins / rows : null,
    interval: intervalOf(drawn, days),
  };
}

const MONTHS = 7;
const YEAR = 4;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Days by a label, in the order of their first days. */
export function byLabel(days: readonly DayRows[], draws: Draws, labelOf: (date: string) => string): NamedGroup[] {
  const groups = new Map<string, Gathered>();
  for (const [place, day] of days.entries()) {
    const label = labelOf(day.date);
    const group = groups.get(label) ?? nothing(draws);
    groups.set(label, group);
    addDay(group, draws, place, day);
  }
  return [...groups].map(([label, group]) => ({ label, ...groupOf(group) }));
}

const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

export const years = (days: readonly DayRows[], draws: Draws): NamedGroup[] =>
  byLabel(days, draws, (date) => date.slice(0, YEAR));
export const halves = (days: readonly DayRows[], draws: Draws): NamedGroup[] =>
  byLabel(days, draws, (date) => `${date.slice(0, YEAR)} ${Number(date.slice(5, MONTHS)) <= 6 ? "H1" : "H2"}`);
export const months = (days: readonly DayRows[], draws: Draws): NamedGroup[] =>
  byLabel(days, draws, (date) => date.slice(0, MONTHS));
export const weekdays = (days: readonly DayRows[], draws: Draws): NamedGroup[] =>
  byLabel(days, draws, (date) => WEEKDAYS[weekday(date)] ?? "").toSorted(
    (a, b) => WEEKDAYS.findIndex((day) => day === a.label) - WEEKDAYS.findIndex((day) => day === b.label),
  );

/** The means of the days added up, each day with the same weight, and the fall from the highest sum so far, 0 at first. */
export function curveOf(days: readonly DayRows[]): readonly StudyDay[] {
  let [sum, peak] = [0, 0];
  return days.map((day) => {
    const mean = day.sum / day.rows;
    sum += mean;
    peak = Math.max(peak, sum);
    return { date: day.date, rows: day.rows, mean, sum, drawdown: sum - peak };
  });
}
