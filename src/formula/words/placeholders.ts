import type { Cst } from "../code/cst.ts";
import { readCode } from "../code/read-code.ts";
import type { Reading } from "../code/reading.ts";

/**
 * A square bracket in words holds a place that nobody has filled: the formula is not complete. One that
 * reads as a data point of the code notation gets its words as the fix.
 */
export function readPlaceholder(reading: Reading, cst: Cst): void {
  const found = reading.text(cst);
  const { tree, whole } = readCode(found);
  if (tree === null || !whole) {
    reading.report("placeholder", cst, { found });
    return;
  }
  const right = reading.notation.print(tree);
  reading.report("code-in-words", cst, { found, right }, [reading.fix(right, cst)]);
}
