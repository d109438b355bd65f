import { BUILT_IN_COLUMNS } from "../../vocabulary/index.ts";
import { parseCode } from "../code/read-code.ts";
import type { Node } from "../tree.ts";
import { walk } from "../walk.ts";
import { columnKey } from "./env.ts";
import type { CheckEnv } from "./env.ts";

const builtIn = new Map(BUILT_IN_COLUMNS.map(({ name, code }) => [name, parseCode(code).tree]));
export const isBuiltIn = (key: string): boolean => builtIn.has(key);

/** The tree of a column, the request's own before the built-in one; undefined where there is none, null where it has a mistake. */
export function columnTree(key: string, env: CheckEnv): Node | null | undefined {
  const own = env.use === "column" ? env.columns.get(key) : undefined;
  return own ? own.tree : builtIn.get(key);
}

/** A cycle of references from a column back to itself. */
export interface Cycle {
  /** Each column of the cycle once, in the order of the references. */
  readonly keys: readonly string[];
  /** Where in it the column stands, or the first one of it that the column comes to. */
  readonly start: number;
}

/**
 * The columns of an environment in the order of their references. Depth first, with each name visited once for all
 * formulas that are checked with these columns.
 */
export class ColumnOrder {
  readonly #env: CheckEnv;
  /** The cycle of each visited column, or null. */
  readonly #cycles = new Map<string, Cycle | null>();
  /** Names in each column's formula that are not known to be without a cycle. */
  readonly #names = new Map<string, string[]>();
  readonly #settled: string[] = [];

  constructor(env: CheckEnv) {
    this.#env = env;
  }

  /** Columns without a cycle, each after those it refers to; grows with the visited columns. */
  get settled(): readonly string[] {
    return this.#settled;
  }

  cycle(start: string): Cycle | null {
    const path: string[] = [];
    const places = new Map<string, number>();
    const enter = (key: string): void => {
      places.set(key, path.length);
      path.push(key);
    };
    if (!this.#cycles.has(start)) enter(start);
    for (let key = path.at(-1); key !== undefined; key = path.at(-1)) {
      const names = this.#namesOf(key);
      const next = names.at(-1);
      if (next === undefined) {
        this.#cycles.set(key, null);
        this.#settled.push(key);
        places.delete(key);
        path.pop();
        continue;
      }
      const known = this.#cycles.get(next);
      const again = places.get(next);
      if (known === null) names.pop();
      else if (known !== undefined) this.#close(path, known);
      else if (again === undefined) enter(next);
      else this.#close(path, { keys: path.slice(again), start: 0 }, again);
    }
    return this.#cycles.get(start) ?? null;
  }

  /** Every column on the path leads to the cycle; those from `own` on are the cycle. */
  #close(path: string[], { keys, start }: Cycle, own = path.length): void {
    for (const [at, key] of path.entries()) this.#cycles.set(key, { keys, start: at < own ? start : at - own });
    path.length = 0;
  }

  #namesOf(key: string): string[] {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const tree = columnTree(key, this.#env);
    const names = tree ? [...walk(tree)].flatMap((node) => (node.kind === "column" ? [columnKey(node.name)] : [])) : [];
    this.#names.set(key, names);
    return names;
  }
}
