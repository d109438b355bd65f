import { ofSnapshot, type Snapshot } from "../../market/index.ts";
import { BAR_FIELD_NAMES, GALLERY_LIMITS, type ChartSession } from "../../vocabulary/index.ts";
import { intradayBars } from "../indicators/index.ts";
import { profileOf } from "../profile.ts";
import { inItsShard } from "../sql/cluster.ts";
import { dailyBars } from "../sql/indicators.ts";
import { shownSql } from "./relation.ts";

/** A security on a session. */
interface Day {
  readonly security: number;
  readonly session: number;
}

/** Bars in columns: of minutes of the day, or of the sessions around it, each by its distance from the day. */
export interface RowBars {
  readonly bars: "minutes" | "days";
  readonly time: readonly number[];
  readonly open: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly close: readonly (number | null)[];
}

interface RowChartsPlan {
  /** Whether bars within the day may be shown, and which. */
  readonly minutes: ChartSession | null;
  /** Sessions before it are out of reach. */
  readonly earliest: number;
}

type Bar = Readonly<Record<"open" | "high" | "low" | "close", number | null>>;
type Row = Bar & Day & { readonly minute?: number };

const { sessionsBefore, sessionsAfter, minutes } = GALLERY_LIMITS;

const DAYS = "SELECT arrayJoin(arrayZip({securities:Array(UInt32)}, {sessions:Array(UInt16)})) AS day";
const ON_DAYS = `(security_id, session) IN (SELECT day.1, day.2 FROM (${DAYS}))`;
const AROUND_DAYS = `(security_id, session) IN (SELECT day.1, toUInt16(greatest(0, toInt32(day.2) + toInt32(step) - ${sessionsBefore})) FROM (${DAYS}) ARRAY JOIN range(${sessionsBefore + sessionsAfter + 1}) AS step)`;

/** Bars of many days at once, in their order: two statements, however many days. Adjusted for splits. */
export const rowCharts = ofSnapshot(async function rowChartsOnce(
  market: Snapshot,
  days: readonly Day[],
  plan: RowChartsPlan,
  signal?: AbortSignal,
): Promise<RowBars[]> {
  const table = market.localTable;
  const read = async (select: string, columns: string, of: readonly Day[]): Promise<readonly Row[]> =>
    of.length === 0
      ? []
      : market.query<Row>({
          sql: `SELECT security_id AS security, ${columns}, open, high, low, close FROM (${inItsShard(market, select)}) ORDER BY ${columns}`,
          params: {
            securities: of.map(({ security }) => security),
            sessions: of.map(({ session }) => session),
            earliest: plan.earliest,
          },
          ...(signal ? { signal } : {}),
        });
  const within = days.filter(({ session }) => plan.minutes !== null && session >= plan.earliest);
  const intraday = intradayBars({
    table,
    timeframe: minutes,
    adjusted: true,
    where: ON_DAYS,
    minutes: shownSql("extended", plan.minutes ?? "0430-1200", 1),
  });
  const ofMinutes = byKey(await read(intraday, "session, minute", within), ({ security, session }) =>
    keyOf({ security, session }),
  );
  const others = days.filter((day) => !ofMinutes.has(keyOf(day)));
  const { hasOffhours } = await profileOf(market);
  const daily = dailyBars({ hasOffhours }, BAR_FIELD_NAMES, true, `${AROUND_DAYS} AND session >= {earliest:UInt16}`, {
    table,
  });
  const ofDays = byKey(await read(daily, "session", others), ({ security }) => String(security));
  return days.map((day) => {
    const found = ofMinutes.get(keyOf(day));
    if (found !== undefined) return columnsOf("minutes", found, ({ minute = 0 }) => minute);
    const [from, to] = [day.session - sessionsBefore, day.session + sessionsAfter];
    const around = ofDays.get(String(day.security)) ?? [];
    const shown = around.filter(({ session }) => session >= from && session <= to);
    return columnsOf("days", shown, ({ session }) => session - day.session);
  });
});

const keyOf = ({ security, session }: Day): string => `${security} ${session}`;

function byKey(rows: readonly Row[], key: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}

const columnsOf = (bars: RowBars["bars"], rows: readonly Row[], time: (row: Row) => number): RowBars => ({
  bars,
  time: rows.map(time),
  open: rows.map(({ open }) => open),
  high: rows.map(({ high }) => high),
  low: rows.map(({ low }) => low),
  close: rows.map(({ close }) => close),
});
