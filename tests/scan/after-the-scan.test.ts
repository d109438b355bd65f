import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { heldText, sweepText } from "../../src/cli/sweep.ts";
import { studyText } from "../../src/cli/study-text.ts";
import { parameterKey } from "../../src/formula/index.ts";
import { makeDemo, type Market } from "../../src/market/index.ts";
import { AFTER_THE_SCAN } from "../../src/reference/index.ts";
import { readSent, type ScanRequest } from "../../src/request/index.ts";
import {
  dropRun,
  runOpening,
  runScan,
  runSweep,
  studyBase,
  studyGrid,
  studyPath,
  studyRun,
} from "../../src/scan/index.ts";
import { apartFrom } from "../../src/vocabulary/index.ts";
import type { Study, StudyBase, Sweep } from "../../src/vocabulary/index.ts";
import { openTestMarket } from "../market/open-market.ts";

// The page docs/after-the-scan.md run as it stands, on a market whose one edge is known.

const PAGE = join(import.meta.dirname, "../../docs/after-the-scan.md");
const page = readFileSync(PAGE, "utf8");
/** What the edge adds to a row, in percent: three hundredths of a logarithm. */
const EDGE = (1 - Math.exp(-0.03)) * 100;
const COSTS = 0.5;

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  // Its daily bars are those of the demo that a start makes, whatever days have minutes.
  await makeDemo(market, { minuteDays: 1 });
}, 120_000);
afterAll(() => market.close());

function requestOf(file: string, more = ""): ScanRequest {
  const [, text] = new RegExp(`<!-- ${file} -->\n+\`\`\`\n([^\`]*)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`no ${file} on the page`);
  const { request, diagnostics } = readSent({ text: `${text}${more}` }, { earliest: null });
  if (request === null) throw new Error(JSON.stringify(diagnostics));
  return request;
}

const shown = new Map<string, string>();
const show = (place: string, text: string): void => void shown.set(place, text.trimEnd());

async function study(
  place: string,
  request: ScanRequest,
  crossed: readonly string[] = [],
): Promise<{ readonly study: Study; readonly base: StudyBase }> {
  const run = await runScan(market, request, { run: "tour" });
  try {
    const placeOf = (column: string | null): number => run.columns.findIndex(({ name }) => name === column);
    const outcome = placeOf(request.outcome);
    const found = await studyRun(market, run, { outcome });
    const base = await studyBase(market, request, { rows: found.figures.rows });
    const [across, down] = crossed.map(placeOf);
    const crossing =
      across === undefined || down === undefined
        ? null
        : await studyGrid(market, run, { outcome, across, down, parts: 3 });
    show(place, studyText(run, { study: found, base, path: await studyPath(market, run, { outcome }), crossing }));
    return { study: found, base };
  } finally {
    await dropRun(market, "tour");
  }
}

async function sweep(place: string, opened: string, request: ScanRequest): Promise<{ sweep: Sweep; held: number }> {
  const options = { run: "tour", seed: 1 };
  const found = await runSweep(market, request, request.outcome ?? "", options);
  show(place, sweepText(found));
  const best = found.cells[found.peak ?? -1];
  if (best === undefined) throw new Error("no setting has enough rows");
  const setting = new Map(request.parameters.map(({ name }, at) => [parameterKey(name), best.values[at] ?? NaN]));
  const cell = await runOpening(market, request, request.outcome ?? "", setting, options);
  show(opened, `${heldText(request, cell)}\n`);
  return { sweep: found, held: cell.mean ?? NaN };
}

test("the interval of the edge holds what was planted, and is told apart from the base rate", async () => {
  const { study: found, base } = await study("study", requestOf("fade.scan"), ["Gap", "Open"]);
  const { interval, rows } = found.figures;
  if (interval === null) throw new Error("too few days");
  expect(rows).toBeGreaterThan(100);
  // Without the edge a row makes what all make: nothing, less the costs.
  expect(interval.low).toBeLessThan(EDGE - COSTS);
  expect(interval.high).toBeGreaterThan(EDGE - COSTS);
  expect(apartFrom(base.all.mean, interval)).toBe(true);
}, 60_000);

test("the gap with a large float, days of the week and round prices are not told apart from chance", async () => {
  const { study: found, base } = await study("study-large", requestOf("large.scan"));
  expect(apartFrom(base.all.mean, found.figures.interval)).toBe(false);
  // Of five intervals at 95 % one lies apart by chance alone in a quarter of all markets.
  const apart = found.weekdays.filter(({ interval }) => apartFrom(base.all.mean, interval) === true);
  expect(apart.length).toBeLessThanOrEqual(1);
  const round = requestOf("large.scan", "filter {round}: [daily open] = round([daily open], 0)\n");
  const wide = { ...round, filters: round.filters.slice(1) };
  const { study: ofRound } = await study("study-round", wide);
  expect(ofRound.figures.rows).toBeGreaterThan(100);
  expect(apartFrom(base.all.mean, ofRound.figures.interval)).not.toBe(true);
}, 60_000);

test("a sweep over what is no edge is not better than chance, and its best is gone on the held-out days", async () => {
  const { sweep: found, held } = await sweep("sweep", "opened", requestOf("prices.scan"));
  expect(found.verdict).toBe("not-told-apart");
  expect(held).toBeLessThan(found.cells[found.peak ?? -1]?.mean ?? NaN);
  expect(held).toBeLessThan(0);
}, 60_000);

test("a sweep over the edge is better than chance, and holds", async () => {
  const { sweep: found, held } = await sweep("sweep-floats", "opened-floats", requestOf("floats.scan"));
  expect(found.verdict).toBe("better-than-chance");
  expect(found.cells[found.peak ?? -1]?.values).toEqual([5]);
  expect(Math.abs(held - (EDGE - COSTS))).toBeLessThan(1);
}, 60_000);

test("docs/after-the-scan.md has what these print; --update writes it anew", async () => {
  const whole = page.replaceAll(/<!-- ([a-z-]+) -->\n(?:\n```\n[^`]*```\n)?/g, (mark, place: string) => {
    const text = shown.get(place);
    return text === undefined ? mark : `<!-- ${place} -->\n\n\`\`\`\n${text}\n\`\`\`\n`;
  });
  await expect(whole).toMatchFileSnapshot(PAGE);
});

test("the reference's page runs the same requests, and every line of it was printed", () => {
  const printed = [...shown.values()].flatMap((text) => text.split("\n"));
  for (const { request, says } of AFTER_THE_SCAN) {
    if (request !== null) expect(page).toContain(`<!-- ${request.file} -->\n\n\`\`\`\n${request.text}\`\`\`\n`);
    expect(says.filter((line) => !printed.includes(line))).toEqual([]);
  }
});
