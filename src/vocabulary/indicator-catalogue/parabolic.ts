import type { Fold, FoldCase, Step } from "../recipe.ts";
import { high, low, steps } from "./algebra.ts";

const { state, input, constant, add, subtract, multiply, max, min, greater, less, equal, when } = steps;

/** Places in the state. `next` is the stop for the bar to come, `value` the one shown on this bar. */
const [BARS, RISING, NEXT, EXTREME, FACTOR, HIGH, LOW, VALUE] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const [h, l] = [input(0), input(1)];

/**
 * Parabolic SAR (Wilder, New Concepts in Technical Trading Systems, 1978) as Tulip and Pine turn it: on penetration, not
 * on a touch, and to the extreme that includes the turning bar. First trend as TA-Lib: the larger directional move of bar 2,
 * with the stop at the far end of bar 1 and the extreme at the near end of bar 2.
 */
export function parabolic(step: number, maximum: number): Fold {
  // The state after a bar: never does the next stop lie inside the range of this bar and the one before.
  const rise = (value: Step, extreme: Step, factor: Step, before: Step): readonly Step[] => {
    const next = min(add(value, multiply(factor, subtract(extreme, value))), min(l, before));
    return [add(state(BARS), 1), constant(1), next, extreme, factor, h, l, value];
  };
  const fall = (value: Step, extreme: Step, factor: Step, before: Step): readonly Step[] => {
    const next = max(add(value, multiply(factor, subtract(extreme, value))), max(h, before));
    return [add(state(BARS), 1), constant(0), next, extreme, factor, h, l, value];
  };
  const first = constant(step);
  const faster = min(add(state(FACTOR), step), constant(maximum));

  const second = equal(state(BARS), 1);
  const falls = less(l, state(LOW));
  const rises = greater(h, state(HIGH));
  // Further down than up: prices are compared, as the rounding of a small move may be as large as the move.
  const further = less(add(h, l), add(state(HIGH), state(LOW)));
  const rising = equal(state(RISING), 1);
  const cases: readonly FoldCase[] = [
    // A second bar that falls further than it rises, and yet beyond the first one's high: turned at once.
    { when: [second, falls, further, rises], state: rise(l, h, first, l) },
    { when: [second, falls, further], state: fall(state(HIGH), l, first, h) },
    { when: [second, falls], state: fall(h, l, first, h) },
    { when: [second], state: rise(state(LOW), h, first, l) },
    { when: [rising, less(l, state(NEXT))], state: fall(max(state(EXTREME), h), l, first, state(HIGH)) },
    {
      when: [rising],
      state: rise(
        state(NEXT),
        max(state(EXTREME), h),
        when(greater(h, state(EXTREME)), faster, state(FACTOR)),
        state(LOW),
      ),
    },
    { when: [greater(h, state(NEXT))], state: rise(min(state(EXTREME), l), h, first, state(LOW)) },
  ];
  return {
    inputs: [high, low],
    start: [constant(1), constant(0), constant(0), constant(0), constant(0), h, l, constant(0)],
    cases,
    otherwise: fall(
      state(NEXT),
      min(state(EXTREME), l),
      when(less(l, state(EXTREME)), faster, state(FACTOR)),
      state(HIGH),
    ),
    result: VALUE,
    minimum: 2,
    warmup: 250,
  };
}
