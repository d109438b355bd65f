import type { ComparisonOp, Fold, Step } from "../../vocabulary/index.ts";
import { COMPARISONS } from "../equality.ts";
import { literal } from "./graph.ts";
import type { GraphStep } from "./graph.ts";

/**
 * Bars to a chunk. A fold can only append to an array, which copies it each time: in chunks that costs n × chunk + n² /
 * chunk instead of n².
 */
const CHUNK = 128;

/**
 * A fold takes one step for all securities of a block together, at the cost of a step for one. Aggregation past 50 MB
 * would hand on 256 blocks of a few securities each, which is 20 times slower.
 */
const ONE_BLOCK = "SETTINGS group_by_two_level_threshold = 0, group_by_two_level_threshold_bytes = 0";

/**
 * Folds, each over the bars of one security in order: the rows become one array a security, the fold runs over it chunk
 * by chunk, and ARRAY JOIN makes rows of them again.
 */
export function foldSelect({ graph, keys, carried, fresh, relation }: GraphStep): string {
  const [security = "", ...order] = keys;
  const folds = fresh.map((id) => {
    const node = graph.node(id);
    if (node.kind !== "fold") throw new RangeError(`a ${node.kind} among folds`);
    return { name: graph.name(id), fold: node.fold, inputs: node.parts.map((part) => graph.name(part)) };
  });
  const columns = [...new Set([...order, ...carried, ...folds.flatMap(({ inputs }) => inputs)])];
  const place = (name: string): string => `r.${columns.indexOf(name) + 1}`;
  const back = [...order, ...carried].map((name) => `${place(name)} AS ${name}`);
  const values = folds.map(({ name }) => `if(isNaN(value${name}), NULL, value${name}) AS ${name}`);
  // Chunks are split off before the fold: inside its lambda the whole array would be copied for each of them.
  const chunks = folds.map(({ name, inputs }) => {
    const complete = inputs.map((input) => `isNotNull(${place(input)})`).join(" AND ");
    const bar = [`toFloat64(${complete})`, ...inputs.map((input) => `toFloat64(ifNull(${place(input)}, 0))`)];
    const bars = `arrayMap(r -> tuple(${bar.join(", ")}), bar)`;
    return `arraySplit((b, i) -> i % ${CHUNK} = 1, ${bars}, arrayEnumerate(bar)) AS chunks${name}`;
  });
  const folded = folds.map(({ name, fold }) => `${foldCall(fold, `chunks${name}`, name)} AS values${name}`);
  return [
    `SELECT ${[security, ...back, ...values].join(", ")}`,
    `FROM (SELECT ${[security, "bar", ...folded].join(", ")}`,
    `FROM (SELECT ${[security, "bar", ...chunks].join(", ")}`,
    `FROM (SELECT ${security}, arraySort(r -> tuple(${order.map(place).join(", ")}), groupArray(tuple(${columns.join(", ")}))) AS bar`,
    `FROM ${relation}\nGROUP BY ${security}\n${ONE_BLOCK})))`,
    `ARRAY JOIN bar AS r, ${folds.map(({ name }) => `values${name} AS value${name}`).join(", ")}`,
  ].join("\n");
}

/**
 * The fold over chunks of tuples (complete, inputs …), as an array of values, NaN where there is none. The state is a
 * tuple (bars so far, the fold's numbers …, values of this chunk).
 */
function foldCall(fold: Fold, chunks: string, name: string): string {
  const steps = new Steps(fold, name);
  const values = fold.start.length + 2;
  const tests = fold.cases.map(({ when }) => when.map((test) => steps.condition(test)).join(" AND "));
  const next = fold.start.map((start, index) => {
    const cases = fold.cases.map(({ state }, place) => [tests[place], steps.expression(state[index])] as const);
    const otherwise = steps.expression(fold.otherwise[index]);
    // Most of a state is the same in every case: a case that changes nothing after it is left out.
    const effectiveCases = cases.findLastIndex(([, value]) => value !== otherwise) + 1;
    const branches = cases.slice(0, effectiveCases).flat();
    return `multiIf(${[`b.1 = 0, s.${index + 2}, s.1 = 0, ${steps.expression(start)}`, ...branches, otherwise].join(", ")})`;
  });
  const value = `if(b.1 = 1 AND s.1 + 1 >= ${fold.minimum}, ${next[fold.result]}, nan)`;
  const count = steps.shared.length === 0 ? "s.1 + b.1" : `tuple(s.1 + b.1, ${steps.shared.join(", ")}).1`;
  const bar = `(s, b) -> tuple(${count}, ${next.join(", ")}, arrayPushBack(s.${values}, ${value}))`;
  const none = `tuple(0., ${fold.start.map(() => "0.").join(", ")}, emptyArrayFloat64())`;
  const carriedState = fold.start.map((_start, index) => `a.1.${index + 2}`).join(", ");
  const resumed = `tuple(a.1.1, ${carriedState}, emptyArrayFloat64())`;
  const chunk = `(a, c) -> tuple(arrayFold(${bar}, c, ${resumed}) AS u, arrayPushBack(a.2, u.${values}))`;
  return `arrayFlatten(arrayFold(${chunk}, ${chunks}, tuple(${none}, CAST([], 'Array(Array(Float64))'))).2)`;
}

const OPERATORS = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
const isComparison = (op: Step["op"]): op is ComparisonOp => op in COMPARISONS;

/**
 * Steps of a fold over the state `s` and the bar `b`, as Float64. Those used in several places are `shared`: printed
 * once with an alias and read by that name, or the SQL of a Hilbert transform would be megabytes long.
 */
class Steps {
  readonly #names = new Map<Step, string>();
  readonly shared: readonly string[];

  constructor(fold: Fold, name: string) {
    const uses = new Map<Step, number>();
    const partsFirst: Step[] = [];
    const visit = (step: Step): void => {
      const known = uses.has(step);
      uses.set(step, (uses.get(step) ?? 0) + 1);
      if (known) return;
      // A comparison prints its operands several times.
      const printed = isComparison(step.op) ? [...partsOf(step), ...partsOf(step)] : partsOf(step);
      printed.forEach(visit);
      partsFirst.push(step);
    };
    [...fold.start, ...fold.otherwise, ...fold.cases.flatMap(({ when, state }) => [...when, ...state])].forEach(visit);
    const several = partsFirst.filter((step) => (uses.get(step) ?? 0) > 1 && partsOf(step).length > 0);
    this.shared = several.map((step, index) => {
      const text = this.expression(step);
      this.#names.set(step, `t${name}_${index}`);
      return `${text} AS t${name}_${index}`;
    });
  }

  expression(step: Step | undefined): string {
    if (!step) throw new RangeError("a case without one of the state's numbers");
    return this.#names.get(step) ?? this.#print(step);
  }

  #print(step: Step): string {
    switch (step.op) {
      case "state":
        return `s.${step.index + 2}`;
      case "input":
        return `b.${step.index + 2}`;
      case "constant":
        return literal(step.value);
      case "add":
      case "subtract":
      case "multiply":
      case "divide":
        return `(${this.expression(step.a)} ${OPERATORS[step.op]} ${this.expression(step.b)})`;
      case "max":
        return `greatest(${this.expression(step.a)}, ${this.expression(step.b)})`;
      case "min":
        return `least(${this.expression(step.a)}, ${this.expression(step.b)})`;
      case "greater":
      case "less":
      case "greaterEqual":
      case "lessEqual":
      case "equal":
        return `toFloat64(${this.condition(step)})`;
      case "abs":
      case "atan":
        return `${step.op}(${this.expression(step.x)})`;
      case "ln":
        return `log(${this.expression(step.x)})`;
      case "if":
        return `if(${this.condition(step.test)}, ${this.expression(step.yes)}, ${this.expression(step.no)})`;
    }
    return step satisfies never;
  }

  condition(step: Step): string {
    return "a" in step && isComparison(step.op) && !this.#names.has(step)
      ? COMPARISONS[step.op](this.expression(step.a), this.expression(step.b))
      : `${this.expression(step)} != 0`;
  }
}

function partsOf(step: Step): readonly Step[] {
  if ("a" in step) return [step.a, step.b];
  if ("x" in step) return [step.x];
  return "test" in step ? [step.test, step.yes, step.no] : [];
}
