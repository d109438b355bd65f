import { BUILT_IN_COLUMNS } from "../../vocabulary/index.ts";
import { columnText } from "../code/literal-text.ts";
import { foldedNames, hint, nearestFolded } from "../code/nearest.ts";
import type { FoldedName } from "../code/nearest.ts";
import { replace } from "../diagnostic.ts";
import type { Check } from "./checking.ts";
import { columnKey } from "./env.ts";
import type { CheckEnv } from "./env.ts";
import { columnTree, isBuiltIn } from "./known-columns.ts";
import type { Cycle } from "./known-columns.ts";

/** Columns exist, may be used here, and do not refer to themselves. */
export const checkColumns: Check = ({ nodes, env, cycle: cycleOf, report }) => {
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
    const cycle = cycleOf(key);
    if (cycle !== null) report("column-cycle", node, { path: pathText(cycle) });
    else if (isBuiltIn(key) && env.use === "column" && env.columns.has(key))
      report("shadows-built-in", node, { found });
  }
};

/** Names compared to find the nearest one, for all unknown columns of a formula together. */
const MAX_COMPARED_NAMES = 50_000;

function nearestColumn(env: CheckEnv): (name: string) => string | null {
  let names: readonly FoldedName[] | null = null;
  let left = MAX_COMPARED_NAMES;
  return (name) => {
    if (left <= 0) return null;
    names ??= foldedNames([
      ...(env.use === "column"
        ? [...env.columns.values()].slice(0, MAX_COMPARED_NAMES).map((column) => column.name)
        : []),
      ...BUILT_IN_COLUMNS.map((column) => column.name),
    ]);
    left -= names.length;
    return nearestFolded(name, names);
  };
}

/** Columns of a longer cycle that a message names. */
const MAX_NAMED_COLUMNS = 8;

/** The names of a cycle, the first one again at the end. */
function pathText({ keys, start }: Cycle): string {
  const at = (step: number): string => `{${keys[(start + step) % keys.length] ?? ""}}`;
  const steps = Array.from({ length: Math.min(keys.length, MAX_NAMED_COLUMNS) }, (_, step) => at(step));
  return [...steps, ...(keys.length > MAX_NAMED_COLUMNS ? ["…"] : []), at(0)].join(" → ");
}
