import { join } from "node:path";
import { endBrowser, launchBrowser, ROOT } from "../../e2e/product.ts";
import { bundle } from "../bundle.ts";
import { KEYSTROKES, quantile, ROUNDS, settled, SLOWED, typed } from "../keystrokes.ts";
import type { Findings } from "../report.ts";
import type { LoneCheck } from "./check.ts";

const FILTERS = 30;
const COLUMNS = 100;

async function measure(): Promise<Findings> {
  const { script, styles } = await bundle(join(ROOT, "tests/bench/pages/request-text.tsx"));
  const browser = await launchBrowser();
  try {
    const places = "#ours, #javascript, #javascript .cm-editor, .editor { height: 400px }";
    const times = await typed(browser, script, styles + places, `makeEditors(${FILTERS}, ${COLUMNS})`);
    const size = `${FILTERS} filters and ${COLUMNS} columns`;
    const note = `${size}, ${ROUNDS} rounds of ${KEYSTROKES} keystrokes, CPU slowed ${SLOWED} times`;
    return {
      figures: [
        {
          question: "A keystroke in the text of a request",
          ours: quantile(times.ours.flat(), 0.5),
          against: "CodeMirror's JavaScript mode",
          theirs: quantile(times.javascript.flat(), 0.5),
          unit: "ms",
          bound: { atMost: 1.5 },
          note,
        },
      ],
      plain: [
        {
          question: "A keystroke in the text of a request, 95th percentile",
          value: quantile(settled(times.ours), 0.95),
          unit: "ms",
          atMost: null,
          note,
        },
        {
          question: "Opening a request as text from its JSON",
          value: typeof times.made === "number" ? times.made : NaN,
          unit: "ms",
          atMost: 100,
          note: size,
        },
      ],
    };
  } finally {
    await endBrowser();
  }
}

/** What typing in a whole request costs beside a language that CodeMirror itself brings, and what opening one costs. */
export const requestText: LoneCheck = { name: "request-text", alone: measure };
