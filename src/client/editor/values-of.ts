import { columnKey, columnsByKey, printCode, referencedColumns, walk } from "../../formula/index.ts";
import type { KnownColumn, Node } from "../../formula/index.ts";
import type { ExplainedPart, ValuesAnswer } from "../../contract/index.ts";
import { showValue } from "../ui/values.ts";

/** The columns a formula needs, as the questions of the server want them: the built-in ones it knows. */
export function columnsOf(tree: Node, columns: readonly KnownColumn[]): { name: string; formula: string }[] {
  const trees = new Map(
    [...columnsByKey(columns).values()].flatMap(({ name, tree: of }) => (of ? [[columnKey(name), of] as const] : [])),
  );
  const needed = referencedColumns(tree, trees);
  return columns.flatMap(({ name, tree: of }) =>
    of !== null && needed.has(columnKey(name)) ? [{ name, formula: printCode(of) }] : [],
  );
}

export interface PointValue {
  /** Where the data point or column ends in the text. */
  readonly to: number;
  readonly text: string;
  /** Why it is null. */
  readonly reason: string | null;
}

const shown = ({ value, type }: ExplainedPart, unit: string | null): string =>
  value === null ? "null" : showValue(value, { name: "", type, unit });

/** Parts of today's row by their code; what other days of it were is another matter. */
function partsByCode(root: ExplainedPart): ReadonlyMap<string, ExplainedPart> {
  const found = new Map<string, ExplainedPart>();
  const open = [root];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.day === 0 && !found.has(part.code)) found.set(part.code, part);
    open.push(...part.parts);
  }
  return found;
}

/** The value of every data point and column of a tree, in the order of the text, and that of the whole. */
export function pointValues(
  tree: Node,
  { root, unit }: ValuesAnswer["formulas"][number],
): { readonly points: readonly PointValue[]; readonly whole: string } {
  const parts = partsByCode(root);
  const points = [...walk(tree)].flatMap((node): PointValue[] => {
    if (node.kind !== "data" && node.kind !== "column") return [];
    const part = parts.get(printCode({ ...node, comments: [] }));
    return part === undefined
      ? []
      : [{ to: node.to, text: shown(part, null), reason: part.value === null ? (part.reason?.text ?? null) : null }];
  });
  return { points, whole: shown(root, unit) };
}
