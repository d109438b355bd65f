import { join } from "node:path";
import { endBrowser, launchBrowser, ROOT } from "../../e2e/product.ts";
import { bundle } from "../bundle.ts";
import { KEYSTROKES, quantile, ROUNDS, settled, SLOWED, typed } from "../keystrokes.ts";
import type { Times } from "../keystrokes.ts";
import type { Figure, Findings, Plain } from "../report.ts";
import type { LoneCheck } from "./check.ts";

/** Characters of the formula. */
const SIZE = 5_000;

async function measure(): Promise<Findings> {
  const { script, styles } = await bundle(join(ROOT, "tests/bench/pages/editor.tsx"));
  const browser = await launchBrowser();
  try {
    const laidOut = await typed(browser, script, styles, `makeEditors(${SIZE}, false)`);
    const oneLine = await typed(browser, script, styles, `makeEditors(${SIZE}, true)`);
    const note = `${SIZE} characters, ${ROUNDS} rounds of ${KEYSTROKES} keystrokes, CPU slowed ${SLOWED} times`;
    const against = (question: string, times: Times): Figure => ({
      question,
      ours: quantile(times.ours.flat(), 0.5),
      against: "CodeMirror's JavaScript mode",
      theirs: quantile(times.javascript.flat(), 0.5),
      unit: "ms",
      bound: { atMost: 2 },
      note,
    });
    const plain = (question: string, value: number, atMost: number | null = null): Plain => ({
      question,
      value,
      unit: "ms",
      atMost,
      note,
    });
    return {
      figures: [
        against("A keystroke in a long formula", laidOut),
        against("A keystroke in a long formula of one line", oneLine),
      ],
      plain: [
        plain("A keystroke in a long formula, 95th percentile", quantile(settled(laidOut.ours), 0.95), 16),
        plain("The same, moments of the throttle included", quantile(laidOut.ours.flat(), 0.95)),
        plain("The same in CodeMirror's JavaScript mode", quantile(settled(laidOut.javascript), 0.95)),
        plain("Of one line, 95th percentile", quantile(settled(oneLine.ours), 0.95)),
      ],
    };
  } finally {
    await endBrowser();
  }
}

/** What typing costs beside a language that CodeMirror itself brings. */
export const editor: LoneCheck = { name: "editor", alone: measure };
