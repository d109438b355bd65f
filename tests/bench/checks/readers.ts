import { parseAnswer } from "../../../src/formula/index.ts";
import type { NotationName } from "../../../src/formula/index.ts";
import { LONG, NOTATION_NAMES, REPEATED, repeated } from "../../formula/repeated-tokens.ts";
import type { Plain } from "../report.ts";
import type { LoneCheck } from "./check.ts";

/** What twice the text may cost, and one text at most, in milliseconds. */
const RATIO = 2.5;
const MOST = 150;
const RUNS = 5;
/** Below it the thread's clock says nothing about a ratio. */
const TELLING = 4;

/** Milliseconds this thread has computed: other work of the machine does not count. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The least of several runs: what else the machine does only ever adds. */
function cost(formula: string, notation: NotationName): number {
  let least = Infinity;
  for (let run = 0; run < RUNS; run++) {
    const started = cpu();
    parseAnswer({ formula, notation });
    least = Math.min(least, cpu() - started);
  }
  return least;
}

function figures(notation: NotationName): readonly Plain[] {
  const costs = REPEATED.map((token) => ({
    token,
    half: cost(repeated(token, LONG / 2), notation),
    whole: cost(repeated(token, LONG), notation),
  }));
  const slowest = costs.reduce((a, b) => (b.whole > a.whole ? b : a));
  const telling = costs.filter(({ half }) => half >= TELLING);
  const ratio = ({ half, whole }: (typeof costs)[number]): number => whole / half;
  const steepest = telling.length === 0 ? null : telling.reduce((a, b) => (ratio(b) > ratio(a) ? b : a));
  const size = `${REPEATED.length} tokens and pairs, ${LONG} characters each`;
  return [
    {
      question: `${notation}: the slowest of ${size}`,
      value: slowest.whole,
      unit: "ms CPU",
      atMost: MOST,
      note: JSON.stringify(slowest.token),
    },
    {
      question: `${notation}: ${LONG} characters against half of them, the steepest`,
      value: steepest === null ? 0 : ratio(steepest),
      unit: "times",
      atMost: RATIO,
      note: steepest === null ? "none takes long enough" : JSON.stringify(steepest.token),
    },
  ];
}

/** What texts cost that are one token over and over: nobody may hold up the server with a formula. */
export const readers: LoneCheck = {
  name: "readers",
  alone: () => ({ figures: [], plain: NOTATION_NAMES.flatMap(figures) }),
};
