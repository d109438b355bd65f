import { NUMBER_PHRASES, parseCode, PHRASES, printWords } from "../formula/index.ts";
import type { Phrase } from "../formula/index.ts";
import { code, heading, list, mark, table, text } from "./page.ts";
import type { Block, Page } from "./page.ts";

const EXAMPLES: readonly string[] = [
  "[daily close -1 adj]",
  "[daily close -1 adjdiv]",
  "[daily max high -10 .. -1]",
  "[daily avg volume -19 .. 0]",
  "[daily close at max volume -10 .. -1]",
  "[intraday max high '04:00' .. '09:29']",
  "[intraday close at '10:00' -1]",
  "[intraday open at max high '09:30' .. '15:59']",
  "[indicator ema(20) close -1]",
  "[indicator ema(200) close 5min at '10:00']",
  "[indicator bbands.upper(20, 2) close adj]",
  "[fundamental news '04:00' .. '09:29']",
  "![fundamental news]",
  '[identity exchange] = "NYSE"',
  'in([identity exchange], "NYSE", "NASDAQ")',
  "between([daily close], 5, 20)",
  "[daily close adj] / [daily close -1 adj] > 1.05 & {gap} > 5",
  "count([daily close] > [daily open], -4 .. 0) >= 3",
  "[earnings total-revenue-1q]",
];

type Kind = Phrase["means"]["kind"];

const KINDS: readonly (readonly [title: string, kinds: readonly Kind[]])[] = [
  ["Comparing", ["compare", "membership", "cross"]],
  ["Joining and computing", ["logical", "arithmetic", "multiple"]],
  ["Behind a number", ["magnitude", "percent", "dollars"]],
  ["Columns", ["column"]],
  ["Days", ["day", "day-of"]],
  ["Functions and basis", ["function", "basis", "extreme"]],
  ["Sessions", ["session"]],
  ["Events", ["event", "event-field"]],
  ["Fields", ["field"]],
  ["Functions by name", ["call"]],
  ["Small words", ["joining"]],
];

/** The wordings of some kinds: the canonical form, accepted forms, and forms that are understood and rewritten. */
function wordings(kinds: readonly Kind[]): Block {
  const rows = new Map<
    string,
    { readonly row: Phrase; readonly accepted: Set<string>; readonly refused: Set<string> }
  >();
  for (const phrase of PHRASES) {
    if (!kinds.includes(phrase.means.kind)) continue;
    const key = `${phrase.means.kind} ${phrase.canonical} ${phrase.code}`;
    const found = rows.get(key) ?? { row: phrase, accepted: new Set<string>(), refused: new Set<string>() };
    if (phrase.text !== phrase.canonical.toLowerCase())
      (phrase.refused ? found.refused : found.accepted).add(phrase.text);
    rows.set(key, found);
  }
  const rewritten = [...rows.values()].some(({ refused }) => refused.size > 0);
  return table(
    ["canonical", "code", "also accepted", ...(rewritten ? ["understood, with a fix"] : [])],
    [...rows.values()].map(({ row, accepted, refused }) => [
      row.canonical,
      mark(row.code),
      [...accepted].join(", "),
      ...(rewritten ? [[...refused].join(", ")] : []),
    ]),
  );
}

const worded = (formula: string): string => {
  const { tree } = parseCode(formula);
  return tree === null ? "" : printWords(tree);
};

const NUMBERED = [
  ["a day", NUMBER_PHRASES.DAY],
  ["a range of days", NUMBER_PHRASES.LAST_DAYS],
  ["how many days, in front", NUMBER_PHRASES.DAY_COUNT],
  ["bars of an indicator", NUMBER_PHRASES.BAR_SIZE],
  ["bars, in front", NUMBER_PHRASES.MINUTE_COUNT],
  ["a statement item", NUMBER_PHRASES.STATEMENT],
] as const;

export const wordsPage: Page = {
  name: "words",
  title: "Words",
  summary:
    "The same formulas as an analyst would say them. Every formula has one canonical wording; common variants are read.",
  blocks: [
    table(
      ["words", "code"],
      EXAMPLES.map((formula) => [worded(formula), mark(formula)]),
    ),
    list(
      "Operators are placed as in code, and their signs are read too.",
      "Functions are written as in code, with words inside.",
      "The basis comes first: adjusted highest high from 10 days ago to 1 day ago.",
      "Text is written in double quotes in the canonical form; the known values of a field may go without.",
      "What is left in square brackets is a placeholder still to be filled in.",
    ),
    heading("Phrases with a number"),
    table(
      ["for", "canonical", "also accepted"],
      NUMBERED.map(([meaning, { canonical, accepted }]) => [meaning, canonical, accepted.join(", ")]),
    ),
    ...KINDS.flatMap(([title, kinds]) => [heading(title), wordings(kinds)]),
    text(
      "Names of indicators are read in capitals, by their aliases and by their titles: EMA(20) of close, exponential moving average(20) of close. Statement items are read with hyphens or blanks.",
    ),
    heading("In code"),
    code(...EXAMPLES),
  ],
};
