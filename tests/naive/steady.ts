import { evaluate } from "./evaluate.ts";
import { randomFilters, type NamedFormula } from "./formulas.ts";
import { calendar, viewOf, type Bar, type MinuteBar, type ReferenceMarket, type Security } from "./market.ts";
import type { Random } from "./random.ts";
import { columnsOf, scanNaive } from "./scan.ts";

/** Filters that some rows pass and some do not, and none by the last bits of floating point. */
export function steadyFilters(random: Random, market: ReferenceMarket, count: number): readonly NamedFormula[] {
  const { first, last } = viewOf(market);
  const range = { start: calendar(first).date, end: calendar(last).date };
  const { rows } = scanNaive({ ...range, filters: [], columns: [] }, market);
  const named = columnsOf([]);
  const noise = (value: number): number => value * (1 + (random.next() - 0.5) * 1e-13);
  const kept: NamedFormula[] = [];
  // Filters that pass nobody show little; after a while any will do.
  for (let tries = 0; kept.length < count; tries++) {
    const [filter] = randomFilters(random, market, 1);
    if (!filter || kept.some(({ code }) => code === filter.code)) continue;
    const values = rows.map(({ security, session }) => {
      const value = evaluate(filter.tree, market, security, session, named);
      const shaken = [1, 2, 3].map(() => evaluate(filter.tree, market, security, session, named, noise));
      return shaken.every((each) => each === value) ? value === true : null;
    });
    const share = values.filter((value) => value === true).length / rows.length;
    if (!values.includes(null) && ((share > 0.2 && share < 0.95) || tries > 60))
      kept.push({ ...filter, name: `f${kept.length}` });
  }
  return kept;
}

const BAR: Bar = { open: 10, high: 12, low: 9, close: 11, volume: 100, num_trades: null, vwap: null };
const MINUTE: MinuteBar = { ...BAR, minute: 570 };

/** The market and a security with a bar on every session of `whole`, a minute wherever it has minutes, and its kinds of events. */
export function withAnchor(market: ReferenceMarket, whole: ReferenceMarket, symbol: string): ReferenceMarket {
  const view = viewOf(whole);
  const sessions = Array.from({ length: view.last - view.first + 1 }, (_, index) => view.first + index);
  const kinds = (["news", "earnings", "ipo"] as const).filter((kind) => view.covered(kind));
  const anchor: Security = {
    symbol,
    changes: [],
    listing: null,
    daily: new Map(sessions.map((session) => [session, BAR])),
    minutes: new Map([...view.minuteSessions].map((session) => [session, [MINUTE]])),
    splits: [],
    facts: [],
    statements: [],
    // As far as the events of the whole reach, so that both halves cover the same days.
    events: kinds.flatMap((kind) => eventDates(whole).map((date) => ({ kind, at: `${date}T00:01` }))),
  };
  return { securities: [...market.securities, anchor] };
}

/** First and last date on which anything happens. */
function eventDates(market: ReferenceMarket): readonly string[] {
  const view = viewOf(market);
  const dates = market.securities
    .flatMap(({ events }) => events.map(({ at }) => at.slice(0, 10)))
    .concat(calendar(view.first).date, calendar(view.last).date)
    .toSorted();
  return [...new Set([dates[0] ?? "", dates.at(-1) ?? ""])];
}
