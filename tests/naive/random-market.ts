import * as fc from "fast-check";
import { Random } from "./random.ts";
import { randomBar, randomMinutes } from "./random-bars.ts";
import { randomEvents, randomFacts, randomListing, randomStatements } from "./random-facts.ts";
import {
  calendar,
  sessionNumber,
  type Bar,
  EVENT_KINDS,
  type EventKind,
  type MinuteBar,
  type ReferenceMarket,
  type Security,
} from "./market.ts";

/** Small markets of every kind of oddity, around half days. */
export const markets: fc.Arbitrary<ReferenceMarket> = fc.integer({ min: 0, max: 2 ** 31 - 1 }).map(randomMarket);

/** Days before or at which the exchange closes at 13:00. */
const AROUND = ["2024-07-03", "2024-11-29", "2024-12-24", "2023-11-24", "2015-12-24"];
const RATIOS = [2, 0.1, 1.5, 3, 0.05, 7, 0.333333];

/** 3 to 8 securities over 15 to 60 sessions around a half day. */
export function randomMarket(seed: number): ReferenceMarket {
  const random = new Random(seed);
  const length = random.whole(15, 60);
  const first = sessionNumber(random.of(AROUND)) - random.whole(3, length - 3);
  const sessions = Array.from({ length }, (_, index) => first + index);
  // Sessions for which minutes were imported: nearly all of them, or one stretch.
  const [from, to] = random.chance(0.5) ? [first, first + length] : [random.of(sessions), random.of(sessions)];
  const minuteSessions = new Set(
    sessions.filter((session) => session >= Math.min(from, to) && session <= Math.max(from, to) && random.chance(0.93)),
  );
  const eventKinds = random.some(EVENT_KINDS, 0.75);
  const count = random.whole(3, 8);
  return {
    securities: Array.from({ length: count }, (_, index) =>
      randomSecurity(random, `S${"ABCDEFGH"[index]}`, sessions, minuteSessions, eventKinds),
    ),
  };
}

function randomSecurity(
  random: Random,
  symbol: string,
  sessions: readonly number[],
  minuteSessions: ReadonlySet<number>,
  eventKinds: readonly EventKind[],
): Security {
  const [first = 0, last = 0] = [sessions[0], sessions.at(-1)];
  const listed = random.chance(0.3) ? random.of(sessions) : first;
  const delisted = random.chance(0.25) ? random.whole(listed, last) : null;
  const traded = sessions.filter(
    (session) => session >= listed && session <= (delisted ?? last) && (session === listed || random.chance(0.92)),
  );
  // The first has bars of its own, so that no market is empty.
  const given = symbol === "SA" ? "both" : random.of(["daily", "both", "both", "both", "minutes"] as const);
  const splits = Array.from({ length: random.of([0, 0, 1, 1, 2]) }, () => ({
    // Sometimes outside the data, or on a day without a session.
    date: random.chance(0.15)
      ? saturdayBefore(random.of(sessions))
      : calendar(random.whole(first - 1, delisted ?? last + 2)).date,
    ratio: random.of(RATIOS),
  })).filter(({ date }, index, all) => all.findIndex((split) => split.date === date) === index);

  const style = {
    level: random.of([0.5, 5, 20, 150, 600_000]),
    // Coarse ticks make ties.
    tick: random.of([0.0001, 0.01, 0.5]),
    trades: random.of([0, 0.5, 1]),
    vwap: random.of([0, 0.5, 1]),
    volume: random.of([10, 1_000, 4_000_000_000]),
  };
  const daily = new Map<number, Bar>();
  const minutes = new Map<number, readonly MinuteBar[]>();
  let price = style.level;
  for (const session of traded) {
    const { date } = calendar(session);
    for (const split of splits) if (split.date === date && random.chance(0.8)) price /= split.ratio;
    price = Math.max(style.tick, price * (1 + (random.next() - 0.5) * 0.1));
    const bars = given !== "daily" && minuteSessions.has(session) ? randomMinutes(random, style, price, session) : [];
    if (bars.length > 0) minutes.set(session, bars);
    const vendor = given === "daily" || (given === "both" && (random.chance(0.93) || bars.length === 0));
    if (vendor) daily.set(session, randomBar(random, style, price));
  }
  // The listing ends with the last bar, so that nothing belongs to a security after it.
  const lastBar = Math.max(...daily.keys(), ...minutes.keys());
  const until = delisted !== null && Number.isFinite(lastBar) ? lastBar : null;
  const end = until ?? last + 2;
  const old = random.chance(0.3) ? `O${symbol}` : null;
  const renamed = random.whole(first, Math.max(first, end - 1));
  const date = random.chance(0.2) ? saturdayBefore(renamed) : calendar(renamed).date;
  const changes = old === null ? [] : [{ date, symbol, old }];
  const kept = splits.filter(({ date }) => date <= calendar(end).date);
  return {
    symbol,
    changes,
    listing: randomListing(
      random,
      listed === first ? null : calendar(listed).date,
      until === null ? null : calendar(until).date,
    ),
    daily,
    minutes,
    splits: kept,
    dividends: randomDividends(random, first, end, style.level),
    facts: randomFacts(random, first, end),
    statements: randomStatements(random, end),
    events: randomEvents(random, first, end, eventKinds),
  };
}

/** Cash on some days, rarely more than the share: now and then on the day of a split, on a Saturday, or two on one day. */
function randomDividends(
  random: Random,
  first: number,
  end: number,
  level: number,
): NonNullable<Security["dividends"]> {
  const days = Array.from({ length: random.of([0, 0, 1, 2, 4]) }, () => random.whole(first - 1, end));
  return days
    .filter((day, index) => days.indexOf(day) === index)
    .flatMap((day): { date: string; amount: number; kind?: string }[] => {
      const date = random.chance(0.15) ? saturdayBefore(day) : calendar(day).date;
      const amount = (): number => Math.round(level * random.of([0.001, 0.01, 0.05, 0.3, 3]) * 1e4) / 1e4 || 0.0001;
      const regular = { date, amount: amount() };
      return random.chance(0.2) ? [regular, { date, amount: amount(), kind: "special" }] : [regular];
    })
    .filter(({ date, kind }, index, all) => all.findIndex((one) => one.date === date && one.kind === kind) === index);
}

function saturdayBefore(session: number): string {
  const time = Date.parse(`${calendar(session).date}T00:00:00Z`);
  const back = new Date(time).getUTCDay() + 1;
  return new Date(time - back * 86_400_000).toISOString().slice(0, 10);
}
