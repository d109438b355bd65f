import { BUILT_IN_COLUMNS } from "../../vocabulary/index.ts";
import { columnText } from "../code/literal-text.ts";
import { foldedNames, hint, nearestFolded } from "../code/nearest.ts";
import type { FoldedName } from "../code/nearest.ts";
import { replace } from "../diagnostic.ts";
import type { Node } from "../tree.ts";
import { walk } from "../walk.ts";
import type { Check } from "./checking.ts";
import { columnKey } from "./env.ts";
import type { CheckEnv } from "./env.ts";
import { columnTree, isBuiltIn } from "./facts.ts";

/** Columns exist, may be used here, and do not refer to themselves. */
export const checkColumns: Check = ({ nodes, env, report }) => {
  const reaches = new Cycles(env);
  const near = nearestColumn(env);
  for (const node of nodes) {
    if (node.kind !== "column") continue;
    const key = columnKey(node.name);
    const found = columnText(node.name);
    const tree = columnTree(key, env);
    if (tree === undefined) {
      const refused = env.use === "filter" && env.columns.has(key);
      const meant = refused ? null : near(node.name);
      const right = meant === null ? null : columnText(meant);
      const why = refused ? " A filter can only use the built-in columns." : hint(right);
      report("unknown-column", node, { found, hint: why }, [
        right === null ? null : replace(`Write ${right}`, node, right),
      ]);
      continue;
    }
    const cycle = reaches.from(key);
    if (cycle !== null) report("column-cycle", node, { path: cycle.map((name) => `{${name}}`).join(" → ") });
    else if (isBuiltIn(key) && env.use === "column" && env.columns.has(key))
      report("shadows-built-in", node, { found });
  }
};

/** Names that are looked through for the one that was meant, all unknown columns of a formula together. */
const LOOKED_THROUGH = 50_000;

function nearestColumn(env: CheckEnv): (name: string) => string | null {
  let names: readonly FoldedName[] | null = null;
  let left = LOOKED_THROUGH;
  return (name) => {
    if (left <= 0) return null;
    names ??= foldedNames([
      ...(env.use === "column" ? [...env.columns.values()].slice(0, LOOKED_THROUGH).map((column) => column.name) : []),
      ...BUILT_IN_COLUMNS.map((column) => column.name),
    ]);
    left -= names.length;
    return nearestFolded(name, names);
  };
}

/** Finds the way from a column back to itself, depth first, each column once. */
class Cycles {
  readonly #env: CheckEnv;
  readonly #clear = new Set<string>();

  constructor(env: CheckEnv) {
    this.#env = env;
  }

  /** The names on the way, the first one again at the end; null where there is no cycle. */
  from(start: string): readonly string[] | null {
    const path: { readonly key: string; readonly next: string[] }[] = [];
    const enter = (key: string): void => void path.push({ key, next: namesIn(columnTree(key, this.#env)) });
    if (this.#clear.has(start)) return null;
    enter(start);
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const key = at.next.pop();
      if (key === undefined) {
        this.#clear.add(at.key);
        path.pop();
        continue;
      }
      const again = path.findIndex((step) => step.key === key);
      if (again !== -1) return [...path.slice(again).map((step) => step.key), key];
      if (!this.#clear.has(key)) enter(key);
    }
    return null;
  }
}

const namesIn = (tree: Node | null | undefined): string[] =>
  tree ? [...walk(tree)].flatMap((node) => (node.kind === "column" ? [columnKey(node.name)] : [])) : [];
