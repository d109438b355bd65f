import type { Diagnostic, Fix } from "../diagnostic.ts";
import type { Node } from "../tree.ts";

interface ReadResult {
  /** Null where a diagnostic is an error. */
  readonly tree: Node | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Characters that are read again to try fixes: enough for all fixes of a formula of usual length. */
const MAX_TRIED_CHARACTERS = 8_000;

const withFix = (text: string, { edits }: Fix): string =>
  edits.toReversed().reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);

/**
 * Leaves out fixes that would not remove their mistake, or would make the formula worse: a suggestion looks at a word and
 * its neighbours only. For long texts with many mistakes only the first fixes are tried.
 */
export function workingFixes(
  text: string,
  found: ReadResult,
  read: (text: string) => ReadResult,
): readonly Diagnostic[] {
  let left = MAX_TRIED_CHARACTERS;
  const holds = (code: string, fix: Fix): boolean => {
    left -= text.length;
    if (left < 0) return true;
    const fixed = read(withFix(text, fix));
    const same = (each: Diagnostic): boolean => each.code === code;
    if (fixed.diagnostics.filter(same).length >= found.diagnostics.filter(same).length) return false;
    return found.tree === null || fixed.tree !== null;
  };
  return found.diagnostics.map(({ fixes, ...rest }) => {
    const held = fixes?.filter((fix) => holds(rest.code, fix));
    return held === undefined || held.length === 0 ? rest : { ...rest, fixes: held };
  });
}
