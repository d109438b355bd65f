import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright";
import { dateOf } from "../../../src/market/index.ts";
import { endBrowser, beginWithText, launchBrowser, startProduct } from "../../e2e/product.ts";
import type { Bench } from "../bench.ts";
import type { Figure, Findings } from "../report.ts";
import { PAGE_SPANS } from "../spans/page.ts";
import { median, serverSpans, timeline, type KeySpans, type Span } from "../spans/timeline.ts";
import type { Check } from "./check.ts";
import { lastDays } from "./check.ts";
import { COLUMNS, FILTERS } from "./realistic.ts";

/** Sessions of a quarter. */
const QUARTER = 63;
/** How often each edit is made; the median counts. */
const ROUNDS = 7;

/** The realistic request as a text, over the last quarter. */
function textOf(bench: Bench): string {
  const { from, to } = lastDays(bench, QUARTER);
  const filters = FILTERS.map((formula) => `filter ${formula}`);
  const columns = COLUMNS.map((formula, index) => `column {Column ${index + 1}}: ${formula}`);
  return [`request Edits`, `dates ${dateOf(from)} .. ${dateOf(to)}`, ...filters, ...columns, ""].join("\n");
}

interface Edit {
  readonly name: string;
  /** Of a preview that computes everything, at most. */
  readonly atMost: number;
  /** Milliseconds that it should take on a quiet machine. */
  readonly aim: number;
  /** Does the edit with the keyboard; `turn` counts up, so that each is one that was not made before where it has to be. */
  readonly make: (page: Page, turn: number) => Promise<void>;
}

const editor = (page: Page) => page.getByRole("textbox", { name: "Request", exact: true });

async function caretAtEndOf(page: Page, words: string): Promise<void> {
  await editor(page).locator(".cm-line", { hasText: words }).first().click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
}

const EDITS: readonly Edit[] = [
  {
    name: "Changing a filter",
    atMost: 0.3,
    aim: 150,
    async make(page) {
      // Another digit behind the point.
      await caretAtEndOf(page, "[daily close -1 adj] >");
      await page.keyboard.insertText("1");
    },
  },
  {
    name: "Switching a filter off or on",
    atMost: 0.1,
    aim: 50,
    async make(page) {
      await caretAtEndOf(page, "[daily close -1] >=");
      await page.keyboard.press("Control+/");
    },
  },
  {
    name: "Adding a column",
    atMost: 0.4,
    aim: 200,
    async make(page, turn) {
      await caretAtEndOf(page, "column {Column 33}");
      await page.keyboard.insertText(`\ncolumn {Added ${turn}}: [daily max high -${30 + turn} .. -1 adj]`);
    },
  },
];

/** Milliseconds of each edit, in the order of EDITS, on a server that keeps so many megabytes of answers. */
async function timesWith(bench: Bench, megabytes: number): Promise<readonly number[]> {
  const spans = join(bench.folder, `spans-${megabytes}.jsonl`);
  await rm(spans, { force: true });
  const product = await startProduct(bench.folder, {
    ANSWERS_MB: String(megabytes),
    SPANS_FILE: spans,
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "../spans/server.ts")).href}`,
  });
  try {
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(120_000);
    await beginWithText(page);
    await page.addInitScript(PAGE_SPANS);
    await page.goto(product.signIn);
    await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).first().waitFor();
    await page.goto(`${product.address}/data-request`);
    await page.getByText(/^Preview, /).waitFor();
    await editor(page).click();
    const first = page.evaluate<number>("spans.shown()");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(textOf(bench));
    bench.log(`${megabytes} MB of answers: the whole request ${(await first).toFixed(0)} ms`);
    const all: number[] = [];
    for (const edit of EDITS) {
      const times: number[] = [];
      const keys: KeySpans[] = [];
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        const shown = page.evaluate<number>("spans.shown(true)");
        await edit.make(page, turn);
        times.push(await shown);
        keys.push(await page.evaluate<KeySpans>("({ key: spans.lastKey, spans: spans.found })"));
      }
      const server = await serverSpans(spans);
      const within = ({ key, spans: found }: KeySpans): Span[] => {
        const end = Math.max(...found.map(({ to }) => to));
        return server.filter(({ from }) => from >= key && from <= end);
      };
      bench.log(timeline(keys.map((one) => ({ ...one, spans: [...one.spans, ...within(one)] }))));
      bench.log(`${edit.name}: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
      all.push(median(times));
    }
    await page.close();
    return all;
  } finally {
    await product.stop();
  }
}

/** How long it takes from the last key to the figures on screen, with the answers to clauses kept and without. */
export const editsScreen: Check = {
  name: "edits-screen",
  async run(bench): Promise<Findings> {
    try {
      const without = await timesWith(bench, 0);
      const kept = await timesWith(bench, 512);
      const figures = EDITS.map(({ name, atMost, aim }, index): Figure => ({
        question: `${name}, to the figures on screen`,
        ours: kept[index] ?? Number.NaN,
        against: "the whole request anew",
        theirs: without[index] ?? Number.NaN,
        unit: "ms",
        bound: { atMost },
        note: `median of ${ROUNDS}; ${aim} ms on a quiet machine is aimed at`,
      }));
      return { figures, plain: [] };
    } finally {
      await endBrowser();
    }
  },
};
