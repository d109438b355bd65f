import { SAME_TOLERANCE, samePrices, CENT_ROUNDING, type ComparedBar } from "./same-prices.ts";

/** The bars of one day in two sources. */
export interface BarPair {
  readonly our: ComparedBar;
  readonly their: ComparedBar;
}

/** A factor below which dividends do not bring prices, and the most by which it may change from one run to the next. */
const LEAST = 0.5;
const STEP = 1.45;

/** Bars that follow each other and differ by one factor in all prices. */
interface Run {
  readonly factor: number;
  readonly dates: string[];
  /** The factor before rounding may be so much more or less. */
  readonly slack: number;
}

/**
 * Days on which one of two sources differs as prices that are adjusted for dividends do. Such a factor only grows with
 * time, to 1 at last. So two bars or more differ by one factor in all prices, more than 0.5 and less than 1 of those as
 * traded; the run before has none nearer to 1; the next run that is of dividends has none farther from it, and none 1.45
 * times as much, since splits step by 1.5 and more. Splits that one of the sources knows are taken out before.
 */
export function adjustedDays(shared: readonly BarPair[]): ReadonlySet<string> {
  const scales: readonly ((pair: BarPair) => number)[] = [
    () => 1,
    ({ our }) => our.factor,
    ({ their }) => 1 / their.factor,
  ];
  // Another scale without a split gives the same runs again.
  const used = scales.filter((scale, index) => index === 0 || shared.some((pair) => scale(pair) !== 1));
  return new Set(
    used.flatMap((scale) => {
      const runs = runsOf(shared, scale);
      const inverse = runs.map((run): Run => ({ ...run, factor: 1 / run.factor }));
      return [...growing(runs), ...growing(inverse)];
    }),
  );
}

function runsOf(shared: readonly BarPair[], scale: (pair: BarPair) => number): readonly Run[] {
  const runs: Run[] = [];
  let before: number | null = null;
  for (const pair of shared) {
    const { our, their } = pair;
    const ratio = their.close / our.close;
    const factor = ratio / scale(pair);
    if (!samePrices(our, their, ratio, 2 * SAME_TOLERANCE)) before = null;
    else {
      const slack = 2 * Math.max(SAME_TOLERANCE, CENT_ROUNDING / Math.min(our.close, their.close));
      if (before === null || Math.abs(factor / before - 1) >= SAME_TOLERANCE) runs.push({ factor, dates: [], slack });
      runs.at(-1)?.dates.push(our.date);
      before = factor;
    }
  }
  // What is far from 1 on either side is no adjustment, and says nothing of those beside it.
  return runs.filter(({ factor, dates }) => dates.length > 1 && factor > LEAST && factor < 1 / LEAST);
}

/** The days of the runs that can be of dividends, looked at from the last to the first. */
function growing(runs: readonly Run[]): readonly string[] {
  let after = 1;
  return runs.toReversed().flatMap(({ factor, dates, slack }, index, all) => {
    const before = all[index + 1];
    const fell = before !== undefined && before.factor > factor * (1 + slack + before.slack);
    if (fell || factor > after * (1 + slack) || after > factor * STEP) return [];
    after = factor;
    return factor < 1 ? dates : [];
  });
}
