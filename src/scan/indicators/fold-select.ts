import type { Fold, Step as FoldStep } from "../../vocabulary/index.ts";
import { literal } from "./literal.ts";
import type { Step } from "./print-graph.ts";

/**
 * Bars to a chunk. A fold can only append to an array, which copies it each time: in chunks that costs n × chunk + n² / chunk
 * instead of n².
 */
const CHUNK = 128;

/**
 * A fold takes one step for all securities of a block together, at the cost of a step for one. Aggregation past 50 MB would hand
 * on 256 blocks of a few securities each, which is 20 times slower.
 */
const ONE_BLOCK = "SETTINGS group_by_two_level_threshold = 0, group_by_two_level_threshold_bytes = 0";

/**
 * Folds, each over the bars of one security in order: the rows become one array a security, the fold runs over it chunk by
 * chunk, and ARRAY JOIN makes rows of them again.
 */
export function foldSelect({ graph, keys, carried, fresh, relation }: Step): string {
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
    const whole = inputs.map((input) => `isNotNull(${place(input)})`).join(" AND ");
    const bar = [`toFloat64(${whole})`, ...inputs.map((input) => `toFloat64(ifNull(${place(input)}, 0))`)];
    const bars = `arrayMap(r -> tuple(${bar.join(", ")}), bar)`;
    return `arraySplit((b, i) -> i % ${CHUNK} = 1, ${bars}, arrayEnumerate(bar)) AS chunks${name}`;
  });
  const folded = folds.map(({ name, fold }) => `${foldCall(fold, `chunks${name}`)} AS values${name}`);
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
 * The fold over chunks of tuples (whole, inputs …), as an array of values, NaN where there is none. The state is a tuple
 * (bars so far, the fold's numbers …, values of this chunk).
 */
function foldCall(fold: Fold, chunks: string): string {
  const values = fold.start.length + 2;
  const tests = fold.cases.map(({ when }) => when.map((test) => condition(test)).join(" AND "));
  const next = fold.start.map((start, index) => {
    const cases = fold.cases.map(({ state }, place) => [tests[place], expression(state[index])] as const);
    const otherwise = expression(fold.otherwise[index]);
    // Most of a state is the same in every case: a case that changes nothing after it is left out.
    const telling = cases.findLastIndex(([, value]) => value !== otherwise) + 1;
    const branches = cases.slice(0, telling).flat();
    return `multiIf(${[`b.1 = 0, s.${index + 2}, s.1 = 0, ${expression(start)}`, ...branches, otherwise].join(", ")})`;
  });
  const value = `if(b.1 = 1 AND s.1 + 1 >= ${fold.minimum}, ${next[fold.result]}, nan)`;
  const bar = `(s, b) -> tuple(s.1 + b.1, ${next.join(", ")}, arrayPushBack(s.${values}, ${value}))`;
  const none = `tuple(0., ${fold.start.map(() => "0.").join(", ")}, emptyArrayFloat64())`;
  const kept = fold.start.map((_start, index) => `a.1.${index + 2}`).join(", ");
  const resumed = `tuple(a.1.1, ${kept}, emptyArrayFloat64())`;
  const chunk = `(a, c) -> tuple(arrayFold(${bar}, c, ${resumed}) AS u, arrayPushBack(a.2, u.${values}))`;
  return `arrayFlatten(arrayFold(${chunk}, ${chunks}, tuple(${none}, CAST([], 'Array(Array(Float64))'))).2)`;
}

const OPERATORS = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
const COMPARISONS = new Map<FoldStep["op"], string>([
  ["greater", ">"],
  ["less", "<"],
  ["greaterEqual", ">="],
  ["lessEqual", "<="],
  ["equal", "="],
]);

/** A step over the state `s` and the bar `b`, as a Float64. */
function expression(step: FoldStep | undefined): string {
  if (!step) throw new RangeError("a case without one of the state's numbers");
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
      return `(${expression(step.a)} ${OPERATORS[step.op]} ${expression(step.b)})`;
    case "max":
      return `greatest(${expression(step.a)}, ${expression(step.b)})`;
    case "min":
      return `least(${expression(step.a)}, ${expression(step.b)})`;
    case "greater":
    case "less":
    case "greaterEqual":
    case "lessEqual":
    case "equal":
      return `toFloat64(${condition(step)})`;
    case "abs":
      return `abs(${expression(step.x)})`;
    case "ln":
      return `log(${expression(step.x)})`;
    case "if":
      return `if(${condition(step.test)}, ${expression(step.yes)}, ${expression(step.no)})`;
  }
  return step satisfies never;
}

function condition(step: FoldStep): string {
  const comparison = COMPARISONS.get(step.op);
  return comparison !== undefined && "a" in step
    ? `${expression(step.a)} ${comparison} ${expression(step.b)}`
    : `${expression(step)} != 0`;
}
