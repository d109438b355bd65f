import type { ValueType } from "../vocabulary/index.ts";
import { LIMITS } from "../vocabulary/index.ts";
import { check } from "./check/check.ts";
import { columnKey } from "./check/env.ts";
import { parseCode } from "./code/read-code.ts";
import { printCode } from "./code/print-code.ts";
import { conditionTree, outcomeRefused } from "./column-condition.ts";
import type { ColumnCondition } from "./column-condition.ts";
import type { Node } from "./tree.ts";
import { mapTree } from "./walk.ts";

/** A column of a result: `code` is its canonical formula, empty for Symbol and Date. */
interface ResultColumn {
  readonly name: string;
  readonly type: ValueType;
  readonly code: string;
  readonly outcome: boolean;
}

type FilterOfColumn = { readonly ok: true; readonly code: string } | { readonly ok: false; readonly message: string };

/** Formulas of the columns that a result begins with. */
const FIRST_COLUMNS: readonly string[] = ["[identity symbol]", "[daily date]"];
/** Columns that refer to columns, one inside the other. */
const MAX_DEPTH = 20;

const codeOf = ({ code }: ResultColumn, place: number): string => (code === "" ? (FIRST_COLUMNS[place] ?? "") : code);

/** The tree of a column without references to others: a filter may not name them. */
function ownTree(columns: readonly ResultColumn[], place: number, depth = 0): Node | null {
  const column = columns[place];
  const { tree } = column === undefined ? { tree: null } : parseCode(codeOf(column, place));
  if (tree === null || depth > MAX_DEPTH) return null;
  return mapTree(tree, (node) => {
    if (node.kind !== "column") return node;
    const at = columns.findIndex(({ name }) => columnKey(name) === columnKey(node.name));
    return (at < 0 ? null : ownTree(columns, at, depth + 1)) ?? node;
  });
}

/**
 * A condition on a column of a result as a filter of its request: the column's own formula with the condition, as code.
 * What is known only afterwards is refused, since its rows would be picked with hindsight.
 */
export function filterOfColumn(
  columns: readonly ResultColumn[],
  place: number,
  condition: ColumnCondition,
): FilterOfColumn {
  const column = columns[place];
  if (column === undefined) return { ok: false, message: "The result has no such column." };
  const { name, type } = column;
  if (column.outcome) return { ok: false, message: outcomeRefused(name) };
  const tree = ownTree(columns, place);
  if (tree === null) return { ok: false, message: `The formula of ${name} cannot be read as a filter.` };
  const filter = conditionTree(tree, condition, type);
  const code = printCode(filter);
  if (code.length > LIMITS.formulaCharacters)
    return { ok: false, message: `With the formulas it refers to, ${name} is too long for a filter.` };
  const error = check(filter, { use: "filter", columns: new Map() }).diagnostics.find(
    ({ severity }) => severity === "error",
  );
  return error === undefined ? { ok: true, code } : { ok: false, message: error.message };
}
