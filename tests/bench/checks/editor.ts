import { join } from "node:path";
import { launchBrowser, ROOT } from "../../e2e/product.ts";
import { bundle } from "../bundle.ts";
import type { Findings } from "../report.ts";
import type { LoneCheck } from "./check.ts";

/** Characters of the formula, keystrokes measured, and how much slower the processor is made. */
const SIZE = 5_000;
const KEYSTROKES = 200;
const SLOWED = 4;
const ADDRESS = "http://localhost/bench";

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;

async function measure(): Promise<Findings> {
  const { script, styles } = await bundle(join(ROOT, "tests/bench/pages/editor.tsx"));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    const body = `<!doctype html><style>${styles}</style><div id="ours"></div><div id="javascript"></div>`;
    // Of an address that may keep things; whatever else the page asks for, nobody answers.
    await page.route("**/*", (route) =>
      route.request().url() === ADDRESS ? route.fulfill({ contentType: "text/html", body }) : route.abort(),
    );
    await page.goto(ADDRESS);
    await page.addScriptTag({ content: script });
    await page.evaluate(`makeEditors(${SIZE})`);
    await page.locator("#ours .cm-content").waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    const times = { ours: [] as number[], javascript: [] as number[] };
    // In turns, so that a busy moment of the machine meets both.
    for (let round = 0; round < 10; round += 1) {
      for (const name of ["ours", "javascript"] as const) {
        const measured: unknown = await page.evaluate(`typeInto("#${name}", ${KEYSTROKES / 10})`);
        if (Array.isArray(measured)) times[name].push(...measured.filter((one) => typeof one === "number"));
      }
    }
    const note = `${SIZE} characters, ${KEYSTROKES} keystrokes, CPU slowed ${SLOWED} times`;
    return {
      figures: [
        {
          question: "A keystroke in a long formula",
          ours: at(times.ours, 0.5),
          against: "CodeMirror's JavaScript mode",
          theirs: at(times.javascript, 0.5),
          unit: "ms",
          bound: { atMost: 2 },
          note,
        },
      ],
      plain: [
        {
          question: "A keystroke in a long formula, 95th percentile",
          value: at(times.ours, 0.95),
          unit: "ms",
          atMost: 16,
          note,
        },
      ],
    };
  } finally {
    await browser.close();
  }
}

/** What typing costs beside a language that CodeMirror itself brings. */
export const editor: LoneCheck = { name: "editor", alone: measure };
