import { foldSelect } from "./fold-select.ts";
import type { Frame, Graph, GraphStep, NodeId } from "./graph.ts";

/**
 * Prints a graph as SELECTs inside each other, around `input`, level by level: the windows over what is there, the
 * folds, then the scalars that have become possible, which share a SELECT with the windows over them: the engine plans
 * each level again. Each SELECT carries on only what a later one, or `outputs`, read. Result: a SELECT with the keys and
 * a column for each output, of the rows for which `where` holds where that is given.
 */
export function printGraph(
  graph: Graph,
  keys: readonly string[],
  input: string,
  outputs: readonly NodeId[],
  where: string | null = null,
): string {
  const last = LEVEL * (1 + Math.max(...graph.nodes.map((node) => node.level)));
  const steps = stepsOf(graph);
  const uses = lastUses(graph, steps, outputs, last);
  let select = "";
  const levels = selects(steps, [...uses.keys()]);
  for (const [first, to] of levels) {
    const fresh = [...uses.keys()].filter((id) => at(steps, id) >= first && at(steps, id) <= to);
    const carried = [...uses]
      .filter(([id, use]) => graph.node(id).kind !== "constant" && at(steps, id) < first && use > to)
      .map(([id]) => graph.name(id))
      .sort();
    const print = first % LEVEL === FOLDS ? foldSelect : flatSelect;
    const relation = select === "" ? input : `(${select})`;
    fresh.sort((a, b) => a - b);
    const isLast = to === levels.at(-1)?.[1];
    select = isLast
      ? lastSelect({ graph, keys, carried, fresh, relation }, outputs, where)
      : print({ graph, keys, carried, fresh, relation });
  }
  return select;
}

/** First and last step of each SELECT. Scalars share one with the windows over them, which follow at once. */
function selects(steps: readonly number[], nodes: readonly NodeId[]): [number, number][] {
  const used = [...new Set(nodes.map((id) => at(steps, id)))].filter((step) => step > 0).sort((a, b) => a - b);
  const found: [number, number][] = [];
  for (const step of used) {
    const before = found.at(-1);
    if (before && before[0] === before[1] && before[0] % LEVEL >= SCALARS && step % LEVEL === WINDOWS) before[1] = step;
    else found.push([step, step]);
  }
  return found;
}

/** Steps of a level; level 0 has only scalars, over the columns of the input at step 0. */
const [WINDOWS, FOLDS, SCALARS, LEVEL] = [0, 1, 2, 3] as const;
/** Scalars of a level that need SELECTs inside each other stand so far apart. */
const INNER = 2 ** -10;
/**
 * Terms a scalar may have once the engine has written out the aliases in it, one inside the other: written out, a chain
 * of conditions that each read the last one three times grows threefold with each, and is analysed whole.
 */
const MAX_TERMS = 20;

function stepsOf(graph: Graph): readonly number[] {
  const steps: number[] = [];
  const terms: number[] = [];
  for (const [id, node] of graph.nodes.entries()) {
    const { kind, level } = node;
    terms[id] = 1;
    if (kind === "column" || kind === "constant") steps[id] = 0;
    else if (kind !== "scalar") steps[id] = LEVEL * level + { window: WINDOWS, fold: FOLDS }[kind];
    else {
      const inner = node.parts.filter((part) => graph.node(part).kind === "scalar" && graph.node(part).level === level);
      const step = Math.max(LEVEL * level + SCALARS, ...inner.map((part) => at(steps, part)));
      const same = new Map(inner.filter((part) => at(steps, part) === step).map((part) => [graph.name(part), part]));
      const names = node.sql.match(/\b\w+\b/g) ?? [];
      const size = names.reduce((sum, name) => sum + (terms[same.get(name) ?? -1] ?? 1), 0);
      const apart = same.size > 0 && size > MAX_TERMS;
      steps[id] = apart ? step + INNER : step;
      terms[id] = apart ? names.length : size;
    }
  }
  return steps;
}

const at = (steps: readonly number[], id: NodeId): number => steps[id] ?? 0;

/** The last step that reads a node, for every node that the outputs need. */
function lastUses(
  graph: Graph,
  steps: readonly number[],
  outputs: readonly NodeId[],
  last: number,
): ReadonlyMap<NodeId, number> {
  const uses = new Map<NodeId, number>(outputs.map((id) => [id, last]));
  // A part has a lower id than its readers, so walking downwards visits all readers first.
  for (let id = graph.nodes.length - 1; id >= 0; id -= 1) {
    if (!uses.has(id)) continue;
    for (const part of graph.node(id).parts) uses.set(part, Math.max(at(steps, id), uses.get(part) ?? 0));
  }
  return uses;
}

/** The SELECT of the outputs, which are scalars: those that only they read are no columns of it. */
function lastSelect(
  { graph, keys, fresh, relation }: GraphStep,
  outputs: readonly NodeId[],
  where: string | null,
): string {
  const printed = (id: NodeId): string => {
    const node = graph.node(id);
    if (node.kind !== "scalar") throw new RangeError(`a ${node.kind} beside the outputs`);
    return `${node.sql} AS ${graph.name(id)}`;
  };
  const shown = new Set(outputs);
  const inner = fresh.filter((id) => !shown.has(id)).map(printed);
  const columns = [...keys, ...outputs.map((id) => (fresh.includes(id) ? printed(id) : graph.name(id)))];
  const before = inner.length === 0 ? "" : `WITH ${inner.join(", ")} `;
  return `${before}SELECT ${columns.join(", ")}\nFROM ${relation}${where === null ? "" : ` WHERE ${where}`}`;
}

/** Scalars of the columns of a relation, and windows over both. */
function flatSelect({ graph, keys, carried, fresh, relation }: GraphStep): string {
  const frames = new Map<string, string>();
  const columns = fresh.map((id) => {
    const node = graph.node(id);
    if (node.kind === "scalar") return `${node.sql} AS ${graph.name(id)}`;
    if (node.kind !== "window") throw new RangeError(`a ${node.kind} among windows and scalars`);
    const frame = frameText(node.frame, keys);
    const name = frames.get(frame) ?? `w${frames.size}`;
    frames.set(frame, name);
    return `${node.sql} OVER ${name} AS ${graph.name(id)}`;
  });
  const windows = [...frames].map(([frame, name]) => `${name} AS (${frame})`).join(", ");
  return `SELECT ${[...keys, ...carried, ...columns].join(", ")}\nFROM ${relation}${windows && `\nWINDOW ${windows}`}`;
}

function frameText(frame: Frame, [security = "", session = "", ...minute]: readonly string[]): string {
  const bars = `PARTITION BY ${security} ORDER BY ${[session, ...minute].join(", ")}`;
  switch (frame.rows) {
    case "past":
      return `${bars} ROWS UNBOUNDED PRECEDING`;
    case "last":
      return `${bars} ROWS BETWEEN ${frame.n - 1} PRECEDING AND CURRENT ROW`;
    case "ahead":
      return `${bars} ROWS BETWEEN CURRENT ROW AND ${frame.n} FOLLOWING`;
    case "session":
      if (minute.length === 0) throw new RangeError("totals of a session need bars within the day");
      return `PARTITION BY ${security}, ${session} ORDER BY ${minute.join(", ")} ROWS UNBOUNDED PRECEDING`;
  }
  return frame satisfies never;
}
