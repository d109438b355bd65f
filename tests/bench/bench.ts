import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  makeDemo,
  marketProfile,
  MarketError,
  openMarket,
  type Market,
  type MarketProfile,
} from "../../src/market/index.ts";
import { temporaryFolder } from "../market/open-market.ts";
import { engineProcess, type EngineProcess } from "./engine-process.ts";
import type { BenchOptions } from "./options.ts";

/** What every check works on: the generated market and the engine that serves it. */
export interface Bench {
  readonly options: BenchOptions;
  readonly folder: string;
  readonly market: Market;
  readonly engine: EngineProcess;
  readonly profile: MarketProfile;
  /** Database for the tables of hand-written SQL. */
  readonly hand: string;
  /** Says what is going on, on standard error. */
  readonly log: (line: string) => void;
  /** A fresh engine on the same folder, for peaks of memory and first scans; gives the seconds until it was ready. */
  restart(): Promise<number>;
  close(): Promise<void>;
}

const HAND = "hand";
const SIZE_FILE = "bench.json";

/** Opens the kept market, or makes one. */
export async function openBench(options: BenchOptions, log: (line: string) => void): Promise<Bench> {
  const folder = options.keep ?? (await temporaryFolder());
  await mkdir(folder, { recursive: true });
  let market = await openKept(folder, log);
  await make(market, folder, options, log);
  await market.command(`CREATE DATABASE IF NOT EXISTS ${HAND}`);
  let engine = await engineProcess(folder);
  const profile = await marketProfile(market);
  return {
    options,
    folder,
    hand: HAND,
    profile,
    log,
    get market() {
      return market;
    },
    get engine() {
      return engine;
    },
    async restart() {
      await market.close();
      const started = performance.now();
      market = await openMarket({ folder });
      const seconds = (performance.now() - started) / 1000;
      engine = await engineProcess(folder);
      return seconds;
    },
    async close() {
      // Where the engine is gone for good the failure that ended it is the one to tell.
      await market
        .command({ sql: `DROP DATABASE IF EXISTS ${HAND} SYNC`, lane: "control" })
        .catch((error: unknown) => log(`not cleaned up: ${String(error)}`));
      await market.close();
      if (options.keep === null) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A market of the bench that another version of the program made is no use to this one; it is made again. */
async function openKept(folder: string, log: (line: string) => void): Promise<Market> {
  try {
    return await openMarket({ folder });
  } catch (error) {
    const ours = await stat(join(folder, SIZE_FILE)).catch(() => null);
    if (ours === null || !(error instanceof MarketError) || !/another version/.test(error.message)) throw error;
    log("the kept market was made by another version of the program");
    for (const name of [SIZE_FILE, "engine"]) await rm(join(folder, name), { recursive: true });
    return openMarket({ folder });
  }
}

async function make(
  market: Market,
  folder: string,
  { symbols, years, minuteDays }: BenchOptions,
  log: (line: string) => void,
): Promise<void> {
  const size = JSON.stringify({ symbols, years, minuteDays });
  const kept = await readFile(join(folder, SIZE_FILE), "utf8").catch(() => null);
  if (kept === size) return;
  log(`making a market of ${symbols} securities, ${years} years, ${minuteDays} sessions of minutes …`);
  const report = await makeDemo(market, { symbols, years, minuteDays });
  log(`${report.daily} days and ${report.minute} minutes in ${Math.round(report.seconds)} s`);
  await writeFile(join(folder, SIZE_FILE), size);
}

/** Nothing is merged in the background any more, so that the next figure is its own. */
export async function settle({ market }: Bench): Promise<void> {
  for (;;) {
    const [row] = await market.query<{ merges: number }>({
      sql: "SELECT toUInt32(count()) AS merges FROM system.merges",
      lane: "control",
    });
    if (!row || row.merges === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
