import { calendar, symbolOn, viewOf, type ListedDays, type OwnRow, type ReferenceMarket } from "./market.ts";
import type { Random } from "./random.ts";

/** The market with lists and numbers of one's own: of its symbols, also before they were renamed, and of nobody's. */
export function withOwnData(random: Random, market: ReferenceMarket): ReferenceMarket {
  const { first, last } = viewOf(market);
  const dates = Array.from({ length: last - first + 1 }, (_, index) => calendar(first + index).date);
  const known = market.securities.flatMap((security) => [
    symbolOn(security, dates[0] ?? ""),
    symbolOn(security, dates.at(-1) ?? ""),
  ]);
  const symbols = [...new Set([...known, "ZZ"])];
  const times = (count: number): readonly null[] => Array.from({ length: count }, () => null);
  const numbers = new Map<string, OwnRow>();
  times(random.whole(10, 60)).forEach(() => {
    const [symbol, day] = [random.of(symbols), random.of(dates)];
    const value = (): number | null => (random.chance(0.15) ? null : random.of([0, 1, -2.5, 12.25, 1_000_000]));
    numbers.set(`${symbol} ${day}`, { symbol, day, values: { mood: value(), target: value() } });
  });
  return {
    ...market,
    lists: {
      // A file without rows is refused.
      watch: [...new Set(["ZZ", ...random.some(symbols, 0.5)])].map((symbol): ListedDays => ({
        symbol,
        day: null,
        until: null,
      })),
      signals: times(random.whole(1, 40)).map((): ListedDays => {
        const day = random.of(dates);
        return { symbol: random.of(symbols), day, until: day };
      }),
      members: times(random.whole(1, 12)).map((): ListedDays => {
        const [a, b] = [random.of(dates), random.of(dates)].toSorted();
        const [day, until] = [random.chance(0.2) ? null : (a ?? null), random.chance(0.3) ? null : (b ?? null)];
        return { symbol: random.of(symbols), day, until };
      }),
    },
    numbers: [...numbers.values()],
  };
}
