import { closedBecause, sessionFrom, sessionOf } from "../../market/index.ts";
import type { Session } from "../../market/index.ts";
import type { MarketStateAnswer } from "../../contract/index.ts";
import { clock, DAY_MS, EXTENDED_OPEN, inNewYork, LAST_MINUTE } from "../../vocabulary/index.ts";
import type { MarketState, Minute } from "../../vocabulary/index.ts";

/** The states of a trading day and the minute at which each begins. */
const statesOf = ({ open, close }: Session): readonly (readonly [from: Minute, state: MarketState])[] => [
  [EXTENDED_OPEN, "premarket"],
  [open, "open"],
  [close, "after hours"],
  [LAST_MINUTE + 1, "closed"],
];

/** What the exchange is doing now, by its calendar. */
export function marketState(now: Date): MarketStateAnswer {
  const { date, minute } = inNewYork(now);
  const today = sessionOf(date);
  const states = today === null ? [] : statesOf(today);
  const answer = { now: `${date}T${clock(minute)}` };
  const state = states.findLast(([from]) => from <= minute)?.[1] ?? "closed";
  const reason = today === null ? closedBecause(date) : null;
  const later = states.find(([from]) => from > minute);
  if (later !== undefined) {
    const [at, next] = later;
    return { ...answer, state, reason, next: { state: next, at: `${date}T${clock(at)}` } };
  }
  const after = sessionFrom(dayAfter(date));
  const next = { state: "premarket" as const, at: `${after?.date ?? dayAfter(date)}T${clock(EXTENDED_OPEN)}` };
  return { ...answer, state, reason, next };
}

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
