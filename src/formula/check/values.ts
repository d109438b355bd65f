import { FIELD_VALUES, listedValue, textKey } from "../../vocabulary/index.ts";
import { textLiteral } from "../code/literal-text.ts";
import { hint, nearest } from "../code/nearest.ts";
import { fieldOf } from "../code/catalogue.ts";
import { replace } from "../diagnostic.ts";
import { isNode, type Node } from "../tree.ts";
import type { Check, Checking } from "./checking.ts";

/** A text that is compared with an identity or fundamental field must be one of its values. */
export const checkValues: Check = (checking) => {
  for (const node of checking.nodes) {
    if (node.kind === "compare") {
      checkPair(checking, node.left, node.right);
      checkPair(checking, node.right, node.left);
    } else if (node.kind === "call" && node.name === "in") {
      const [field, ...values] = node.args;
      for (const value of values) {
        if (isNode(field) && isNode(value)) checkPair(checking, field, value);
      }
    }
  }
};

/** Values of a text field, or undefined where any text is possible. */
export function valuesOf(field: string, env: Checking["env"]): readonly string[] | undefined {
  return env.values?.get(field) ?? FIELD_VALUES[field];
}

/** The one value that begins so; null where several do, or none. */
function onlyBeginning(found: string, values: readonly string[]): string | null {
  const key = textKey(found);
  const [only = null, ...others] = key.length < 3 ? [] : values.filter((value) => textKey(value).startsWith(key));
  return others.length === 0 ? only : null;
}

function checkPair({ env, report }: Checking, data: Node, value: Node): void {
  if (data.kind !== "data" || value.kind !== "text") return;
  const { point } = data;
  if (point.group !== "identity" && point.group !== "fundamental") return;
  const values = valuesOf(point.field, env);
  if (!values || values.some((known) => textKey(known) === textKey(value.value))) return;
  const listed = env.values?.has(point.field) ? null : listedValue(point.field, value.value);
  const near = listed?.value ?? nearest(value.value, values) ?? onlyBeginning(value.value, values);
  const right = near === null ? null : textLiteral(near);
  const field = fieldOf(point.group, point.field)?.label ?? point.field;
  const fixes = [right === null ? null : replace(`Write ${right}`, value, right)];
  report("unknown-value", value, { field, found: value.value, hint: hint(near) }, fixes);
}
