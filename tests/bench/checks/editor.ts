import { join } from "node:path";
import type { Browser } from "playwright";
import { endBrowser, launchBrowser, ROOT } from "../../e2e/product.ts";
import { bundle } from "../bundle.ts";
import type { Figure, Findings, Plain } from "../report.ts";
import type { LoneCheck } from "./check.ts";

/** Characters of the formula, keystrokes of a round, rounds, and how much slower the processor is made. */
const SIZE = 5_000;
const KEYSTROKES = 40;
const ROUNDS = 15;
const SLOWED = 4;
const ADDRESS = "http://localhost/bench";

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;

/** Milliseconds by round and keystroke. */
type Rounds = readonly (readonly number[])[];

interface Times {
  readonly ours: Rounds;
  readonly javascript: Rounds;
}

/** What each keystroke of the text takes: the throttle stops the page for longer than a keystroke now and then. */
const settled = (rounds: Rounds): readonly number[] =>
  (rounds[0] ?? []).map((_, key) =>
    at(
      rounds.map((round) => round[key] ?? NaN),
      0.5,
    ),
  );

/** Keystrokes in the middle of a text of `SIZE` characters, over lines or in one. */
async function typed(browser: Browser, script: string, styles: string, oneLine: boolean): Promise<Times> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  const body = `<!doctype html><style>${styles}</style><div id="ours"></div><div id="javascript"></div>`;
  // Of an address that may keep things; whatever else the page asks for, nobody answers.
  await page.route("**/*", (route) =>
    route.request().url() === ADDRESS ? route.fulfill({ contentType: "text/html", body }) : route.abort(),
  );
  await page.goto(ADDRESS);
  await page.addScriptTag({ content: script });
  await page.evaluate(`makeEditors(${SIZE}, ${oneLine})`);
  await page.locator("#ours .cm-content").waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const times = { ours: new Array<readonly number[]>(), javascript: new Array<readonly number[]>() };
  // In turns, so that a busy moment of the machine meets both. The first round compiles what is typed through.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ["ours", "javascript"] as const) {
      const measured: unknown = await page.evaluate(`typeInto("#${name}", ${KEYSTROKES})`);
      if (round > 0 && Array.isArray(measured)) times[name].push(measured.filter((one) => typeof one === "number"));
    }
  }
  await page.close();
  return times;
}

async function measure(): Promise<Findings> {
  const { script, styles } = await bundle(join(ROOT, "tests/bench/pages/editor.tsx"));
  const browser = await launchBrowser();
  try {
    const laidOut = await typed(browser, script, styles, false);
    const oneLine = await typed(browser, script, styles, true);
    const note = `${SIZE} characters, ${ROUNDS} rounds of ${KEYSTROKES} keystrokes, CPU slowed ${SLOWED} times`;
    const against = (question: string, times: Times): Figure => ({
      question,
      ours: at(times.ours.flat(), 0.5),
      against: "CodeMirror's JavaScript mode",
      theirs: at(times.javascript.flat(), 0.5),
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
        plain("A keystroke in a long formula, 95th percentile", at(settled(laidOut.ours), 0.95), 16),
        plain("The same, moments of the throttle included", at(laidOut.ours.flat(), 0.95)),
        plain("The same in CodeMirror's JavaScript mode", at(settled(laidOut.javascript), 0.95)),
        plain("Of one line, 95th percentile", at(settled(oneLine.ours), 0.95)),
      ],
    };
  } finally {
    await endBrowser();
  }
}

/** What typing costs beside a language that CodeMirror itself brings. */
export const editor: LoneCheck = { name: "editor", alone: measure };
