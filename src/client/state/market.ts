import { proxy, ref } from "valtio";
import type { MarketAnswer } from "../../contract/index.ts";
import { LIMITS } from "../../vocabulary/index.ts";
import { call, messageOf } from "./calls.ts";
import { today } from "./today.ts";

export const market = proxy<{
  phase: "loading" | "ready" | "failed";
  answer: MarketAnswer | null;
  error: string | null;
}>({
  phase: "loading",
  answer: null,
  error: null,
});

/** Milliseconds between two tries while nobody answers. */
const RETRY = 4000;

export async function loadMarket(): Promise<void> {
  const answer = await call("market");
  if (answer.ok) Object.assign(market, { phase: "ready", answer: ref(answer.value), error: null });
  else {
    Object.assign(market, { phase: "failed", error: messageOf(answer.error) });
    setTimeout(() => void loadMarket(), RETRY);
  }
}

/** First and last day a request may name: the data's own, or the product's while nothing is known of it. */
export function dateBounds(answer: Pick<MarketAnswer, "daily"> | null): {
  readonly first: string;
  readonly last: string;
} {
  return { first: answer?.daily?.first_date ?? LIMITS.earliestDate, last: answer?.daily?.last_date ?? today() };
}
