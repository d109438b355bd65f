import { evaluate } from "./evaluate.ts";
import { randomFilters, type NamedFormula } from "./formulas.ts";
import { calendar, viewOf, type ReferenceMarket } from "./market.ts";
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
