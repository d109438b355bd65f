import { SESSIONS, type TableName } from "../../market/index.ts";
import {
  BAR_FIELD_NAMES,
  CHART_SESSIONS,
  CHART_TIMEFRAMES,
  REGULAR_CLOSE,
  REGULAR_OPEN,
  type ChartHours,
  type ChartMinutes,
  type ChartPeriod,
  type ChartSession,
  type ChartTimeframe,
} from "../../vocabulary/index.ts";
import { dailyBars } from "../sql/indicators.ts";
import { barOfDays, PERIOD_NUMBERS } from "../sql/periods.ts";

/** Which bars a chart shows of a security. */
export interface ChartSeries {
  readonly security: number;
  readonly timeframe: ChartTimeframe;
  /** Matters within the day only, as does `session`. */
  readonly hours: ChartHours;
  readonly session: ChartSession;
  readonly adjusted: boolean;
}

/** What the relations below need from the market. */
interface ChartMarket {
  readonly table: (name: TableName) => string;
  readonly hasOffhours: boolean;
}

/** Minutes of a bar, or the period of sessions it stands for. */
export function sizeOf(
  name: ChartTimeframe,
):
  | { readonly minutes: ChartMinutes; readonly period: null }
  | { readonly minutes: null; readonly period: ChartPeriod } {
  const timeframe = CHART_TIMEFRAMES.find((each) => each.name === name);
  if (timeframe === undefined) throw new RangeError(`no timeframe ${name}`);
  return "minutes" in timeframe
    ? { minutes: timeframe.minutes, period: null }
    : { minutes: null, period: timeframe.period };
}

/**
 * SELECT of the bars of days, weeks or months of the security bound as `security`, keyed by security and session. A
 * week or month is named by the first session on which the security traded, made of adjusted days where asked: open of
 * the first, close of the last, vwap weighted by volume over the days that have one.
 */
export function periodBars(
  { hasOffhours, table }: ChartMarket,
  period: ChartPeriod,
  adjusted: boolean,
  where = "1",
): string {
  const names = { table };
  const days = dailyBars(
    { hasOffhours },
    BAR_FIELD_NAMES,
    adjusted,
    `security_id = {security:UInt32} AND ${where}`,
    names,
  );
  if (period === "day") return days;
  // Named apart first: an alias `open` would hide the column that the aggregates read.
  const fields = BAR_FIELD_NAMES.map((field) => `${barOfDays(field)} AS of_${field}`);
  return [
    `SELECT security_id, toUInt16(first_session) AS session, ${BAR_FIELD_NAMES.map((field) => `of_${field} AS ${field}`).join(", ")}`,
    `FROM (SELECT b.security_id AS security_id, min(b.session) AS first_session, ${fields.join(", ")}`,
    `FROM (${days}) AS b INNER JOIN ${table("session")} AS s ON s.session = b.session`,
    `GROUP BY b.security_id, ${PERIOD_NUMBERS[period]("s.date")})`,
  ].join("\n");
}

const unusual = (minute: "open" | "close", usual: number) => {
  const days = SESSIONS.filter((session) => session[minute] !== usual);
  return `transform(session, [${days.map(({ session }) => session).join(", ")}], [${days.map((day) => day[minute]).join(", ")}], ${usual})`;
};
// Half days and late opens; the numbers come from the calendar, so they are safe to print.
const OPEN = unusual("open", REGULAR_OPEN);
const CLOSE = unusual("close", REGULAR_CLOSE);

/** Condition that a bar of so many minutes has one that is shown; one minute is a bar of 1. Over session and minute. */
export function shownSql(hours: ChartHours, session: ChartSession, minutes: number): string {
  const { from, to } = CHART_SESSIONS[session];
  const conditions = [`minute + ${minutes} > ${from}`, `minute < ${to}`];
  if (hours === "regular") conditions.push(`minute + ${minutes} > ${OPEN}`, `minute < ${CLOSE}`);
  return conditions.join(" AND ");
}
