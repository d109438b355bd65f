import type { Browser } from "playwright";

/** Keystrokes of a round, rounds, and how much slower the processor is made. */
export const KEYSTROKES = 40;
export const ROUNDS = 15;
export const SLOWED = 4;
const ADDRESS = "http://localhost/bench";

export const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;

/** Milliseconds by round and keystroke. */
type Rounds = readonly (readonly number[])[];

export interface Times {
  readonly ours: Rounds;
  readonly javascript: Rounds;
  /** What making the editors gave. */
  readonly made: unknown;
}

/** What each keystroke of the text takes: the throttle stops the page for longer than a keystroke now and then. */
export const settled = (rounds: Rounds): readonly number[] =>
  (rounds[0] ?? []).map((_, key) =>
    quantile(
      rounds.map((round) => round[key] ?? NaN),
      0.5,
    ),
  );

/** Keystrokes in the two editors that a page makes: ours, and one in CodeMirror's own JavaScript mode. */
export async function typed(browser: Browser, script: string, styles: string, make: string): Promise<Times> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  const body = `<!doctype html><style>${styles}</style><div id="ours"></div><div id="javascript"></div>`;
  // Of an address that may keep things; whatever else the page asks for, nobody answers.
  await page.route("**/*", (route) =>
    route.request().url() === ADDRESS ? route.fulfill({ contentType: "text/html", body }) : route.abort(),
  );
  await page.goto(ADDRESS);
  await page.addScriptTag({ content: script });
  const made: unknown = await page.evaluate(make);
  await page.locator("#ours .cm-content").waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const times = { ours: new Array<readonly number[]>(), javascript: new Array<readonly number[]>(), made };
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
