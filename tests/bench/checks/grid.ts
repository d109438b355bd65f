import type { CDPSession, Page } from "playwright";
import { dateOf } from "../../../src/market/index.ts";
import { endBrowser, launchBrowser, startProduct } from "../../e2e/product.ts";
import { ResultsPage } from "../../e2e/pages/results.ts";
import type { Bench } from "../bench.ts";
import { traced } from "../frames.ts";
import { quantile, SLOWED } from "../keystrokes.ts";
import type { Findings, Plain } from "../report.ts";
import type { Check } from "./check.ts";
import { lastDays } from "./check.ts";

const ROWS = 1_000_000;
/** Steps of each way of scrolling. */
const STEPS = 100;

const COLUMNS = [
  "[daily open]",
  "[daily high]",
  "[daily low]",
  "[daily close]",
  "[daily volume]",
  "( [daily close] / [daily open] - 1 ) * 100",
  "[daily close] * [daily volume]",
  "[daily high] - [daily low]",
];

/** As many rows as the bound is about, or as many as the market has. */
function requestOf(bench: Bench): object {
  const { from, to } = lastDays(bench, Math.floor(ROWS / bench.options.symbols));
  return {
    name: "Grid",
    Date_Range: { start_date: dateOf(from), end_date: dateOf(to) },
    filters: { Custom: [{ formula: "[daily close] > 0" }] },
    columns: { Custom: COLUMNS.map((formula, index) => ({ name: `Column ${index + 1}`, formula })) },
  };
}

interface Way {
  readonly name: string;
  readonly scroll: (page: Page, surface: Surface) => Promise<void>;
}

/** What is scrolled: the grid, or the charts of the same rows. */
interface Surface {
  readonly name: string;
  /** Selectors of it, of what lies over it, of what fills it, and of what is still to come. */
  readonly room: string;
  readonly head: string | null;
  readonly items: string;
  readonly coming: string;
  /** Shows it; the grid is there. */
  readonly show: (page: Page) => Promise<void>;
}

const SURFACES: readonly Surface[] = [
  {
    name: "the grid",
    room: "[role=grid]",
    head: ".head",
    items: ".row",
    coming: ".row.coming",
    show: () => Promise.resolve(),
  },
  {
    name: "charts of the rows",
    room: ".gallery-tiles",
    head: null,
    items: ".tile",
    coming: ".tile:not(:has(.caption))",
    async show(page) {
      await new ResultsPage(page).button("Charts").click();
      await page.locator(".tile canvas").first().waitFor();
    },
  },
];

/** A turn of the wheel, or a place of the dragged bar, in each frame. */
const dragged = (room: string) => `(async () => {
  const grid = document.querySelector("${room}");
  const most = grid.scrollHeight - grid.clientHeight;
  for (let step = 0; step <= ${STEPS}; step += 1) {
    grid.scrollTop = most * step / ${STEPS};
    await new Promise(requestAnimationFrame);
  }
})()`;

const WAYS: readonly Way[] = [
  {
    name: "by wheel",
    async scroll(page) {
      for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(0, 120);
    },
  },
  { name: "by the dragged bar", scroll: (page, { room }) => page.evaluate<void>(dragged(room)) },
  {
    name: "by PageDown",
    async scroll(page) {
      for (let step = 0; step < STEPS; step += 1) await page.keyboard.press("PageDown");
    },
  },
];

/** Looks in every frame, from now on, whether rows fill it. */
const watch = ({ room, head, items, coming }: Surface) => `(() => {
  const grid = document.querySelector("${room}");
  const seen = { frames: 0, blank: 0, coming: 0, on: true };
  globalThis.gridSeen = seen;
  const look = () => {
    const box = grid.getBoundingClientRect();
    const head = ${head === null ? "box.top" : `grid.querySelector("${head}").getBoundingClientRect().bottom`};
    const rows = [...grid.querySelectorAll("${items}")].map((row) => row.getBoundingClientRect());
    const from = Math.min(...rows.map((row) => row.top));
    const to = Math.max(...rows.map((row) => row.bottom));
    seen.frames += 1;
    if (from > head + 1 || to < box.top + grid.clientHeight - 1) seen.blank += 1;
    if (grid.querySelector("${coming}") !== null) seen.coming += 1;
    if (seen.on) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

async function begin(page: Page, { room, items, coming }: Surface): Promise<void> {
  await page.evaluate(`document.querySelector("${room}").scrollTop = 0`);
  await page.locator(room).focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Home");
  await page.locator(`${room} ${items}`).first().waitFor();
  await page.locator(`${room} ${coming}`).first().waitFor({ state: "detached" });
  await page.locator(room).hover();
}

/** What a surface costs, and whether it was ever empty. */
async function measureSurface(page: Page, session: CDPSession, surface: Surface, rows: number): Promise<Plain[]> {
  const plain: Plain[] = [];
  await surface.show(page);
  for (const rate of [1, SLOWED]) {
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    const slowed = rate === 1 ? "" : `, processor slowed ${rate} times`;
    for (const { name, scroll } of WAYS) {
      await begin(page, surface);
      const { work, tasks } = await traced(page, session, () => scroll(page, surface));
      const note = `${rows} rows, ${work.length} frames, median ${quantile(work, 0.5).toFixed(1)} ms`;
      plain.push(
        {
          question: `Script and layout of 95 % of frames of ${surface.name} ${name}${slowed}`,
          value: quantile(work, 0.95),
          unit: "ms CPU",
          atMost: rate === 1 ? 8 : 32,
          note,
        },
        {
          question: `Longest task of ${surface.name} ${name}${slowed}`,
          value: Math.max(...tasks),
          unit: "ms CPU",
          atMost: rate === 1 ? 50 : null,
          note,
        },
      );
    }
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  for (const { name, scroll } of WAYS) {
    await begin(page, surface);
    await page.evaluate(watch(surface));
    await scroll(page, surface);
    const [frames = 0, blank = NaN, coming = NaN] = await page.evaluate<number[]>(
      "gridSeen.on = false, [gridSeen.frames, gridSeen.blank, gridSeen.coming]",
    );
    const note = `${frames} frames, in ${coming} of them rows were still to come`;
    plain.push({
      question: `Frames with an empty place of ${surface.name} ${name}`,
      value: blank,
      unit: "times",
      atMost: 0,
      note,
    });
  }
  return plain;
}

async function measure(bench: Bench): Promise<Findings> {
  const product = await startProduct(bench.folder);
  try {
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(180_000);
    const results = new ResultsPage(page);
    await page.goto(product.signIn);
    await page.getByRole("heading", { name: "My Data", level: 1 }).waitFor();
    const id = await results.create(requestOf(bench));
    await results.open(product.address, id);
    await results.rows();
    const rows = Number(await results.grid.getAttribute("aria-rowcount")) - 1;
    const session = await page.context().newCDPSession(page);
    const plain: Plain[] = [];
    for (const surface of SURFACES) plain.push(...(await measureSurface(page, session, surface, rows)));
    await page.close();
    return { figures: [], plain };
  } finally {
    await endBrowser();
    await product.stop();
  }
}

/** Scrolling through a million rows, and through their charts: what each frame costs, and whether rows fill it. */
export const grid: Check = { name: "grid", run: measure };
