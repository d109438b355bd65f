import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDemo, openMarket } from "../../../src/market/index.ts";
import { readRequest } from "../../../src/request/index.ts";
import { dropRun, readRows, runScan } from "../../../src/scan/index.ts";
import { median } from "../contest.ts";
import type { Plain } from "../report.ts";
import type { Check } from "./check.ts";

const TEMPLATE = join(import.meta.dirname, "../../../presets/templates/gap-and-go.json");
/** Rows that the page shows at once. */
const PAGE = 100;
const PREVIEWS = 9;

/** Seconds on the clock that a person waits for; nothing to compare them with. */
export const firstScan: Check = {
  name: "first-scan",
  async run(bench) {
    const request = await template();
    const starts: number[] = [];
    const firsts: number[] = [];
    for (let time = 0; time < bench.options.runs; time += 1) {
      starts.push(await bench.restart());
      firsts.push(await seconds(() => runScan(bench.market, request, { run: "bench_first" })));
      await dropRun(bench.market, "bench_first");
    }
    return {
      figures: [],
      plain: [
        clock("engine's start, this market", median(starts)),
        clock("first scan after it (Gap and go, a quarter)", median(firsts)),
        ...(await demo()),
      ],
    };
  },
};

/** On the market that `npm start` makes. */
async function demo(): Promise<Plain[]> {
  const folder = await mkdtemp(join(tmpdir(), "scanbook-demo-"));
  const request = await template();
  const first = performance.now();
  let market = await openMarket({ folder });
  try {
    const made = await makeDemo(market);
    const untilMade = (performance.now() - first) / 1000;
    await market.close();
    const start = await seconds(async () => void (market = await openMarket({ folder })));
    const preview = async (): Promise<void> => {
      const run = await runScan(market, request, { run: "bench_preview", lane: "interactive" });
      await readRows(market, run, { offset: 0, limit: PAGE });
      await dropRun(market, "bench_preview");
    };
    const firstScan = await seconds(preview);
    const previews: number[] = [];
    for (let time = 0; time < PREVIEWS; time += 1) previews.push(await seconds(preview));
    return [
      clock(`demo market of ${made.securities} securities made, from nothing`, untilMade),
      clock("engine's start, demo market", start),
      clock("first scan after it, demo market", firstScan),
      clock(`typical preview, demo market (Gap and go, ${PAGE} rows read)`, median(previews)),
    ];
  } finally {
    await market.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function template() {
  const { request, diagnostics } = readRequest(JSON.parse(await readFile(TEMPLATE, "utf8")));
  if (request === null) throw new Error(`the template does not read: ${JSON.stringify(diagnostics)}`);
  return request;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function clock(question: string, value: number): Plain {
  return { question, value, unit: "s", atMost: null };
}
