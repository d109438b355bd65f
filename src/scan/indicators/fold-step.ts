import type { ComparisonOp, Fold, Step } from "../../vocabulary/index.ts";
import { COMPARISONS } from "../equality.ts";
import { literal } from "./graph.ts";

/**
 * Functions that a step may have once the engine has written out what stands under a name wherever it is read. Of longer
 * ones the shared parts are bound before.
 */
const MAX_FUNCTIONS = 150;

/** Functions from which on a part is worth binding. */
const MIN_FUNCTIONS = 6;

/**
 * The new numbers of a fold as a tuple, over the state `s`, whose first element is the tuple of numbers before, and the
 * inputs `b` of the bar.
 */
export function foldStep(fold: Fold, name: string): string {
  const tests = fold.cases.flatMap(({ when }) => when);
  const states = [...fold.cases.map(({ state }) => state), fold.otherwise];
  return new StepPrinter([...tests, ...states.flat()], name).print((step, condition) => {
    const branches = fold.cases.flatMap(({ when, state }) => [
      when.map(condition).join(" AND "),
      tuple(state.map(step)),
    ]);
    const otherwise = tuple(fold.otherwise.map(step));
    return branches.length === 0 ? otherwise : `multiIf(${[...branches, otherwise].join(", ")})`;
  });
}

/** The numbers that a fold begins with, over the inputs `bar` of its first bar. */
export const foldStart = ({ start }: Fold, name: string, bar: string): string =>
  new StepPrinter(start, `${name}_start`, bar).print((step) => tuple(start.map(step)));

const tuple = (items: readonly string[]): string => `tuple(${items.join(", ")})`;

const OPERATORS = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
const isComparison = (op: Step["op"]): op is ComparisonOp => op in COMPARISONS;

function partsOf(step: Step): readonly Step[] {
  if ("a" in step) return [step.a, step.b];
  if ("x" in step) return [step.x];
  return "test" in step ? [step.test, step.yes, step.no] : [];
}

/** Parts as often as they are printed: a comparison prints its operands twice. */
const printedParts = (step: Step): readonly Step[] =>
  isComparison(step.op) ? [...partsOf(step), ...partsOf(step)] : partsOf(step);

type Print = (step: Step) => string;

/**
 * Steps as Float64. One that stands in several places has a name where it is read first and is read by it; the engine
 * still analyses it at each of them. So what would grow too long is bound to arguments of a lambda before.
 */
class StepPrinter {
  readonly #name: string;
  readonly #bar: string;
  readonly #uses = new Map<Step, number>();
  /** Every step once, behind its parts. */
  readonly #steps: Step[] = [];
  /** What is bound together, each over those before. */
  readonly #bound: (readonly Step[])[] = [];
  readonly #places = new Map<Step, string>();
  #numbers = "s.1";
  #scope = 0;

  constructor(roots: readonly Step[], name: string, bar = "b") {
    this.#name = name;
    this.#bar = bar;
    const visit = (step: Step): void => {
      const known = this.#uses.has(step);
      this.#uses.set(step, (this.#uses.get(step) ?? 0) + 1);
      if (known) return;
      printedParts(step).forEach(visit);
      this.#steps.push(step);
    };
    roots.forEach(visit);
    this.#bind(new Set(roots));
  }

  /** `body` prints with the functions that it is given. */
  print(body: (step: Print, condition: Print) => string): string {
    const lets = this.#bound.map((steps, index) => {
      const values = this.#inScope(() => tuple(steps.map((step) => this.#expression(step))));
      for (const [place, step] of steps.entries()) this.#places.set(step, `l${index}.${place + 1}`);
      // The numbers are handed on alone: the values so far, which the state has too, would be copied for each bar.
      const numbers = index === 0 ? "[s.1]" : "[n]";
      this.#numbers = "n";
      return { lambda: `(l${index}, n) -> `, arrays: `[${values}], ${numbers}` };
    });
    const text = this.#inScope(() =>
      body(
        (step) => this.#expression(step),
        (step) => this.#condition(step),
      ),
    );
    return lets.reduceRight((inner, { lambda, arrays }) => `arrayMap(${lambda}${inner}, ${arrays})[1]`, text);
  }

  #isShared(step: Step): boolean {
    return (this.#uses.get(step) ?? 0) > 1 && partsOf(step).length > 0;
  }

  #bind(roots: ReadonlySet<Step>): void {
    const bound = new Set<Step>();
    let sizes = new Map<Step, number>();
    const sizeOf = (step: Step): number => {
      if (bound.has(step)) return 1;
      const known = sizes.get(step);
      if (known !== undefined) return known;
      const size = printedParts(step).reduce((sum, part) => sum + sizeOf(part), isComparison(step.op) ? 5 : 1);
      sizes.set(step, size);
      return size;
    };
    for (const [at, step] of this.#steps.entries()) {
      if (sizeOf(step) <= MAX_FUNCTIONS) continue;
      const later = new Set([...roots, ...this.#steps.slice(at).flatMap(partsOf)]);
      const ready = this.#steps
        .slice(0, at)
        .filter((each) => !bound.has(each) && this.#isShared(each) && later.has(each) && sizeOf(each) >= MIN_FUNCTIONS);
      if (ready.length === 0) continue;
      this.#bound.push(ready);
      for (const each of ready) bound.add(each);
      sizes = new Map();
    }
  }

  /** Text in which each shared step stands once and is read by its name elsewhere. */
  #inScope(body: () => string): string {
    this.#scope += 1;
    let text = body();
    for (const [at, step] of [...this.#steps.entries()].reverse()) {
      if (!this.#isShared(step) || this.#places.has(step)) continue;
      const name = this.#nameOf(at);
      const reads = text.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
      if (reads === 0) continue;
      const printed = `(${this.#print(step)}${reads > 1 ? ` AS ${name}` : ""})`;
      text = text.replace(new RegExp(`\\b${name}\\b`), () => printed);
    }
    return text;
  }

  #nameOf(at: number): string {
    return `t${this.#name}_${this.#scope}_${at}`;
  }

  #expression(step: Step): string {
    const place = this.#places.get(step);
    if (place !== undefined) return place;
    return this.#isShared(step) ? this.#nameOf(this.#steps.indexOf(step)) : this.#print(step);
  }

  #print(step: Step): string {
    switch (step.op) {
      case "state":
        return `${this.#numbers}.${step.index + 1}`;
      case "input":
        return `${this.#bar}.${step.index + 1}`;
      case "constant":
        return literal(step.value);
      case "add":
      case "subtract":
      case "multiply":
      case "divide":
        return `(${this.#expression(step.a)} ${OPERATORS[step.op]} ${this.#expression(step.b)})`;
      case "max":
        return `greatest(${this.#expression(step.a)}, ${this.#expression(step.b)})`;
      case "min":
        return `least(${this.#expression(step.a)}, ${this.#expression(step.b)})`;
      case "greater":
      case "less":
      case "greaterEqual":
      case "lessEqual":
      case "equal":
        return `toFloat64(${COMPARISONS[step.op](this.#expression(step.a), this.#expression(step.b))})`;
      case "abs":
      case "atan":
        return `${step.op}(${this.#expression(step.x)})`;
      case "ln":
        return `log(${this.#expression(step.x)})`;
      case "if":
        return `if(${this.#condition(step.test)}, ${this.#expression(step.yes)}, ${this.#expression(step.no)})`;
    }
    return step satisfies never;
  }

  #condition(step: Step): string {
    return "a" in step && isComparison(step.op) && !this.#isShared(step) && !this.#places.has(step)
      ? COMPARISONS[step.op](this.#expression(step.a), this.#expression(step.b))
      : `${this.#expression(step)} != 0`;
  }
}
