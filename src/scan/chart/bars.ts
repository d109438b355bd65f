import { dateOf, ofSnapshot, type Snapshot } from "../../market/index.ts";
import {
  clock,
  REGULAR_CLOSE,
  REGULAR_OPEN,
  LAST_MINUTE,
  EXTENDED_OPEN,
  BAR_FIELD_NAMES,
  type BarField,
} from "../../vocabulary/index.ts";
import { intradayBars } from "../indicators/index.ts";
import { profileOf } from "../profile.ts";
import { inItsShard } from "../sql/cluster.ts";
import { periodBars, shownSql, sizeOf, type ChartSeries } from "./relation.ts";

/** A bar, named by its start: yyyy-MM-dd, within the day yyyy-MM-ddTHH:MM New York time. Null is unknown. */
export interface ChartBar extends Readonly<Record<BarField, number | null>> {
  readonly time: string;
}

export interface ChartPage {
  /** The oldest first. */
  readonly bars: readonly ChartBar[];
  /** There are older bars, before this day, and newer ones, after that day; null where there are none. */
  readonly earlier: string | null;
  readonly later: string | null;
}

export interface ChartWindow {
  /** Session that the bars lie before, or after; the newest bars where both are left out. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Number of bars requested. Within the day they come as whole sessions, so there may be more or fewer. */
  readonly limit: number;
  /** Sessions before it are out of reach; a week or month must begin on it or later. */
  readonly earliest: number;
}

type Row = { readonly session: number; readonly minute?: number } & Record<BarField, number | null>;
interface Span {
  readonly first: number;
  readonly last: number;
}

/** A page of bars. Days on which a security did not trade have none; nothing is filled in. */
export const chartBars = ofSnapshot(async function chartBarsOnce(
  market: Snapshot,
  series: ChartSeries,
  window: ChartWindow,
  signal?: AbortSignal,
): Promise<ChartPage> {
  const { minutes, period } = sizeOf(series.timeframe);
  const { hasOffhours } = await profileOf(market);
  const query = <T>(sql: string, params: Readonly<Record<string, number>>): Promise<T[]> =>
    market.query<T>({ sql, params: { security: series.security, ...params }, ...(signal ? { signal } : {}) });
  if (period !== null) {
    const bars = inItsShard(market, periodBars({ table: market.localTable, hasOffhours }, period, series.adjusted));
    const reach = "session >= {earliest:UInt16}";
    const [from, order] = side(window);
    const rows = await query<Row>(
      `SELECT session, ${BAR_FIELD_NAMES.join(", ")} FROM (${bars}) WHERE ${reach} AND ${from} ORDER BY session ${order} LIMIT {limit:UInt32}`,
      bound(window),
    );
    const [span] = await query<Span & { n: number }>(
      `SELECT min(session) AS first, max(session) AS last, toUInt32(count()) AS n FROM (${bars}) WHERE ${reach}`,
      { earliest: window.earliest },
    );
    return page(order === "DESC" ? rows.reverse() : rows, span === undefined || span.n === 0 ? null : span, window);
  }
  const barCounts = await query<{ session: number; bars: number }>(
    `SELECT session, toUInt32(bars${series.hours === "regular" ? "" : " + offhours_bars"}) AS bars FROM ${market.table("minute_day")} WHERE security_id = {security:UInt32} AND session >= {earliest:UInt16} ORDER BY session`,
    { earliest: window.earliest },
  );
  const sessions = barCounts.filter(({ bars }) => bars > 0);
  const chosen = chooseSessions(sessions, window, barsOfDay(series, minutes));
  if (chosen === null) return page([], spanOf(sessions), window);
  const intraday = intradayBars({
    table: market.localTable,
    timeframe: minutes,
    adjusted: series.adjusted,
    where: "security_id = {security:UInt32} AND session BETWEEN {first:UInt16} AND {last:UInt16}",
    minutes: shownSql(series.hours, series.session, 1),
  });
  const bars = inItsShard(market, intraday);
  const rows = await query<Row>(
    `SELECT session, minute, ${BAR_FIELD_NAMES.join(", ")} FROM (${bars}) ORDER BY session, minute`,
    { ...chosen },
  );
  return page(rows, spanOf(sessions), window, chosen);
});

function side({ before, after }: ChartWindow): readonly [condition: string, order: "ASC" | "DESC"] {
  if (after !== undefined) return ["session > {after:UInt16}", "ASC"];
  return [before === undefined ? "1" : "session < {before:UInt16}", "DESC"];
}

const bound = ({ before, after, limit, earliest }: ChartWindow): Readonly<Record<string, number>> => ({
  limit,
  earliest,
  ...(after === undefined ? {} : { after }),
  ...(before === undefined ? {} : { before }),
});

const spanOf = (sessions: readonly { readonly session: number }[]): Span | null => {
  const [first, last] = [sessions[0], sessions.at(-1)];
  return first && last ? { first: first.session, last: last.session } : null;
};

/** Bars that a day has at most. */
function barsOfDay({ hours }: ChartSeries, minutes: number): number {
  const [from, to] = hours === "regular" ? [REGULAR_OPEN, REGULAR_CLOSE] : [EXTENDED_OPEN, LAST_MINUTE + 1];
  return Math.ceil((to - from) / minutes);
}

/**
 * First and last of the sessions that hold about as many bars as wanted, next to the window's edge; null where there is
 * none.
 */
function chooseSessions(
  sessions: readonly { readonly session: number; readonly bars: number }[],
  { before, after, limit }: Pick<ChartWindow, "before" | "after" | "limit">,
  most: number,
): Span | null {
  const wanted =
    after === undefined
      ? sessions.filter(({ session }) => before === undefined || session < before).toReversed()
      : sessions.filter(({ session }) => session > after);
  let found = 0;
  const until = wanted.findIndex(({ bars }) => (found += Math.min(bars, most)) >= limit);
  const [near, far] = [wanted[0], wanted[until < 0 ? wanted.length - 1 : until]];
  if (near === undefined || far === undefined) return null;
  return { first: Math.min(near.session, far.session), last: Math.max(near.session, far.session) };
}

function page(rows: readonly Row[], span: Span | null, window: ChartWindow, chosen?: Span): ChartPage {
  const shown = chosen ?? spanOf(rows);
  const bars = rows.map(({ session, minute, ...values }) => ({ time: timeOf(session, minute), ...values }));
  if (span === null) return { bars, earlier: null, later: null };
  // Past either end of the data, the bars on the other side are still returned.
  const first = shown?.first ?? (window.after === undefined ? span.first : window.after + 1);
  const last = shown?.last ?? (window.after === undefined ? (window.before ?? span.last + 1) - 1 : span.last);
  return {
    bars,
    earlier: first > span.first ? dateOf(first) : null,
    later: last < span.last ? dateOf(last) : null,
  };
}

/** A session, or a minute of it, as charts name it. */
export function timeOf(session: number, minute?: number): string {
  const date = dateOf(session);
  if (date === null) throw new RangeError(`no session ${session}`);
  return minute === undefined ? date : `${date}T${clock(minute)}`;
}
