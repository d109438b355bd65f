import type { StatusAnswer } from "../../contract/index.ts";
import type { ColumnCondition } from "../../formula/index.ts";

type Column = StatusAnswer["columns"][number];

/** The columns that can tell what a row was worth, with their places. */
export const outcomesOf = (columns: readonly Column[]): readonly { readonly place: number; readonly name: string }[] =>
  columns.flatMap(({ name, type, outcome }, place) => (type === "number" && outcome ? [{ place, name }] : []));

/** What the values of a part have to meet: the first and the last part have one end. */
export function conditionOfBar(
  { from, to }: { readonly from: number; readonly to: number },
  place: "first" | "between" | "last",
): ColumnCondition {
  if (place === "first") return { kind: "compare", op: "<=", value: to };
  if (place === "last") return { kind: "compare", op: ">=", value: from };
  return { kind: "between", low: from, high: to };
}
