import type { ChangeDesc } from "@codemirror/state";
import type { Finding } from "../../contract/index.ts";
import type { Diagnostic } from "../../formula/index.ts";

/** Findings after an edit: those it touched are gone, as are fixes that would write into what it touched. */
export function moved<Found extends Finding | Diagnostic>(
  findings: readonly Found[],
  changes: ChangeDesc,
): readonly Found[] {
  const at = ({ from, to }: { readonly from: number; readonly to: number }) =>
    from === to
      ? { from: changes.mapPos(from, 1), to: changes.mapPos(from, 1) }
      : { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) };
  const untouched = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
    !changes.touchesRange(from, to);
  return findings.filter(untouched).map((found) => {
    const next = { ...found, ...at(found) };
    if (found.fixes === undefined) return next;
    const fixes = found.fixes
      .filter(({ edits }) => edits.every(untouched))
      .map((fix) => ({ ...fix, edits: fix.edits.map((edit) => ({ ...edit, ...at(edit) })) }));
    return { ...next, fixes };
  });
}
