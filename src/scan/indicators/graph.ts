import type { Fold } from "../../vocabulary/index.ts";

/** Index of a node in its graph. */
export type NodeId = number;

/**
 * Rows a window function sees, among the bars of one security in order: all up to this one, those of its session up to
 * this one, the last `n`, or this one and the `n` after it.
 */
export type Frame =
  | { readonly rows: "past" }
  | { readonly rows: "session" }
  | { readonly rows: "last"; readonly n: number }
  | { readonly rows: "ahead"; readonly n: number };

/** All bars of the security up to this one. */
export const PAST: Frame = { rows: "past" };

/** One column of some SELECT. `sql` names its parts by their columns. */
type GraphNode = { readonly parts: readonly NodeId[]; readonly level: number } & (
  | { readonly kind: "column" | "constant"; readonly name: string }
  | { readonly kind: "scalar"; readonly sql: string }
  | { readonly kind: "scalar"; readonly sql: string; readonly name: string }
  | { readonly kind: "window"; readonly sql: string; readonly frame: Frame }
  | { readonly kind: "fold"; readonly fold: Fold }
);

/**
 * What the statement computes, each expression once: equal text over equal parts is one node, so that MACD's averages
 * or the smoothed ranges of ADX, +DI and -DI share their windows. A window's level is one above that of its deepest
 * part, because a SELECT cannot nest windows.
 */
export class Graph {
  readonly #nodes: GraphNode[] = [];
  readonly #byKey = new Map<string, NodeId>();

  get nodes(): readonly GraphNode[] {
    return this.#nodes;
  }

  column(name: string): NodeId {
    return this.#intern(`column ${name}`, { kind: "column", name, parts: [], level: 0 });
  }

  /** Printed as it is wherever it is read. */
  constant(value: number): NodeId {
    const name = literal(value);
    return this.#intern(`constant ${name}`, { kind: "constant", name, parts: [], level: 0 });
  }

  scalar(sql: string, parts: readonly NodeId[]): NodeId {
    return this.#intern(`scalar ${sql}`, { kind: "scalar", sql, parts, level: this.#deepest(parts) });
  }

  /** A scalar of a part's column under a name of its own. */
  output(name: string, sql: (part: string) => string, part: NodeId): NodeId {
    const node = {
      kind: "scalar",
      name,
      sql: sql(this.name(part)),
      parts: [part],
      level: this.node(part).level,
    } as const;
    return this.#intern(`output ${name}`, node);
  }

  window(sql: string, frame: Frame, parts: readonly NodeId[]): NodeId {
    const key = `window ${frame.rows} ${"n" in frame ? frame.n : ""} ${sql}`;
    return this.#intern(key, { kind: "window", sql, frame, parts, level: this.#deepest(parts) + 1 });
  }

  fold(fold: Fold, parts: readonly NodeId[]): NodeId {
    const key = `fold ${parts.join()} ${JSON.stringify({ ...fold, inputs: null })}`;
    return this.#intern(key, { kind: "fold", fold, parts, level: this.#deepest(parts) + 1 });
  }

  /** The column that holds a node's value, or the constant itself. */
  name(id: NodeId): string {
    const node = this.node(id);
    return "name" in node ? node.name : `_${id}`;
  }

  node(id: NodeId): GraphNode {
    const node = this.#nodes[id];
    if (!node) throw new RangeError(`no node ${id}`);
    return node;
  }

  #deepest(parts: readonly NodeId[]): number {
    return Math.max(0, ...parts.map((part) => this.node(part).level));
  }

  #intern(key: string, node: GraphNode): NodeId {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#nodes.push(node);
    this.#byKey.set(key, this.#nodes.length - 1);
    return this.#nodes.length - 1;
  }
}

/** A part of a graph that one statement computes over the columns of the one before. */
export interface GraphStep {
  readonly graph: Graph;
  readonly keys: readonly string[];
  /** Columns that a later step reads. */
  readonly carried: readonly string[];
  /** Nodes that this step computes. */
  readonly fresh: readonly NodeId[];
  readonly relation: string;
}

/** A finite number as SQL reads it back bit for bit. */
export function literal(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a number for SQL: ${value}`);
  const text = String(value);
  const float = /[.e]/.test(text) ? text : `${text}.`;
  return value < 0 ? `(${float})` : float;
}
