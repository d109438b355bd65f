import {
  check,
  columnsByKey,
  completionContext,
  completionOptions,
  parseAnswer,
  parseCode,
} from "../../../src/formula/index.ts";
import type { CheckEnv, NotationName } from "../../../src/formula/index.ts";
import { LONG, NOTATION_NAMES, REPEATED, repeated, repeatedAround } from "../../formula/repeated-tokens.ts";
import type { Plain } from "../report.ts";
import type { LoneCheck } from "./check.ts";

/** What twice the text may cost, and one text at most, in milliseconds. */
const RATIO = 2.5;
const MAX_MS = 150;
const RUNS = 5;
/** Below it the thread's clock says nothing about a ratio. */
const TELLING = 4;
/** A ratio above this is measured again, in turns: the clock counts in ticks, and one run may meet a pause. */
const DOUBTFUL = 2;
const AGAIN = 25;

/** Milliseconds this thread has computed: other work of the machine does not count. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Prepares the work of one token at a length. */
type Work = (token: string, characters: number) => () => void;

function once(work: () => void): number {
  const started = cpu();
  work();
  return cpu() - started;
}

/** The least of several runs: what else the machine does only ever adds. */
const cost = (work: () => void): number => Math.min(...Array.from({ length: RUNS }, () => once(work)));

/** All runs of both in turns, summed up. */
function ratio(half: () => void, whole: () => void): number {
  let [one, other] = [0, 0];
  for (let run = 0; run < AGAIN; run++) {
    one += once(half);
    other += once(whole);
  }
  return other / one;
}

function figures(what: string, work: Work, tokens: readonly string[]): readonly Plain[] {
  const costs = tokens.map((token) => {
    const [half, whole] = [work(token, LONG / 2), work(token, LONG)];
    const [halfCost, wholeCost] = [cost(half), cost(whole)];
    const rough = halfCost < TELLING ? 0 : wholeCost / halfCost;
    return { token, whole: wholeCost, ratio: rough > DOUBTFUL ? ratio(half, whole) : rough };
  });
  const slowest = costs.reduce((a, b) => (b.whole > a.whole ? b : a));
  const steepest = costs.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  return [
    {
      question: `${what}: the slowest of ${tokens.length} tokens and pairs, ${LONG} characters each`,
      value: slowest.whole,
      unit: "ms CPU",
      atMost: MAX_MS,
      note: JSON.stringify(slowest.token),
    },
    {
      question: `${what}: ${LONG} characters against half of them, the steepest`,
      value: steepest.ratio,
      unit: "times",
      atMost: RATIO,
      note: steepest.ratio === 0 ? "none takes long enough" : JSON.stringify(steepest.token),
    },
  ];
}

const answering =
  (notation: NotationName): Work =>
  (token, characters) => {
    const formula = repeated(token, characters);
    return () => void parseAnswer({ formula, notation });
  };

const ENV: CheckEnv = { columns: columnsByKey([{ name: "a", tree: null }]), use: "filter" };

/** The suggestions behind the text; leaves room for what is put in the caret's place. */
const completing =
  (notation: NotationName): Work =>
  (token, characters) => {
    const { text, position } = repeatedAround(token, characters - 50, "end");
    return () => void completionOptions(completionContext(text, position, notation), ENV);
  };

const COLUMNS = 400;

/** A request whose columns each name all earlier ones. */
function columns(): Plain {
  const list = Array.from({ length: COLUMNS }, (_, own) => ({
    name: `c${own}`,
    tree: parseCode(["1", ...Array.from({ length: own }, (__, other) => `{c${other}}`)].join(" + ")).tree,
  }));
  const value = once(() => {
    for (const { tree } of list) if (tree) check(tree, { columns: columnsByKey(list), use: "column" });
  });
  return {
    question: `${COLUMNS} columns that each name all earlier ones`,
    value,
    unit: "ms CPU",
    atMost: 1_000,
    note: "",
  };
}

/** What texts cost that are one token over and over: nobody may hold up the server with a formula. */
export const readers: LoneCheck = {
  name: "readers",
  alone: () => ({
    figures: [],
    plain: [
      ...NOTATION_NAMES.flatMap((notation) => figures(notation, answering(notation), REPEATED)),
      ...NOTATION_NAMES.flatMap((notation) => figures(`${notation}, suggestions`, completing(notation), REPEATED)),
      columns(),
    ],
  }),
};
