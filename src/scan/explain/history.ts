import type { MarketProfile, Snapshot } from "../../market/index.ts";
import { dateOf, OFF_HOURS_SOURCE } from "../../market/index.ts";
import { DAY_MS, factOf, KNOWN_AT_MIDNIGHT, type Timeframe } from "../../vocabulary/index.ts";
import { readOrigins, type Origins } from "./origins.ts";

/** What to read about a security besides values, to explain where they come from and why they are missing. */
export interface HistoryNeeds {
  /** Sessions of which minutes are read. */
  readonly minutes: ReadonlySet<number>;
  /** Bars of a timeframe up to the one complete at a minute of a session. */
  readonly intraday: readonly IntradayNeed[];
  readonly fields: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly statements: boolean;
  readonly changes: boolean;
}

export interface IntradayNeed {
  readonly session: number;
  readonly timeframe: Timeframe;
  readonly at: number;
}

/** Count, session of the first and of the last; `today` counts those of the session itself. */
interface IntradayBars {
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly today: number;
}

/** `symbol`: that the bar was given under, empty where it was made of minutes. */
interface Bar {
  readonly factor: number;
  readonly offHours: boolean;
  readonly symbol: string;
}

/** When a value became known, yyyy-MM-dd HH:MM:SS; a date that is announced has its day, counted from 1970-01-01. */
interface DatedFact {
  readonly known: string;
  readonly value: number | null;
}

/** One security: its bars, and of everything else what was requested. */
export class History {
  readonly market: MarketProfile;
  readonly delisted: boolean;
  /** Sessions with a bar, in order; `source` 2 is a day with minutes outside the regular session only. */
  readonly #bars: ReadonlyMap<number, Bar>;
  readonly #sessions: readonly number[];
  /** Sessions with a daily bar that indicators run over. */
  readonly #priced: readonly number[];
  readonly #minutes: ReadonlyMap<number, readonly number[]>;
  readonly #intraday: ReadonlyMap<string, IntradayBars>;
  readonly #facts: ReadonlyMap<string, readonly DatedFact[]>;
  readonly #events: ReadonlyMap<string, readonly { readonly session: number; readonly minute: number | null }[]>;
  readonly statements: readonly { readonly item: string; readonly fiscal: string; readonly known: string }[];
  readonly changes: readonly string[];
  readonly #dividends: readonly (readonly [session: number, factor: number])[];
  /** Dates of its splits and dividends. */
  readonly splits: readonly string[];
  readonly dividendDates: readonly string[];
  /** The day that its listing is known by, null where it has none. */
  readonly listed: string | null;
  readonly origins: Origins;

  constructor(parts: {
    readonly market: MarketProfile;
    readonly status: string | null;
    readonly bars: readonly (readonly [session: number, factor: number, source: number, symbol: string])[];
    readonly minutes: ReadonlyMap<number, readonly number[]>;
    readonly intraday: ReadonlyMap<string, IntradayBars>;
    readonly facts: ReadonlyMap<string, readonly DatedFact[]>;
    readonly events: ReadonlyMap<string, readonly { readonly session: number; readonly minute: number | null }[]>;
    readonly statements: History["statements"];
    readonly changes: readonly string[];
    readonly dividends: readonly (readonly [session: number, factor: number, date: string])[];
    readonly splits: readonly string[];
    readonly listed: string | null;
    readonly origins: Origins;
  }) {
    this.market = parts.market;
    this.delisted = parts.status?.toUpperCase() === "DELISTED";
    this.#bars = new Map(
      parts.bars.map(([session, factor, source, symbol]) => [
        session,
        { factor, offHours: source === OFF_HOURS_SOURCE, symbol: source === 0 ? symbol : "" },
      ]),
    );
    this.#sessions = parts.bars.map(([session]) => session);
    this.#priced = parts.bars.flatMap(([session, , source]) => (source === OFF_HOURS_SOURCE ? [] : [session]));
    this.#minutes = parts.minutes;
    this.#intraday = parts.intraday;
    this.#facts = parts.facts;
    this.#events = parts.events;
    this.statements = parts.statements;
    this.changes = parts.changes;
    this.#dividends = parts.dividends.map(([session, factor]) => [session, factor]);
    this.dividendDates = parts.dividends.map(([, , date]) => date);
    this.splits = parts.splits;
    this.listed = parts.listed;
    this.origins = parts.origins;
  }

  get firstBar(): number {
    return this.#sessions[0] ?? 0;
  }

  get lastBar(): number {
    return this.#sessions.at(-1) ?? 0;
  }

  bar(session: number): Bar | null {
    return this.#bars.get(session) ?? null;
  }

  /** What the cash dividends after a session multiply its prices with. */
  dividendFactor(session: number): number {
    return this.#dividends.find(([ex]) => ex > session)?.[1] ?? 1;
  }

  /** Sessions with a bar from one to another, both included. */
  barsWithin(from: number, to: number): readonly number[] {
    return this.#sessions.filter((session) => session >= from && session <= to);
  }

  pricedUpTo(session: number): readonly number[] {
    return this.#priced.filter((each) => each <= session);
  }

  pricedAfter(session: number): number {
    return this.#priced.filter((each) => each > session).length;
  }

  /** Minutes at which a bar of the session starts, in order. */
  minutes(session: number): readonly number[] {
    return this.#minutes.get(session) ?? [];
  }

  intraday(need: IntradayNeed): IntradayBars {
    return this.#intraday.get(intradayKey(need)) ?? { count: 0, first: 0, last: 0, today: 0 };
  }

  /** The dated values that a field is read from, in the order in which they became known. */
  facts(field: string): readonly DatedFact[] {
    return this.#facts.get(factOf(field)) ?? [];
  }

  /** The one that counts on a session; undefined where none was known by then. */
  factOn(field: string, session: number): DatedFact | undefined {
    const by = this.knownBy(field, session);
    return this.facts(field).findLast(({ known }) => known <= by);
  }

  events(kind: string, session: number): readonly (number | null)[] {
    return (this.#events.get(kind) ?? []).filter((event) => event.session === session).map(({ minute }) => minute);
  }

  hasMinutes(session: number): boolean {
    return this.market.minuteSessions.includes(session);
  }

  within(session: number): boolean {
    return session >= (this.market.firstSession ?? 0) && session <= (this.market.lastSession ?? -1);
  }

  close(session: number): number {
    return this.market.calendar[session]?.close ?? 960;
  }

  /** When the regular session closes, yyyy-MM-dd HH:MM:SS. */
  closing(session: number): string {
    return `${moment(session, this.close(session))}:00`;
  }

  /** By when a dated value must be known to count on a session: as the day begins or at its close. */
  knownBy(field: string, session: number): string {
    return KNOWN_AT_MIDNIGHT.has(field) ? `${moment(session, 0)}:00` : this.closing(session);
  }

  date(session: number): string {
    return dateOf(session) ?? "";
  }
}

const two = (value: number): string => String(value).padStart(2, "0");

/** A minute of a session's date, yyyy-MM-dd HH:MM. */
export const moment = (session: number, minute: number): string =>
  `${dateOf(session) ?? ""} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** A moment to the second as people read it: full minutes without seconds. */
export const shortMoment = (text: string): string => text.replace(/:00$/, "");

const intradayKey = ({ session, timeframe, at }: IntradayNeed): string => `${session} ${timeframe} ${at}`;

/** The day that an announcement is of. */
export const announcedDate = ({ value }: DatedFact): string =>
  value === null ? "" : new Date(value * DAY_MS).toISOString().slice(0, 10);

/** Reads what is needed of one security, in parallel. */
export async function readHistory(
  market: Snapshot,
  profile: MarketProfile,
  security: number,
  needs: HistoryNeeds,
  signal?: AbortSignal,
): Promise<History> {
  const rows = <Row>(
    needed: boolean,
    sql: string,
    params: Readonly<Record<string, number | readonly (number | string)[]>> = {},
  ): Promise<Row[]> =>
    needed
      ? market.query<Row>({ sql, params: { id: security, ...params }, ...(signal ? { signal } : {}) })
      : Promise.resolve([]);
  const [status, bars, dividends, minutes, facts, events, statements, changes, intraday, splits, origins] =
    await Promise.all([
      rows<{ status: string | null; listed: string }>(
        true,
        `SELECT toString(status) AS status, toString(coalesce(ipo_date, delisted_date, toDate32('1900-01-01'))) AS listed FROM ${market.table("security")} WHERE security_id = {id:UInt32}`,
      ),
      rows<{ bar: readonly [number, number, number, string] }>(
        true,
        `SELECT tuple(session, split_factor, source, toString(symbol)) AS bar FROM ${market.table("daily")} WHERE security_id = {id:UInt32} ORDER BY session`,
      ),
      rows<{ dividend: readonly [number, number, string] }>(
        true,
        `SELECT tuple(session, factor, toString(date)) AS dividend FROM ${market.table("dividend")} WHERE security_id = {id:UInt32} ORDER BY session`,
      ),
      rows<{ session: number; minutes: readonly number[] }>(
        needs.minutes.size > 0,
        `SELECT session, arraySort(groupArray(minute)) AS minutes FROM ${market.table("minute")} WHERE session IN {sessions:Array(UInt16)} AND security_id = {id:UInt32} GROUP BY session`,
        { sessions: [...needs.minutes].filter((session) => session >= 0 && session < 65_536) },
      ),
      rows<{ field: string } & DatedFact>(
        needs.fields.size > 0,
        `SELECT toString(field) AS field, formatDateTime(known_at, '%F %T', 'UTC') AS known, value FROM ${market.table("fact")} WHERE field IN {fields:Array(String)} AND security_id = {id:UInt32} ORDER BY known_at`,
        { fields: [...needs.fields].map(factOf) },
      ),
      rows<{ kind: string; session: number; minute: number | null }>(
        needs.events.size > 0,
        `SELECT toString(kind) AS kind, session, minute FROM ${market.table("event")} WHERE kind IN {kinds:Array(String)} AND security_id = {id:UInt32} ORDER BY session, minute`,
        { kinds: [...needs.events] },
      ),
      rows<{ item: string; fiscal: string; known: string }>(
        needs.statements,
        `SELECT toString(item) AS item, toString(fiscal_end) AS fiscal, formatDateTime(known_at, '%F %T', 'UTC') AS known FROM ${market.table("statement")} WHERE security_id = {id:UInt32} ORDER BY known_at, fiscal_end`,
      ),
      rows<{ date: string }>(
        needs.changes,
        `SELECT toString(date) AS date FROM ${market.table("symbol_change")} WHERE security_id = {id:UInt32} ORDER BY date`,
      ),
      Promise.all(
        needs.intraday.map(async (need): Promise<readonly [string, IntradayBars]> => {
          const [row] = await rows<IntradayBars>(
            true,
            `SELECT toUInt32(count()) AS count, min(session) AS first, max(session) AS last, toUInt32(countIf(session = {session:UInt16})) AS today FROM (SELECT DISTINCT session, intDiv(minute, {timeframe:UInt16}) AS bar FROM ${market.table("minute")} WHERE security_id = {id:UInt32} AND session <= {session:UInt16}) WHERE session < {session:UInt16} OR (bar + 1) * {timeframe:UInt16} <= {at:UInt16}`,
            { session: need.session, timeframe: need.timeframe, at: need.at },
          );
          return [intradayKey(need), row ?? { count: 0, first: 0, last: 0, today: 0 }];
        }),
      ),
      rows<{ date: string }>(
        true,
        `SELECT toString(date) AS date FROM ${market.table("split")} WHERE security_id = {id:UInt32} AND ratio != 1 ORDER BY date`,
      ),
      readOrigins(market, security, signal),
    ]);
  const last = dateOf(profile.lastSession ?? 0) ?? "";
  return new History({
    market: profile,
    status: status[0]?.status ?? null,
    bars: bars.map(({ bar }) => bar),
    dividends: dividends.map(({ dividend }) => dividend),
    minutes: new Map(minutes.map((row) => [row.session, row.minutes])),
    intraday: new Map(intraday),
    facts: Map.groupBy(facts, ({ field }) => field),
    events: Map.groupBy(events, ({ kind }) => kind),
    statements,
    changes: changes.map(({ date }) => date),
    splits: splits.map(({ date }) => date).filter((date) => date <= last),
    listed: status[0]?.listed ?? null,
    origins,
  });
}
