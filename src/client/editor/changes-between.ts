import type { ChangeSpec } from "@codemirror/state";

/** The one change between two texts, at its shortest. */
function oneChange(before: string, after: string, offset: number): ChangeSpec {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: offset + start, to: offset + before.length - end, insert: after.slice(start, after.length - end) };
}

/**
 * The changes between two texts, line by line where as many lines are others as were, so that the caret keeps its place in
 * all that stays: a renamed column changes many lines a little.
 */
export function changesBetween(before: string, after: string): readonly ChangeSpec[] {
  if (before === after) return [];
  const [old, next] = [before.split("\n"), after.split("\n")];
  if (old.length !== next.length) return [oneChange(before, after, 0)];
  const changes: ChangeSpec[] = [];
  let offset = 0;
  for (const [index, line] of old.entries()) {
    const now = next[index] ?? "";
    if (line !== now) changes.push(oneChange(line, now, offset));
    offset += line.length + 1;
  }
  return changes;
}
