import { LIMITS } from "../../vocabulary/index.ts";
import type { CardOptionName, Indicator, TabName } from "../../vocabulary/index.ts";
import { indicatorOf } from "../indicator-of.ts";
import type { BarsOf } from "../indicator-of.ts";

/** Bars that the functions of a tab of the Indicator card run over. */
export const barsOfTab = (tab: TabName): BarsOf => (tab === "Intraday" ? "minutes" : "days");

/** The catalogue's entry of the function that a form has chosen; null where it has none. */
export const indicatorChosen = ({
  tab,
  selected,
}: {
  readonly tab: { readonly name: TabName };
  readonly selected: { readonly func?: string };
}): Indicator | null => indicatorOf(selected.func ?? "", barsOfTab(tab.name));

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
