import { INDICATORS } from "../vocabulary/index.ts";
import type { Indicator } from "../vocabulary/index.ts";

/** Bars of an indicator on its card: those of the tab Daily or of the tab Intraday. */
export type BarsOf = "days" | "minutes";

/** The catalogue's entry of a name or alias; null where there is none. */
export const indicatorNamed = (given: string): Indicator | null => {
  const name = given.trim().toLowerCase();
  return INDICATORS.find((known) => known.name === name || known.aliases?.includes(name)) ?? null;
};

/** What the card calls a function: VWAP is the session's over minutes and the rolling one over days. */
export const functionName = ({ code, dailyCard }: Indicator, bars: BarsOf): string =>
  bars === "days" ? (dailyCard ?? code) : code;

/** The catalogue's entry of a function as the card names it; null where there is none. */
export function indicatorOf(func: string, bars: BarsOf): Indicator | null {
  const name = func.trim().toUpperCase();
  const own = bars === "days" ? INDICATORS.find(({ dailyCard }) => dailyCard === name) : undefined;
  return own ?? indicatorNamed(func);
}
