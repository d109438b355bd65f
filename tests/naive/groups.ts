import type { Argument, Node } from "../../src/formula/index.ts";
import type { AggregateName } from "../../src/vocabulary/index.ts";
import type { Security } from "./market.ts";
import type { Evaluator } from "./place.ts";
import { isAsTraded } from "./reads.ts";
import { finite, order, textKey, textOf, type Value } from "./values.ts";

/** Own value among those of all that are compared. */
export interface Ranked {
  readonly own: number;
  readonly all: readonly number[];
  readonly exact: boolean;
}

/** The data point of the text by which securities are grouped; null for all of them. */
export function group(arg: Argument | undefined): Node | null {
  if (arg?.kind !== "group") return null;
  const { by } = arg;
  return by === "sector" || by === "industry"
    ? { from: 0, to: 0, kind: "data", point: { group: "fundamental", field: by, day: 0 } }
    : { from: 0, to: 0, kind: "data", point: { group: "identity", field: by, day: 0 } };
}

function keyOf(evaluation: Evaluator, by: Node | null, security: Security, session: number): string | null {
  if (by === null) return "all";
  const text = textOf(evaluation.of(security).namedOn(session).value(by, session));
  const key = text === null ? "" : textKey(text);
  return key === "" ? null : key;
}

/** x of every security with a bar that session and the same group, those without a value left out. */
function values(evaluation: Evaluator, x: Node, by: Node | null, session: number): readonly Value[] {
  const { view, security } = evaluation.place;
  const own = keyOf(evaluation, by, security, session);
  if (own === null) return [];
  return view.market.securities
    .filter((each) => view.day(each, session) !== null && keyOf(evaluation, by, each, session) === own)
    .map((each) => evaluation.of(each).namedOn(session).value(x, session))
    .filter((value) => value !== null);
}

const numbers = (found: readonly Value[]): readonly number[] => found.filter((value) => typeof value === "number");

export function ranked(evaluation: Evaluator, x: Node, by: Node | null, session: number): Ranked | null {
  const { view, security } = evaluation.place;
  if (view.day(security, session) === null || keyOf(evaluation, by, security, session) === null) return null;
  const own = evaluation.of(security).namedOn(session).number(x, session);
  if (own === null) return null;
  return { own, all: numbers(values(evaluation, x, by, session)), exact: isAsTraded(x, evaluation.columns) };
}

const total = (all: readonly number[]): number => all.toSorted((a, b) => a - b).reduce((a, b) => a + b, 0);

/** Distance from the average in standard deviations of the whole; null where all are equal. */
export function zscore(found: Ranked | null): number | null {
  if (found === null) return null;
  const { own, all } = found;
  const sorted = all.toSorted((a, b) => a - b);
  if (order(sorted[0] ?? 0, sorted.at(-1) ?? 0, false) === 0) return null;
  const mean = total(all) / all.length;
  return finite((own - mean) / Math.sqrt(total(all.map((x) => (x - mean) ** 2)) / all.length));
}

/** One value of all that have one; a group needs a bar of the security itself, the whole market does not. */
export function acrossSecurities(
  of: AggregateName,
  evaluation: Evaluator,
  x: Node,
  by: Node | null,
  session: number,
): Value {
  const { view, security } = evaluation.place;
  if (by !== null && view.day(security, session) === null) return null;
  const found = values(evaluation, x, by, session);
  if (found.length === 0) return null;
  const all = numbers(found).toSorted((a, b) => a - b);
  switch (of) {
    case "count":
      return found.filter((value) => value === true).length;
    case "percent":
      return (100 * found.filter((value) => value === true).length) / found.length;
    case "avg":
      return finite(total(all) / all.length);
    case "sum":
      return finite(total(all));
    case "median": {
      const middle = (all.length - 1) / 2;
      return ((all[Math.floor(middle)] ?? 0) + (all[Math.ceil(middle)] ?? 0)) / 2;
    }
    case "min":
      return all[0] ?? null;
    case "max":
      return all.at(-1) ?? null;
  }
}
