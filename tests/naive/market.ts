import { PRICE_SCALE, SESSIONS, sessionFrom, sessionOf } from "../../src/market/index.ts";

/** A market as it is given to the product: what the csv folder says, in memory. Prices as traded. */
export interface ReferenceMarket {
  readonly securities: readonly Security[];
  /** Lists of whoever asks, by lower-case name. */
  readonly lists?: Readonly<Record<string, readonly ListedDays[]>>;
  /** The same of numbers, of one file. */
  readonly numbers?: readonly OwnRow[];
}

/** A row of numbers. */
export interface OwnRow {
  readonly symbol: string;
  readonly day: string;
  readonly values: Readonly<Record<string, number | null>>;
}

/** A row of a list: dates, both included; null is no bound. */
export interface ListedDays {
  readonly symbol: string;
  readonly day: string | null;
  readonly until: string | null;
}

export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly num_trades: number | null;
  readonly vwap: number | null;
}

export interface MinuteBar extends Bar {
  readonly minute: number;
}

export interface Listing {
  readonly name: string | null;
  readonly exchange: string | null;
  readonly security_class: string | null;
  readonly status: string | null;
  readonly country: string | null;
  readonly currency: string | null;
  readonly sector: string | null;
  readonly industry: string | null;
  readonly ipo_date: string | null;
  readonly delisted_date: string | null;
}

/** What may happen to a security: filings stand for all that only files of events bring. */
/** Kinds that generated markets have. */
export const EVENT_KINDS = ["news", "earnings", "ipo", "filing_8k"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface Security {
  /** The last one. */
  readonly symbol: string;
  /** `symbol` holds from `date` on, `old` before it; in order. */
  readonly changes: readonly { readonly date: string; readonly symbol: string; readonly old: string }[];
  readonly listing: Listing | null;
  /** By session number. */
  readonly daily: ReadonlyMap<number, Bar>;
  /** By session number, in order, none of them empty. */
  readonly minutes: ReadonlyMap<number, readonly MinuteBar[]>;
  readonly splits: readonly { readonly date: string; readonly ratio: number }[];
  /** Cash a share by ex-date. */
  readonly dividends?: readonly { readonly date: string; readonly amount: number; readonly kind?: string }[];
  /** Moments are New York wall clock, yyyy-MM-ddTHH:MM. */
  readonly facts: readonly { readonly field: string; readonly known_at: string; readonly value: number | string }[];
  readonly statements: readonly {
    readonly item: string;
    readonly fiscal_end: string;
    readonly known_at: string;
    readonly value: number;
  }[];
  /** `at` is a moment, a date, or a date followed by `pre` or `post`. */
  /** Sessions on which the check has an open finding; without it the market was not checked. */
  readonly doubts?: ReadonlySet<number>;
  readonly events: readonly { readonly kind: EventKind; readonly at: string }[];
}

/** A bar of the row's day; all null on a day with minutes outside the regular session only. */
export type DayBar = { readonly [Field in keyof Bar]: number | null };

const NOTHING: DayBar = { open: null, high: null, low: null, close: null, volume: null, num_trades: null, vwap: null };

/** What the language sees of a market. */
export class MarketView {
  readonly market: ReferenceMarket;
  /** First and last session on which any security has a bar. */
  readonly first: number;
  readonly last: number;
  /** Sessions for which any minutes were imported. */
  readonly minuteSessions: ReadonlySet<number>;
  readonly #days = new Map<Security, ReadonlyMap<number, DayBar>>();
  readonly #eventKinds: ReadonlySet<string>;
  /** Results that are long to compute, by whoever computes them. */
  readonly cache = new Map<string, unknown>();

  constructor(market: ReferenceMarket) {
    this.market = market;
    for (const security of market.securities) this.#days.set(security, daysOf(security));
    const sessions = [...this.#days.values()].flatMap((days) => [...days.keys()]);
    // Too many for arguments of a call.
    this.first = sessions.reduce((least, session) => Math.min(least, session), Infinity);
    this.last = sessions.reduce((most, session) => Math.max(most, session), -Infinity);
    this.minuteSessions = new Set(market.securities.flatMap(({ minutes }) => [...minutes.keys()]));
    this.#eventKinds = new Set(
      market.securities.flatMap(({ events, listing }) => [
        ...events.map(({ kind }) => kind),
        ...(listing?.ipo_date ? ["ipo"] : []),
      ]),
    );
  }

  within(session: number): boolean {
    return session >= this.first && session <= this.last;
  }

  /** The security's bar, null where it has none that session. */
  day(security: Security, session: number): DayBar | null {
    return this.#days.get(security)?.get(session) ?? null;
  }

  /** Sessions with a bar, in order. */
  sessionsOf(security: Security): readonly number[] {
    return [...(this.#days.get(security)?.keys() ?? [])].toSorted((a, b) => a - b);
  }

  /** What a price of that session is multiplied with to stand on the scale of the last session of the market. */
  factor(security: Security, session: number): number {
    let ratio = 1;
    for (const split of security.splits) {
      const effective = sessionFrom(split.date)?.session ?? Infinity;
      if (effective > session && effective <= this.last) ratio *= split.ratio;
    }
    return 1 / ratio;
  }

  /** What a price of that session is multiplied with to be without the cash dividends that came later. */
  dividendFactor(security: Security, session: number): number {
    const cash = new Map<number, number>();
    for (const { date, amount } of security.dividends ?? []) {
      const ex = sessionFrom(date)?.session ?? Infinity;
      if (ex > session && ex <= this.last) cash.set(ex, (cash.get(ex) ?? 0) + amount);
    }
    let factor = 1;
    for (const [ex, amount] of cash) {
      const before = this.sessionsOf(security).findLast(
        (each) => each < ex && this.day(security, each)?.close !== null,
      );
      const close = before === undefined ? null : (this.day(security, before)?.close ?? null);
      if (before === undefined || close === null) continue;
      // A share of the day before is this much of one on the ex-date.
      const previous = (close * this.factor(security, before)) / this.factor(security, ex);
      if (amount < previous) factor *= 1 - amount / previous;
    }
    return factor;
  }

  /** Whether the market was checked. */
  get checked(): boolean {
    return this.market.securities.some(({ doubts }) => doubts !== undefined);
  }

  /** Whether events of a kind were imported; they then cover the whole market. */
  covered(kind: string): boolean {
    return this.#eventKinds.has(kind);
  }
}

const views = new WeakMap<ReferenceMarket, MarketView>();

export function viewOf(market: ReferenceMarket): MarketView {
  const known = views.get(market) ?? new MarketView(market);
  views.set(market, known);
  return known;
}

/** The vendor's bars, and those of the regular session's minutes where no vendor gave one. */
function daysOf(security: Security): ReadonlyMap<number, DayBar> {
  const days = new Map<number, DayBar>(security.daily);
  for (const [session, minutes] of security.minutes) {
    if (!days.has(session)) days.set(session, regularBar(session, minutes));
  }
  return days;
}

function regularBar(session: number, minutes: readonly MinuteBar[]): DayBar {
  const { open, close } = calendar(session);
  const bars = minutes.filter(({ minute }) => minute >= open && minute < close);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return NOTHING;
  const volume = total(bars.map((bar) => bar.volume));
  const trades = bars.flatMap(({ num_trades }) => (num_trades === null ? [] : [num_trades]));
  const money = bars.flatMap((bar) => (bar.vwap === null ? [] : [bar.vwap * bar.volume]));
  return {
    open: first.open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: last.close,
    volume,
    num_trades: trades.length === bars.length ? total(trades) : null,
    vwap: money.length === bars.length && volume > 0 ? asStored(total(money) / volume) : null,
  };
}

/** To as many decimals as prices have. */
const asStored = (price: number): number => Math.floor(price * 10 ** PRICE_SCALE + 0.5) / 10 ** PRICE_SCALE;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** A session of the exchange by its number. */
export function calendar(session: number): { readonly date: string; readonly open: number; readonly close: number } {
  const found = SESSIONS[session];
  if (!found) throw new RangeError(`no session ${session}`);
  return found;
}

export function sessionNumber(date: string): number {
  const found = sessionOf(date);
  if (!found) throw new RangeError(`no session on ${date}`);
  return found.session;
}

/** The symbol that stood for a security on a date. */
export function symbolOn(security: Security, date: string): string {
  const latest = security.changes.findLast((change) => change.date <= date);
  return latest?.symbol ?? security.changes[0]?.old ?? security.symbol;
}
