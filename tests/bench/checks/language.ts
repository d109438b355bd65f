import {
  columnsByKey,
  completionContext,
  completionOptions,
  diagnose,
  parseCode,
  parser,
  printWords,
  wordsParser,
} from "../../../src/formula/index.ts";
import type { CheckEnv, NotationName } from "../../../src/formula/index.ts";
import type { Plain } from "../report.ts";
import type { LoneCheck } from "./check.ts";

const CHARACTERS = 2_000;
/** What one keystroke's check may take at the median, in milliseconds (issue: the language complete). */
const ASKED = 8;
const KEYSTROKES = 450;
const GROUP = 15;
const WARM = 5;

/** Conditions of every kind that an analyst joins: ranges, windows, indicators, columns, calls, texts. */
const CONDITIONS: readonly string[] = [
  "[daily open adj] / [daily close -1 adj] > 1.04",
  "between([daily open], 5, 500)",
  "[daily volume adj] > 4 * [daily avg volume -20 .. -1 adj]",
  "( {gap} > 5 | [indicator rsi(14) close adj] < 30 )",
  "[intraday max high '04:00' .. '09:29' adj] > [daily max high -10 .. -1 adj]",
  'in([identity exchange], "NYSE", "NASDAQ")',
  "count([daily close adj] > [indicator sma(50) close adj], -9 .. 0) >= 7",
  "[indicator ema(200) close 5min at '10:00' -1 adj] < [intraday close at '10:00' -1 adj]",
  "crosses_above([daily close adj], [indicator bbands.upper(20, 2) close adj])",
  "!is_null([ownership float]) & [daily volume] / [ownership float] > 0.05",
  "[daily close at max volume -10 .. -1 adj] * ( 1 + 3 / 100 ) < [daily close adj]",
];

/** A formula of about so many characters in a notation, conditions in turn. */
function longFormula(characters: number, notation: NotationName): string {
  let code = CONDITIONS[0] ?? "";
  for (let at = 1; ; at++) {
    const tree = notation === "words" ? parseCode(code).tree : null;
    const text = tree === null ? code : printWords(tree);
    if (text.length >= characters) return text;
    code += ` & ${CONDITIONS[at % CONDITIONS.length] ?? ""}`;
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The text as it grows and changes under somebody's hands: every keystroke another text and another caret. */
function* keystrokes(text: string): Generator<{ readonly text: string; readonly caret: number }> {
  for (let stroke = 0; stroke < KEYSTROKES; stroke++) {
    // Carets all over the text; at each a letter of it is typed once more.
    const caret = Math.floor(((stroke * 0.618_034) % 1) * text.length);
    yield { text: text.slice(0, caret) + text.slice(caret - 1), caret: caret + 1 };
  }
}

/** Milliseconds this thread has computed: other work of the machine does not count. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function measured(text: string, work: (stroke: { readonly text: string; readonly caret: number }) => void): number {
  const strokes = [...keystrokes(text)];
  const times: number[] = [];
  // The kernel counts a thread's time in ticks of milliseconds: a group of keystrokes at once, and the median of the groups.
  for (let from = 0; from < strokes.length; from += GROUP) {
    const group = strokes.slice(from, from + GROUP);
    const started = cpu();
    for (const stroke of group) work(stroke);
    times.push((cpu() - started) / group.length);
  }
  // The first groups warm the machine up.
  return median(times.slice(WARM));
}

const columns = columnsByKey([{ name: "Gap in ATR", tree: parseCode("{gap} / [indicator natr(14) adj]").tree }]);
const env: CheckEnv = { columns, use: "filter" };

/** One notation: the check with the completion context, and the suggestions. */
function figures(notation: NotationName): readonly Plain[] {
  const formula = longFormula(CHARACTERS, notation);
  const [grammar, size] = [notation === "code" ? parser : wordsParser, `${formula.length} characters`];
  const bare = measured(formula, ({ text }) => void grammar.parse(text));
  const checked = measured(formula, ({ text, caret }) => {
    diagnose(text, env, notation);
    completionContext(text, caret, notation);
  });
  const offered = measured(formula, ({ text, caret }) => {
    completionOptions(completionContext(text, caret, notation), env);
  });
  const times = (value: number): string => `${(value / bare).toFixed(1)} times a bare parse of ${bare.toFixed(2)} ms`;
  const unit = "ms CPU";
  return [
    {
      question: `${notation}: check and completion context, ${size}`,
      value: checked,
      unit,
      atMost: ASKED,
      note: times(checked),
    },
    { question: `${notation}: suggestions, ${size}`, value: offered, unit, atMost: null, note: times(offered) },
  ];
}

/** What the editor does between a keystroke and the next frame, on a formula of 2,000 characters in each notation. */
export const language: LoneCheck = {
  name: "language",
  alone: () => ({ figures: [], plain: [...figures("code"), ...figures("words")] }),
};
