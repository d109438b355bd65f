import type { Edit, Fix } from "../../formula/index.ts";
import type { ReadOptions } from "../read-request.ts";
import { checkText } from "./check-text.ts";
import type { TextFinding } from "./finding.ts";
import { readText } from "./read-text.ts";
import { withEdits } from "./turn-text.ts";

/** A mistake and what is done about it. */
export interface FixKind {
  readonly code: string;
  readonly label: string;
}

const fixOf = ({ code, fixes = [] }: TextFinding, kind: FixKind): Fix | undefined =>
  code === kind.code ? fixes.find(({ label }) => label === kind.label) : undefined;

/** How many findings one kind of fix answers. */
export const countOfKind = (findings: readonly TextFinding[], kind: FixKind): number =>
  findings.filter((found) => fixOf(found, kind) !== undefined).length;

/**
 * A text in which every finding of a kind was answered by its fix, one after the other, each as it is offered once those
 * before it are done: names that are made up stay different.
 */
export function fixAll(given: string, kind: FixKind, options: ReadOptions = {}): string {
  let text = given;
  let checked = checkText(readText(text), options);
  for (let left = countOfKind(checked.findings, kind); left > 0;) {
    const fix = checked.findings.map((found) => fixOf(found, kind)).find((found) => found !== undefined);
    if (fix === undefined) break;
    text = withEdits(text, sorted(fix.edits));
    checked = checkText(readText(text), options);
    // A fix that leaves as many as before would go on for ever.
    const now = countOfKind(checked.findings, kind);
    if (now >= left) break;
    left = now;
  }
  return text;
}

const sorted = (edits: readonly Edit[]): readonly Edit[] => edits.toSorted((a, b) => a.from - b.from);
