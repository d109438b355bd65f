import { parseCode } from "../formula/index.ts";
import type { DataPoint, Node } from "../formula/index.ts";
import { FIELDS } from "../vocabulary/index.ts";
import type { ValueType } from "../vocabulary/index.ts";

/** Of a node that comes from no text. */
export const SPAN = { from: 0, to: 0 } as const;

/** A node of a data point that comes from no text. */
export const dataNode = (point: DataPoint): Node => ({ ...SPAN, kind: "data", point });

/** What a card's value is: of a data point, a list of one's own, or a number among others. */
export const typeOf = (node: Node): ValueType =>
  node.kind === "data"
    ? typeOfPoint(node.point)
    : node.kind === "call" && node.name === "in_list"
      ? "boolean"
      : "number";

/** What the value of a data point is; a statement item is a number. */
export function typeOfPoint(point: DataPoint): ValueType {
  switch (point.group) {
    case "event":
      return "boolean";
    case "indicator":
    case "period-indicator":
    case "earnings":
      return "number";
    case "daily":
    case "daily-range":
    case "daily-at":
      return fieldType("daily", point.field);
    case "intraday":
    case "intraday-at":
    case "intraday-at-time":
      return fieldType("intraday", point.field);
    case "weekly":
    case "monthly":
    case "identity":
    case "fundamental":
    case "ownership":
      return fieldType(point.group, point.field);
  }
  return point satisfies never;
}

const fieldType = (group: string, name: string): ValueType =>
  FIELDS.find((field) => field.group === group && field.name === name)?.type ?? "number";

/** The number that a value names by its data point, as `[indicator sma(50)]`; null where it names none. */
export function comparedPoint(given: unknown): Node | null {
  if (typeof given !== "string" || !given.trimStart().startsWith("[")) return null;
  const { tree, diagnostics } = parseCode(given);
  if (tree?.kind !== "data" || typeOf(tree) !== "number") return null;
  return diagnostics.some(({ severity }) => severity === "error") ? null : dataNode(tree.point);
}
