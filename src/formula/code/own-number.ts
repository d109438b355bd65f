import type { Cst } from "./cst.ts";
import type { OwnPlace, OwnPoint } from "./own-point.ts";
import { readParts } from "./point-parts.ts";
import type { Reading } from "./reading.ts";

/** Whether brackets hold a number of the account's own. */
export const isOwnPoint = (reading: Reading, cst: Cst): boolean => /^\[\s*mine\b/i.test(reading.text(cst));

/** `[mine sentiment -1]`; null after a report. */
export function readOwnPoint(
  reading: Reading,
  cst: Cst,
): { readonly point: OwnPoint; readonly place: OwnPlace } | null {
  if (cst.kids.some(({ error }) => error)) return null;
  const parts = readParts(reading, cst);
  if (parts === null) return null;
  const inside = { from: cst.from, to: cst.to };
  const [head, name, ...others] = parts.names;
  if (head === undefined || name === undefined) {
    reading.report("own-name", inside, { example: "[mine sentiment]" });
    return null;
  }
  const extra = others[0] ?? name.params ?? parts.times ?? parts.at ?? parts.timeframe ?? parts.basis ?? parts.ofSymbol;
  if (extra !== null && extra !== undefined) {
    reading.report("misplaced", extra, { found: reading.text(extra) }, [reading.remove(extra)]);
    return null;
  }
  const { days } = parts;
  if (days !== null && !days.single) {
    reading.report("misplaced", days, { found: reading.text(days) }, [reading.remove(days)]);
    return null;
  }
  return {
    point: { group: "mine", field: name.text.toLowerCase(), day: days?.range.from ?? 0 },
    place: { whole: reading.span(cst), name, day: days },
  };
}
