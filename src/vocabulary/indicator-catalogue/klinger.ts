import type { Fold } from "../recipe.ts";
import { direction, high, lag, low, steps, subtract, typical, volume } from "./algebra.ts";

const { state, input, abs, add, divide, equal, greater, multiply, when } = steps;

/** Places in the state: the trend (1, -1, 0 before the first move), the range since it turned, the volume force. */
const [TREND, RANGE, FORCE] = [0, 1, 2] as const;

/**
 * Klinger's volume force: 100 × volume × |2 × range / range since the trend turned − 1|, signed with the trend, which is that
 * of high + low + close and stays where they do not move. The range of the bar before a turn counts as the first of the new
 * trend (Klinger, Stocks & Commodities 12/1997, with the formula as Tulip corrects it).
 */
export function volumeForce(): Fold {
  const range = subtract(high, low);
  const [now, before, way, shares] = [input(0), input(1), input(2), input(3)];
  const next = (trend: ReturnType<typeof state>, since: ReturnType<typeof state>) => {
    const share = when(greater(since, 0), divide(now, when(greater(since, 0), since, 1)), 0);
    const force = multiply(multiply(shares, abs(add(multiply(2, share), -1))), multiply(100, trend));
    return [trend, since, force];
  };
  return {
    inputs: [range, lag(range), direction(typical), volume],
    start: next(way, add(before, now)),
    cases: [
      { when: [equal(way, 0)], state: next(state(TREND), add(state(RANGE), now)) },
      { when: [equal(way, state(TREND))], state: next(state(TREND), add(state(RANGE), now)) },
    ],
    otherwise: next(way, add(before, now)),
    result: FORCE,
    minimum: 1,
    // As long as the price can go on without a turn.
    warmup: 250,
  };
}
