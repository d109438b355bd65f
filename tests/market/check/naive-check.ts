import { SPLIT_RATIOS, type FindingKind } from "../../../src/market/index.ts";
import { calendar } from "../../naive/market.ts";

export interface DayBar {
  readonly session: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly num_trades: number | null;
  readonly vwap: number | null;
}

/** A security of the plain check: as traded, in the order of sessions. */
export interface CheckedSecurity {
  readonly symbol: string;
  readonly bars: readonly DayBar[];
  readonly splits: readonly { readonly session: number; readonly ratio: number }[];
  /** Cash a share, at most one of a session. */
  /** `special`: a special one of the same amount beside it. */
  readonly dividends: readonly { readonly session: number; readonly amount: number; readonly special: boolean }[];
  readonly ipo: string | null;
  readonly delisted: boolean;
  readonly reports: readonly string[];
  /** Of sessions whose minutes were given: their bar, and how many minutes. */
  readonly minutes: ReadonlyMap<
    number,
    {
      readonly high: number;
      readonly low: number;
      readonly close: number;
      readonly volume: number;
      readonly count: number;
    }
  >;
}

const sorted = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);
/** Of an even count the upper one; NaN of none, which compares as false. */
const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? NaN;
const apart = (a: number, b: number): number => Math.abs(Math.log(a / b));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const between = (value: number, from: number, to: number): boolean => value >= from && value <= to;
const dayNumber = (date: string): number => Date.parse(date) / 86_400_000;

/** `symbol date kind` of everything that is doubtful, written from the descriptions of the kinds. */
export function naiveCheck(securities: readonly CheckedSecurity[]): readonly string[] {
  const lived = securities.filter(({ bars }) => bars.length > 0);
  const start = Math.min(...lived.map(({ bars }) => bars[0]?.session ?? Infinity));
  const end = Math.max(...lived.map(({ bars }) => bars.at(-1)?.session ?? 0));
  const full: number[] = [];
  for (let session = start; session <= end; session += 1) {
    const alive = lived.filter(({ bars }) => between(session, bars[0]?.session ?? 0, bars.at(-1)?.session ?? 0));
    const having = alive.filter(({ bars }) => bars.some((bar) => bar.session === session));
    if (having.length > 0 && having.length >= alive.length / 2) full.push(session);
  }
  return lived
    .flatMap((security) =>
      [
        ...lackedOf(security, lived),
        ...daysOf(security, full),
        ...minutesOf(security),
        ...swappedOf(security),
        ...dividendsOf(security, start),
        ...endOf(security, full),
      ].map(
        ([session, kind]) =>
          `${security.symbol} ${typeof session === "number" ? calendar(session).date : session} ${kind}`,
      ),
    )
    .toSorted();
}

/** Sessions without any bar, of the security that traded most on the session before them. */
function lackedOf({ symbol }: CheckedSecurity, lived: readonly CheckedSecurity[]): readonly Doubt[] {
  const days = sorted([...new Set(lived.flatMap(({ bars }) => bars.map(({ session }) => session)))]);
  return days.slice(1).flatMap((after, index): readonly Doubt[] => {
    const before = days[index] ?? 0;
    const traded = lived.flatMap(({ symbol: of, bars }) =>
      bars.filter(({ session }) => session === before).map(({ volume }) => ({ of, volume })),
    );
    const most = traded.toSorted((a, b) => b.volume - a.volume)[0]?.of;
    const shares = traded.reduce((sum, { volume }) => sum + volume, 0);
    const lives = lived.some(
      ({ bars }) => (bars[0]?.session ?? Infinity) <= before && (bars.at(-1)?.session ?? 0) >= after,
    );
    return after > before + 1 && most === symbol && shares >= 10_000 && lives
      ? [[before + 1, "missing-market-session"]]
      : [];
  });
}

type Doubt = readonly [session: number | string, kind: FindingKind];

/** Of the market's first session there can be no close before it. */
const dividendsOf = ({ bars, splits, dividends }: CheckedSecurity, start: number): readonly Doubt[] =>
  dividends.flatMap(({ session, amount, special }): readonly Doubt[] => {
    const before = bars.findLast((bar) => bar.session < session);
    const ratio = splits
      .filter((split) => split.session > (before?.session ?? 0) && split.session <= session)
      .reduce((product, split) => product * split.ratio, 1);
    const isTooMuch = before === undefined || amount * (special ? 2 : 1) >= before.close / ratio;
    return [
      ...(special ? [[session, "dividend-twice"] as const] : []),
      ...(session > start && isTooMuch ? [[session, "dividend"] as const] : []),
    ];
  });

function daysOf({ bars, splits, ipo }: CheckedSecurity, full: readonly number[]): readonly Doubt[] {
  const doubts: Doubt[] = [];
  /** What prices of a session are multiplied with to stand on the scale of the newest split. */
  const factor = (session: number): number =>
    splits.filter((split) => split.session > session).reduce((product, { ratio }) => product / ratio, 1);
  const adjusted = bars.map((bar) => {
    const f = factor(bar.session);
    return {
      ...bar,
      open: bar.open * f,
      high: bar.high * f,
      low: bar.low * f,
      close: bar.close * f,
      volume: bar.volume / f,
      vwap: bar.vwap === null ? null : bar.vwap * f,
    };
  });
  const volumes = adjusted.map(({ volume }) => volume);
  for (const [at, bar] of adjusted.entries()) {
    const { open, high, low, close, volume, session } = bar;
    const raw = bars[at];
    const [previous, next] = [adjusted[at - 1], adjusted[at + 1]];
    const doubt = (kind: FindingKind, day: number = session): void => void doubts.push([day, kind]);
    const before = volumes.slice(Math.max(0, at - 20), at);
    const after = volumes.slice(at + 1, at + 6);
    const from = volumes.slice(at, at + 5);
    const usual = median(before);
    if (volume === 0 && (high > low || (before.length >= 5 && usual >= 10_000))) doubt("zero-volume");
    if (raw && raw.num_trades !== null && volume > 0 && raw.num_trades > raw.volume) doubt("trades-above-volume");
    if (bar.vwap !== null && (bar.vwap > 1.1 * high || 1.1 * bar.vwap < low)) doubt("vwap-outside");
    if (!previous) {
      if (ipo !== null && calendar(session).date < ipo) doubt("before-listing");
      continue;
    }
    const missing = full.filter((day) => day > previous.session && day < session).length;
    const range = median(adjusted.slice(Math.max(0, at - 20), at).map((one) => Math.log(one.high / one.low)));
    const calm = Math.log(high / low) < 4 * range;
    const enough = before.length >= 5;
    const away = missing > 20;
    const crossed = splits.filter((split) => split.session > previous.session && split.session <= session);
    const ratio = crossed.reduce((product, split) => product * split.ratio, 1);
    const jump = Math.log(open / previous.close);
    if (crossed.length === 0) {
      const nearest = Math.min(...SPLIT_RATIOS.map((each) => Math.abs(Math.abs(jump) - Math.log(each))));
      const stays = !next || apart(next.close, close) < 0.3;
      const money = close * volume < 4 * previous.close * usual;
      const split =
        enough &&
        !away &&
        Math.abs(jump) > 0.3 &&
        Math.abs(jump) > 6 * range &&
        nearest < 0.06 &&
        apart(close, open) < 0.15 &&
        money &&
        stays;
      if (split) doubt("split-missing");
      const unit = Math.max(1, 6 * range);
      const lasts = !next || (stays && Math.abs(jump) > unit && apart(close, open) < 0.3);
      if (enough && !away && !split && volume < 5 * usual && apart(close, previous.close) > unit && lasts)
        doubt("price-unit");
      const same = (["open", "high", "low", "close", "volume"] as const).every((name) => bar[name] === previous[name]);
      if (same && volume > 0 && (high > low || volume >= 10_000)) doubt("stale");
    }
    const logged = Math.abs(Math.log(ratio));
    if (logged > 0.25 && Math.abs(jump - Math.log(ratio)) < logged / 3) doubt("split-without-jump");
    if (next && enough && !away && volume < 5 * usual) {
      const far = Math.max(0.4, 8 * range);
      const closes = [close, previous.close, next.close];
      if (Math.log(high / Math.max(...closes)) > far) doubt("high-print");
      if (Math.log(Math.min(...closes) / low) > far) doubt("low-print");
      const nearer = Math.min(apart(close, previous.close), apart(close, next.close));
      if (
        nearer > far &&
        close > previous.close === close > next.close &&
        apart(next.close, previous.close) < nearer / 2
      )
        doubt("spike");
    }
    if (enough && after.length >= 3) {
      const later = median(after);
      if (
        usual >= 20_000 &&
        later > 0 &&
        volume > 30 * Math.max(usual, later) &&
        volume > 10 * Math.max(...before, ...after) &&
        calm
      )
        doubt("high-volume");
      if (
        usual >= 100_000 &&
        volume > 0 &&
        volume * 30 < Math.min(usual, later) &&
        volume * 10 < Math.min(...before, ...after)
      )
        doubt("low-volume");
    }
    if (enough && from.length === 5 && !away && calm && Math.abs(jump) < 0.2) {
      const now = median(from);
      const up = now > 25 * usual && Math.min(...from) > 4 * Math.max(...before);
      const down = usual > 25 * now && Math.min(...before) > 4 * Math.max(...from);
      if (Math.min(now, usual) > 0 && Math.max(now, usual) >= 10_000 && (up || down)) doubt("volume-unit");
    }
    if (missing > 0 && enough && usual >= 10_000) doubt("missing-session", previous.session + 1);
    const now = median(from);
    const traded = enough && from.length === 5 && Math.min(usual, now) > 0 && apart(now, usual) > 2.5;
    if (away && (Math.abs(jump) > 1 || traded)) doubt("symbol-reused");
  }
  return doubts;
}

function minutesOf({ bars, minutes }: CheckedSecurity): readonly Doubt[] {
  return bars.flatMap((bar): readonly Doubt[] => {
    const given = minutes.get(bar.session);
    if (!given || given.count < 60) return [];
    const prices = (["high", "low", "close"] as const).some((name) => apart(bar[name], given[name]) > Math.log(1.02));
    const volume = bar.volume < 0.95 * given.volume || bar.volume > 5 * given.volume;
    return [
      ...(prices ? [[bar.session, "minutes-prices"] as const] : []),
      ...(volume ? [[bar.session, "minutes-volume"] as const] : []),
    ];
  });
}

function swappedOf({ bars, splits }: CheckedSecurity): readonly Doubt[] {
  const blocks = new Map<number, { first: number; nights: number[]; days: number[] }>();
  for (const [at, bar] of bars.entries()) {
    const previous = bars[at - 1];
    if (!previous) continue;
    const number = Math.floor(bar.session / 32);
    const block = blocks.get(number) ?? { first: bar.session, nights: [], days: [] };
    blocks.set(number, block);
    const ratio = splits
      .filter(({ session }) => session > previous.session && session <= bar.session)
      .reduce((product, split) => product * split.ratio, 1);
    block.nights.push(apart(bar.open * ratio, previous.close));
    block.days.push(apart(bar.close * ratio, previous.open));
  }
  return [...blocks.values()]
    .filter(({ nights, days }) => nights.length >= 20 && mean(nights) > 1.4 * mean(days))
    .map(({ first }) => [first, "open-close-swapped"]);
}

function endOf({ bars, delisted, reports }: CheckedSecurity, full: readonly number[]): readonly Doubt[] {
  const last = bars.at(-1)?.session ?? 0;
  const gone = !delisted && full.filter((session) => session > last).length > 5;
  const days = sorted([...new Set(reports.map(dayNumber))]);
  const between = days.slice(1).map((day, index) => day - (days[index] ?? 0));
  const newest = days.at(-1) ?? 0;
  const quarterly = days.length >= 3 && (sorted(between)[Math.floor(days.length / 2) - 1] ?? 0) <= 130;
  const late = quarterly && dayNumber(calendar(last).date) - newest > 200;
  return [
    ...(gone ? [[last, "vanished"] as const] : []),
    ...(late ? [[new Date(newest * 86_400_000).toISOString().slice(0, 10), "stale-facts"] as const] : []),
  ];
}
