import type { Argument } from "../../src/formula/index.ts";
import { dataPoint, rangeOfSessions } from "./data-points.ts";
import { literal, type Evaluator } from "./place.ts";
import { difference, finite, type Value } from "./values.ts";

type Pair = readonly [own: number, other: number];

/** Adjusted close of the row's security and of the other, `back` sessions before; the symbol is that of the place. */
function closes(evaluation: Evaluator, symbol: string, session: number, back: number): Pair | null {
  const close = { group: "daily", field: "close", day: -back, basis: "adj" } as const;
  const own = dataPoint(close, evaluation.place, session);
  const other = dataPoint({ ...close, ofSymbol: symbol }, evaluation.place, session);
  return typeof own === "number" && typeof other === "number" ? [own, other] : null;
}

function symbolAt(args: readonly Argument[]): string {
  const [, name] = args;
  if (name?.kind !== "text") throw new TypeError("no symbol");
  return name.value.trim().toUpperCase();
}

/** Of every session of the last days with a bar that has both. */
function pairsOf(
  evaluation: Evaluator,
  args: readonly Argument[],
  session: number,
  pair: (on: Evaluator, symbol: string, session: number) => Pair | null,
): readonly Pair[] | null {
  const { view, security } = evaluation.place;
  const days = literal(args[0]);
  const sessions = rangeOfSessions({ from: 1 - days, to: 0 }, view, session);
  if (sessions === null) return null;
  const pairs = sessions
    .filter((each) => view.day(security, each) !== null)
    .map((each) => pair(evaluation.namedOn(each), symbolAt(args), each))
    .filter((one) => one !== null);
  return pairs.length < Math.max(2, days / 2) ? null : pairs;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean product of the distances from the means. */
function covariance(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  return meanOf(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)));
}

const standsStill = (values: readonly number[]): boolean =>
  Math.sqrt(covariance(values, values)) <= 1e-9 * Math.abs(meanOf(values));

/** Covariance of the daily changes over the variance of the other's. */
export function beta(evaluation: Evaluator, args: readonly Argument[], session: number): Value {
  const pairs = pairsOf(evaluation, args, session, (on, symbol, day) => {
    const [now, then] = [closes(on, symbol, day, 0), closes(on, symbol, day, 1)];
    return now === null || then === null || then[0] === 0 || then[1] === 0
      ? null
      : [now[0] / then[0], now[1] / then[1]];
  });
  if (pairs === null) return null;
  const [own, other] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
  if (standsStill(other)) return null;
  return noisy(evaluation, covariance(own, other) / covariance(other, other));
}

/** Pearson's correlation of the closes. */
export function correl(evaluation: Evaluator, args: readonly Argument[], session: number): Value {
  const pairs = pairsOf(evaluation, args, session, (on, symbol, day) => closes(on, symbol, day, 0));
  if (pairs === null) return null;
  const [own, other] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
  if (standsStill(own) || standsStill(other)) return null;
  const deviations = Math.sqrt(covariance(own, own)) * Math.sqrt(covariance(other, other));
  return noisy(evaluation, covariance(own, other) / deviations);
}

/** Change in percent over the days, less that of the other. */
export function relativeStrength(evaluation: Evaluator, args: readonly Argument[], session: number): Value {
  const [now, then] = [0, literal(args[0])].map((back) => closes(evaluation, symbolAt(args), session, back));
  if (!now || !then || then[0] === 0 || then[1] === 0) return null;
  const [own, other] = [0, 1].map((place) => ((now[place] ?? 0) / (then[place] ?? 0) - 1) * 100);
  return noisy(evaluation, difference(own ?? 0, other ?? 0, false));
}

function noisy({ place }: Evaluator, value: number): Value {
  const result = finite(value);
  return result === null ? null : place.noise(result);
}
