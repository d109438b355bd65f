import {
  ARITHMETIC_WORDS,
  clock,
  COMPARE_WORDS,
  CROSSING_WORDS,
  FUNCTION_WORDS,
  LOGICAL_WORDS,
  MEMBERSHIP_WORDS,
} from "../vocabulary/index.ts";
import type { Indicator, Minute } from "../vocabulary/index.ts";
import { rangeText } from "./code/literal-text.ts";
import { printCode } from "./code/print-code.ts";
import type { Day, DayRange, Node } from "./tree.ts";
import { dayWords, rangeWords } from "./words/point-words.ts";
import { indicatorName, wordOf } from "./words/phrases.ts";
import { printWords } from "./words/print-words.ts";

export type NotationName = "code" | "words";

/** How a notation writes what messages and fixes have to show. */
export interface Notation {
  readonly name: NotationName;
  readonly print: (tree: Node) => string;
  /** An operator or function of a range, as code names it: `&`, `>=`, `max`. */
  readonly sign: (code: string) => string;
  /** The opposite of a condition's text. */
  readonly not: (condition: string) => string;
  /** Whether a value is one of several, as texts. */
  readonly oneOf: (value: string, list: readonly string[]) => string;
  readonly day: (day: Day) => string;
  readonly range: (days: DayRange) => string;
  readonly time: (minute: Minute) => string;
  readonly date: (date: string) => string;
  /** What messages call an indicator. */
  readonly indicator: (entry: Indicator) => string;
}

const SIGN_WORDS: ReadonlyMap<string, string> = new Map(
  [
    ...COMPARE_WORDS,
    ...LOGICAL_WORDS,
    ...ARITHMETIC_WORDS,
    ...MEMBERSHIP_WORDS,
    ...CROSSING_WORDS,
    ...FUNCTION_WORDS,
  ].map(({ code, canonical }) => [code, canonical]),
);

export const NOTATIONS: Readonly<Record<NotationName, Notation>> = {
  code: {
    name: "code",
    print: printCode,
    sign: (code) => code,
    not: (condition) => `!${condition}`,
    oneOf: (value, list) => `in(${[value, ...list].join(", ")})`,
    day: String,
    range: rangeText,
    time: (minute) => `'${clock(minute)}'`,
    date: (date) => `'${date}'`,
    indicator: ({ code }) => code,
  },
  words: {
    name: "words",
    print: printWords,
    sign: (code) => SIGN_WORDS.get(code) ?? code,
    not: (condition) => `${wordOf(LOGICAL_WORDS, "!")} ${condition}`,
    oneOf: (value, list) => `${value} ${wordOf(MEMBERSHIP_WORDS, "in")} (${list.join(", ")})`,
    day: dayWords,
    range: rangeWords,
    time: clock,
    date: (date) => date,
    indicator: indicatorName,
  },
};
