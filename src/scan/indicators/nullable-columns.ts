import { Graph, type Frame, type NodeId, PAST } from "./graph.ts";

/**
 * A graph of columns that knows where each is null. Every scalar is null where one of its parts is, so each node also
 * knows its *origins*: the nodes whose nulls are exactly its own. Counting values counts origins, and one count serves
 * the gains and the losses of RSI.
 */
export class NullableColumns {
  readonly graph = new Graph();
  readonly #origins = new Map<NodeId, readonly NodeId[]>();

  /** Number of the bar within its security, from 1. */
  bars(): NodeId {
    return this.graph.window("count()", PAST, []);
  }

  constant(value: number): NodeId {
    const id = this.graph.constant(value);
    this.#origins.set(id, []);
    return id;
  }

  name(id: NodeId): string {
    return this.graph.name(id);
  }

  scalar(sql: string, parts: readonly NodeId[], origins?: readonly NodeId[]): NodeId {
    const id = this.graph.scalar(sql, parts);
    if (origins) this.#origins.set(id, origins);
    return id;
  }

  /** Origins of a scalar that is null exactly where one of these is. */
  union(ids: readonly NodeId[]): readonly NodeId[] {
    return [...new Set(ids.flatMap((id) => this.originsOf(id)))].sort((a, b) => a - b);
  }

  originsOf(id: NodeId): readonly NodeId[] {
    return this.#origins.get(id) ?? [id];
  }

  /** How many bars of the frame have a value of each part. */
  count(parts: readonly NodeId[], frame: Frame): NodeId {
    const origins = this.union(parts);
    if (origins.length === 0) return this.graph.window("count()", frame, []);
    const present = origins.map((origin) => `isNotNull(${this.name(origin)})`).join(" AND ");
    return this.graph.window(`countIf(${present})`, frame, origins);
  }

  /** `sql` where all `n` bars of the frame have a value, else null. */
  whole(count: NodeId, n: number, sql: string, parts: readonly NodeId[]): NodeId {
    return this.scalar(`if(${this.name(count)} = ${n}, ${sql}, NULL)`, [count, ...parts]);
  }

  /** An aggregate over the last `n` bars, null unless all of them have a value of each part. */
  aggregate(sql: string, n: number, parts: readonly NodeId[]): NodeId {
    const frame: Frame = { rows: "last", n };
    const window = this.graph.window(sql, frame, parts);
    return this.whole(this.count(parts, frame), n, this.name(window), [window]);
  }
}
