import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { z } from "zod";
import { DAY_MS } from "../../vocabulary/index.ts";
import type { MetricsQuery } from "../../contract/index.ts";

const DEFAULT_DAYS = 30;

/** Days in UTC, both included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The days of the query, by default the last thirty. */
export function spanOf({ from, to }: z.output<typeof MetricsQuery>, now = Date.now()): Span {
  const last = to ?? day(now);
  return { from: from ?? day(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS), to: last };
}

/** Whether a moment lies in the span. */
export const isInSpan = (moment: RawBuilder<Date>, { from, to }: Span): RawBuilder<boolean> =>
  sql<boolean>`(${moment} >= ${from}::date AT TIME ZONE 'UTC' AND ${moment} < (${to}::date + 1) AT TIME ZONE 'UTC')`;

/** The day of a moment, yyyy-MM-dd. */
export const dayOf = (moment: RawBuilder<Date>): RawBuilder<string> =>
  sql<string>`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/** Every day of the span, oldest first. */
export function daysOf({ from, to }: Span): readonly string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) days.push(day(time));
  return days;
}
