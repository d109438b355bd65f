import { parameterKey } from "./parameters.ts";
import type { Argument, Node } from "./tree.ts";

const PLACES = new Set(["comments", "commentsAfter"]);

/** Whether two trees say the same: positions and comments aside. */
export function sameTree(a: Node | Argument, b: Node | Argument): boolean {
  return same(a, b, true);
}

/** `from` and `to` are positions on a node and days in a range: only a node has a `kind`. */
function same(a: unknown, b: unknown, isNode: boolean): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const node = isNode && "kind" in a;
  // A parameter is the same one at whatever value.
  if (node && "parameter" in a && "parameter" in b)
    return parameterKey(String(a.parameter)) === parameterKey(String(b.parameter));
  const keep = ([key]: [string, unknown]): boolean => !(node && (key === "from" || key === "to")) && !PLACES.has(key);
  const left: [string, unknown][] = Object.entries(a).filter(keep);
  const right = new Map<string, unknown>(Object.entries(b).filter(keep));
  return (
    left.length === right.size && left.every(([key, value]) => right.has(key) && same(value, right.get(key), true))
  );
}
