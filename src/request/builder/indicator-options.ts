import { INDICATORS, LIMITS } from "../../vocabulary/index.ts";
import type { CardOptionName, Indicator } from "../../vocabulary/index.ts";

/** The catalogue's entry of a function as cards name it; null where there is none. */
export const indicatorOf = (func: string): Indicator | null => {
  const name = func.trim().toLowerCase();
  return INDICATORS.find((known) => known.name === name || known.aliases?.includes(name)) ?? null;
};

/** Whether its one parameter is a number of bars: then *Days* or *Number of bars* says it, else *Parameters* does. */
export function countsBars({ parameters }: Indicator): boolean {
  const [length, more] = parameters;
  return (
    more === undefined &&
    length !== undefined &&
    length.integer &&
    length.min >= 1 &&
    length.max <= LIMITS.rangeSessions
  );
}

/** Whether an indicator has a use for an option that only some of them have. */
export function indicatorHas(indicator: Indicator, option: CardOptionName): boolean {
  if (option === "line") return indicator.lines.length > 1;
  if (option === "days" || option === "num_bars") return countsBars(indicator);
  return option !== "params" || (indicator.parameters.length > 0 && !countsBars(indicator));
}
