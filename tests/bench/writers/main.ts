/** A child process that writes one workbook: `main.ts <writer> <job file>`; its cost goes to standard output as JSON. */
import { stat } from "node:fs/promises";
import { openMarket, type Market } from "../../../src/market/index.ts";
import { readJob, type WriterCost, type WriterJob } from "./job.ts";

interface Writer {
  write(market: Market, job: WriterJob): Promise<void>;
}

/** Loaded one at a time, so that no writer carries another's memory. */
const WRITERS: Readonly<Record<string, () => Promise<Writer>>> = {
  ours: () => import("./ours.ts"),
  exceljs: () => import("./exceljs.ts"),
  hucre: () => import("./hucre.ts"),
  "read-only": () => import("./read-only.ts"),
};

const [name = "", jobFile = ""] = process.argv.slice(2);
const load = WRITERS[name];
if (!load) throw new RangeError(`no writer ${name}`);
const writer = await load();
const job = await readJob(jobFile);
const market = await openMarket({ folder: job.folder });
const before = process.cpuUsage();
const started = performance.now();
await writer.write(market, job);
const { user, system } = process.cpuUsage(before);
const cost: WriterCost = {
  cpu: (user + system) / 1e6,
  seconds: (performance.now() - started) / 1000,
  peak: (process.resourceUsage().maxRSS * 1024) / 1e6,
  bytes: (await stat(job.path).catch(() => ({ size: 0 }))).size,
};
await market.close();
process.stdout.write(`${JSON.stringify(cost)}\n`);
