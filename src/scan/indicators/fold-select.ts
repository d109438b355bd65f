import type { Fold } from "../../vocabulary/index.ts";
import { foldStart, foldStep } from "./fold-step.ts";
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
 * Folds, each over the bars of one security in order: the rows become one array a security, the fold runs chunk by chunk over
 * those bars of it that have every input, and ARRAY JOIN makes rows of them again.
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
  const complete = folds.map(({ name, inputs }) => {
    const present = inputs.map((input) => `isNotNull(${place(input)})`).join(" AND ");
    return `arrayMap(r -> ${present}, bar) AS complete${name}`;
  });
  // Chunks are split off before the fold: inside its lambda the whole array would be copied for each of them.
  const chunks = folds.map(({ name, inputs }) => {
    const input = inputs.map((each) => `toFloat64(ifNull(${place(each)}, 0))`).join(", ");
    const bars = `arrayMap(r -> tuple(${input}), arrayFilter((r, c) -> c, bar, complete${name})) AS bars${name}`;
    // The first bar is the first chunk, with which the fold begins.
    return `arraySplit((b, i) -> i % ${CHUNK} = 2, ${bars}, arrayEnumerate(bars${name})) AS chunks${name}`;
  });
  const folded = folds.map(({ name, fold }) => `${foldCall(fold, `chunks${name}`, name)} AS folded${name}`);
  const arrays = folds.map(({ name, fold }) => `${valuesOf(fold, name)} AS value${name}`);
  const kept = folds.map(({ name }) => `complete${name}`);
  return [
    `SELECT ${[security, ...back, ...values].join(", ")}`,
    `FROM (SELECT ${[security, "bar", ...kept, ...folded].join(", ")}`,
    `FROM (SELECT ${[security, "bar", ...complete, ...chunks].join(", ")}`,
    `FROM (SELECT ${security}, arraySort(r -> tuple(${order.map(place).join(", ")}), groupArray(tuple(${columns.join(", ")}))) AS bar`,
    `FROM ${relation}\nGROUP BY ${security}\n${ONE_BLOCK})))`,
    `ARRAY JOIN bar AS r, ${arrays.join(", ")}`,
  ].join("\n");
}

/**
 * The fold over chunks of tuples of inputs: ((numbers, values of this chunk before each of its bars), the same of the chunks
 * before). Everything is read once: the engine analyses what has a name again wherever it is read.
 */
function foldCall(fold: Fold, chunks: string, name: string): string {
  const bar = `(s, b) -> tuple(${foldStep(fold, name)}, arrayPushBack(s.2, s.1.${fold.result + 1}))`;
  const chunk = `(a, c) -> tuple(arrayFold(${bar}, c, tuple(a.1.1, emptyArrayFloat64())), arrayPushBack(a.2, a.1.2))`;
  const start = `tuple(${foldStart(fold, name, `${chunks}[1][1]`)}, emptyArrayFloat64())`;
  return `arrayFold(${chunk}, arrayPopFront(${chunks}), tuple(${start}, CAST([], 'Array(Array(Float64))')))`;
}

/** The value of each bar, NaN where there is none. */
function valuesOf(fold: Fold, name: string): string {
  const folded = `folded${name}`;
  const all = `arrayPushBack(arrayFlatten(arrayPushBack(${folded}.2, ${folded}.1.2)), ${folded}.1.1.${fold.result + 1})`;
  const shown =
    fold.minimum <= 1
      ? all
      : `arrayMap((v, i) -> if(i < ${fold.minimum}, nan, v), ${all} AS all${name}, arrayEnumerate(all${name}))`;
  // Values of complete bars first, then NaN for the others, in the order of their places.
  const ofComplete = `arrayResize(${shown}, toUInt32(arraySum(complete${name})))`;
  const places = `arraySort((i, c) -> if(c, i, i + 4294967296), arrayEnumerate(bar), complete${name})`;
  return `arraySort((v, i) -> i, arrayResize(${ofComplete}, length(bar), nan), ${places})`;
}
