import { showCount, showDatesIn, showValue } from "../ui/values.ts";

const PRICES = ["open", "high", "low", "close"] as const;

/** Digits of a sentence from the check as people read them: thousands apart, no more decimals than a price has. */
export const showNumbersIn = (sentence: string): string =>
  showDatesIn(sentence).replaceAll(/(?<![\w./-])\d+(?:\.\d+)?(?![\w./-])/g, (digits) =>
    digits.includes(".") ? price(Number(digits)) : showCount(Number(digits)),
  );

const price = (value: number): string => showValue(value, { type: "number", unit: "price" });

/** `open high low close volume` with the name of each; null where there is no bar. */
export function barWords(bar: string): { readonly prices: string; readonly volume: string } | null {
  const values = bar.split(" ").map(Number);
  const volume = values[PRICES.length];
  if (volume === undefined) return null;
  const prices = PRICES.map((name, place) => `${name} ${price(values[place] ?? 0)}`).join(", ");
  return { prices, volume: `volume ${showCount(volume)}` };
}
