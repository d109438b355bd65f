import type { Fix } from "../../src/formula/index.ts";

/** The text after a fix. */
export const applied = (text: string, { edits }: Fix): string =>
  edits.toReversed().reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
