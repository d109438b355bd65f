import type { Fold, Recipe } from "../recipe.ts";
import { steps } from "./algebra.ts";

const { state, input, add, subtract, max, min, greater } = steps;

/** Places in the state: the level, and the value of the bar before. */
const [LEVEL, BEFORE] = [0, 1] as const;
/** Both are of the size of an RSI; rounding does not cross. */
const TOLERANCE = 1e-7;

/**
 * A level that follows `x` at `distance`: below x it only rises, above it only falls, and once crossed it starts anew
 * on the other side (the level of Ignatov's QQE for MetaTrader). Starts below.
 */
export function trailing(x: Recipe, distance: Recipe): Fold {
  const [value, width] = [input(0), input(1)];
  const [under, over] = [subtract(value, width), add(value, width)];
  const isAbove = greater(subtract(value, state(LEVEL)), TOLERANCE);
  const wasAbove = greater(subtract(state(BEFORE), state(LEVEL)), TOLERANCE);
  const isBelow = greater(subtract(state(LEVEL), value), TOLERANCE);
  const wasBelow = greater(subtract(state(LEVEL), state(BEFORE)), TOLERANCE);
  return {
    inputs: [x, distance],
    start: [under, value],
    cases: [
      { when: [isAbove, wasAbove], state: [max(state(LEVEL), under), value] },
      { when: [isAbove], state: [under, value] },
      { when: [isBelow, wasBelow], state: [min(state(LEVEL), over), value] },
      { when: [isBelow], state: [over, value] },
    ],
    otherwise: [state(LEVEL), value],
    result: LEVEL,
    minimum: 1,
    warmup: 250,
  };
}
