import type { NotationName } from "../notation.ts";
import { nodeOf } from "./place.ts";

/** A stretch of what is put in that is an example to type over. */
export interface Slot {
  readonly from: number;
  readonly to: number;
}

/** Numbers in parentheses and the source behind them, bars, times, both ends of a range of days, levels of a trade. */
const CODE =
  /(?<=(?:stop|target|trail) )[\d.]+|(?<=until close )\d+|(?<=[(,] ?)[\d.]+(?=[,)])|(?<=\) )[\p{L}_]+|\d+min|(?<=')\d\d:\d\d(?=')|(?<=^|\s)-?\d+(?= \.\. )|(?<= \.\. )-?\d+/gu;
/** The same in words; ends of a range of days only, as `1 day ago` alone is a choice. */
const WORDS =
  /(?<=(?:stop|target|trail) )[\d.]+|(?<=until close )\d+|(?<=[(,] ?)[\d.]+(?=[,)])|(?<=\) of )[\p{L}_]+|(?<=on )\d+(?= minute)|\d\d:\d\d|(?<=from )\d+ days? (?:ago|later)|(?<=to )\d+ days? (?:ago|later)|(?<=last )\d+/gu;

/** The examples in something that is put in: the arguments of a call, the numbers of anything else. */
export function slotsOf(insert: string, notation: NotationName, lead = ""): readonly Slot[] {
  const node = nodeOf(insert, notation);
  if (node?.kind === "call") return node.args.map(({ from, to }) => ({ from, to }));
  return [...(lead + insert).matchAll(notation === "words" ? WORDS : CODE)].flatMap(({ 0: text, index }) => {
    const from = index - lead.length;
    return from < 0 ? [] : [{ from, to: from + text.length }];
  });
}
