import type { DataPoint } from "../../formula/index.ts";
import type { ValueType } from "../../vocabulary/index.ts";
import type { ColumnTrees } from "../plan/lower.ts";
import type { Answer } from "./explanation.ts";
import type { History } from "./history.ts";
import type { QueryIndex } from "./parts.ts";

/** What an explanation of a null is made from. */
export interface NullContext {
  readonly history: History;
  /** Other securities by the symbol that they have on the row's day; null for one that nobody has. */
  readonly others: ReadonlyMap<string, History | null>;
  /** The row's session. */
  readonly session: number;
  readonly columns: ColumnTrees;
  value(query: QueryIndex): Answer;
  type(query: QueryIndex): ValueType;
}

/** A data point of another security as one of its own; null where nobody has the symbol. */
export function asOwn(
  { ofSymbol: symbol, ...point }: DataPoint,
  context: NullContext,
): { readonly point: DataPoint; readonly context: NullContext } | null {
  if (symbol === undefined) return { point, context };
  const history = context.others.get(symbol) ?? null;
  return history && { point, context: { ...context, history } };
}
