import type { Fold, Step } from "../recipe.ts";
import { high, low, steps } from "./algebra.ts";

const { state, input, constant, add, subtract, multiply, max, min, greater, less, equal, when } = steps;

/** Places in the state. `next` is the stop for the bar to come, `value` the one shown on this bar. */
const [BARS, RISING, NEXT, EXTREME, FACTOR, HIGH, LOW, VALUE] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const [h, l] = [input(0), input(1)];

/**
 * Parabolic SAR (Wilder, New Concepts in Technical Trading Systems, 1978) as Tulip and Pine turn it: on penetration, not
 * on a touch, and to the extreme that includes the turning bar. First trend as TA-Lib: the larger directional move of bar 2.
 */
export function parabolic(step: number, maximum: number): Fold {
  // On the second bar the trend begins: stop at the first bar's far end, extreme at this bar's near end.
  const begins = equal(state(BARS), 1);
  const fall = subtract(state(LOW), l);
  const falls = when(greater(fall, 0), greater(fall, subtract(h, state(HIGH))), 0);
  const rising = when(begins, equal(falls, 0), state(RISING));
  const stop = when(begins, when(rising, state(LOW), state(HIGH)), state(NEXT));
  const extreme = when(begins, when(rising, h, l), state(EXTREME));
  const factor = when(begins, step, state(FACTOR));

  const turns = when(rising, less(l, stop), greater(h, stop));
  const further = when(rising, greater(h, extreme), less(l, extreme));
  const reach: Step = when(rising, max(extreme, h), min(extreme, l));

  const value = when(turns, reach, stop);
  const nowRising = when(turns, equal(rising, 0), rising);
  const nowExtreme = when(turns, when(rising, l, h), reach);
  const nowFactor = when(turns, step, when(further, min(add(factor, step), maximum), factor));
  const ahead = add(value, multiply(nowFactor, subtract(nowExtreme, value)));
  // Never inside the range of the last two bars.
  const next = when(
    nowRising,
    min(ahead, min(l, when(begins, l, state(LOW)))),
    max(ahead, max(h, when(begins, h, state(HIGH)))),
  );

  return {
    inputs: [high, low],
    start: [constant(1), constant(0), constant(0), constant(0), constant(0), h, l, constant(0)],
    step: [add(state(BARS), 1), nowRising, next, nowExtreme, nowFactor, h, l, value],
    result: VALUE,
    minimum: 2,
    warmup: 250,
  };
}
