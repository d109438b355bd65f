import type { Fold, Step as FoldStep } from "../../vocabulary/index.ts";
import { literal } from "./literal.ts";
import type { Step } from "./print-graph.ts";

/**
 * Bars to a chunk. A fold can only append to an array, which copies it each time: in chunks that costs n × chunk + n² / chunk
 * instead of n².
 */
const CHUNK = 128;

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
  const values = folds.map(({ name }) => `if(isNaN(f${name}), NULL, f${name}) AS ${name}`);
  const arrays = folds.map(({ name, fold, inputs }) => {
    const present = inputs.map((input) => `isNotNull(${place(input)})`).join(" AND ");
    const bar = [`toUInt8(${present})`, ...inputs.map((input) => `toFloat64(ifNull(${place(input)}, 0))`)];
    return `${foldCall(fold, `arrayMap(r -> tuple(${bar.join(", ")}), bar)`)} AS folded${name}`;
  });
  const sortKey = order.map(place).join(", ");
  return [
    `SELECT ${[security, ...back, ...values].join(", ")}`,
    `FROM (SELECT ${security}, bar, ${arrays.join(", ")}`,
    `FROM (SELECT ${security}, arraySort(r -> tuple(${sortKey}), groupArray(tuple(${columns.join(", ")}))) AS bar`,
    `FROM ${relation}\nGROUP BY ${security}))`,
    `ARRAY JOIN bar AS r, ${folds.map(({ name }) => `folded${name} AS f${name}`).join(", ")}`,
  ].join("\n");
}

/**
 * The fold over an array of tuples (whole, inputs …), as an array of values, NaN where there is none. The state is a tuple
 * (bars so far, the fold's numbers …, values of this chunk).
 */
function foldCall(fold: Fold, bars: string): string {
  const size = fold.start.length;
  const numbers = fold.start.map((_start, index) => index);
  const start = `tuple(1, ${fold.start.map((step) => text(step)).join(", ")})`;
  const state = `tuple(${["s.1 + 1", ...fold.step.map((step) => text(step))].join(", ")})`;
  const same = `tuple(s.1, ${numbers.map((index) => `s.${index + 2}`).join(", ")})`;
  const next = `if(b.1 = 0, ${same}, if(s.1 = 0, ${start}, ${state})) AS t`;
  const value = `if(b.1 = 1 AND t.1 >= ${fold.minimum}, t.${fold.result + 2}, nan)`;
  const inner = `(s, b) -> tuple((${next}).1, ${numbers.map((index) => `t.${index + 2}`).join(", ")}, arrayPushBack(s.${size + 2}, ${value}))`;
  const none = `tuple(0., ${numbers.map(() => "0.").join(", ")}, emptyArrayFloat64())`;
  const resumed = `tuple(a.1.1, ${numbers.map((index) => `a.1.${index + 2}`).join(", ")}, emptyArrayFloat64())`;
  const outer = `(a, chunk) -> tuple(arrayFold(${inner}, chunk, ${resumed}) AS u, arrayPushBack(a.2, u.${size + 2}))`;
  const chunks = `arrayMap(i -> arraySlice(${bars}, i * ${CHUNK} + 1, ${CHUNK}), range(intDiv(length(bar) + ${CHUNK - 1}, ${CHUNK})))`;
  return `arrayFlatten(arrayFold(${outer}, ${chunks}, tuple(${none}, CAST([], 'Array(Array(Float64))'))).2)`;
}

const OPERATORS = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
const COMPARISONS = { greater: ">", less: "<", greaterEqual: ">=", lessEqual: "<=", equal: "=" } as const;

/** A step over the state `s` and the bar `b`, as a Float64. */
function text(step: FoldStep): string {
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
      return `(${text(step.a)} ${OPERATORS[step.op]} ${text(step.b)})`;
    case "max":
      return `greatest(${text(step.a)}, ${text(step.b)})`;
    case "min":
      return `least(${text(step.a)}, ${text(step.b)})`;
    case "greater":
    case "less":
    case "greaterEqual":
    case "lessEqual":
    case "equal":
      return `toFloat64(${text(step.a)} ${COMPARISONS[step.op]} ${text(step.b)})`;
    case "abs":
      return `abs(${text(step.x)})`;
    case "if":
      return `if(${text(step.test)} != 0, ${text(step.yes)}, ${text(step.no)})`;
  }
  return step satisfies never;
}
