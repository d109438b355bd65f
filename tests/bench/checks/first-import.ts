import { createWriteStream } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { importCsv, openMarket } from "../../../src/market/index.ts";
import type { Bench } from "../bench.ts";
import { median } from "../contest.ts";
import { engineProcess } from "../engine-process.ts";
import type { Figure } from "../report.ts";
import type { Check } from "./check.ts";

const COLUMNS =
  "symbol String, date Date32, open Float64, high Float64, low Float64, close Float64, volume Float64" as const;

/** All days of the market as a vendor would send them, in an empty folder; the check of the bars is not part of it. */
export const firstImport: Check = {
  name: "first-import",
  async run(bench) {
    const folder = await mkdtemp(join(tmpdir(), "scanbook-import-"));
    try {
      const file = await daysAsCsv(bench, folder);
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let time = 0; time < bench.options.runs; time += 1) {
        const cost = await importCosts(file, join(folder, String(time)));
        ours.push(cost.ours);
        theirs.push(cost.theirs);
      }
      const figure: Figure = {
        question: "first import of all days, a CSV file",
        ours: median(ours),
        against: "INSERT … SELECT of the file into a MergeTree ordered by symbol and date",
        theirs: median(theirs),
        unit: "s CPU",
        bound: { atMost: 1.3 },
      };
      return { figures: [figure], plain: [] };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function daysAsCsv({ market }: Bench, folder: string): Promise<string> {
  const file = join(folder, "days.csv");
  const sql = `SELECT concat('S', toString(b.security_id)) AS symbol, s.date AS date, b.open AS open, b.high AS high, b.low AS low, b.close AS close, b.volume AS volume
FROM ${market.database}.daily AS b INNER JOIN ${market.database}.session AS s ON s.session = b.session ORDER BY b.security_id, b.session`;
  await pipeline(await market.stream({ sql, lane: "scan" }, "CSVWithNames"), createWriteStream(file));
  return file;
}

/** CPU seconds of our import and of the bare statement, engine and Node together, in one engine on an empty folder. */
async function importCosts(file: string, folder: string): Promise<{ readonly ours: number; readonly theirs: number }> {
  const market = await openMarket({ folder });
  try {
    const engine = await engineProcess(folder);
    const cost = async (work: () => Promise<unknown>): Promise<number> => {
      const [from, own] = [await engine.cpu(), process.cpuUsage()];
      await work();
      const { user, system } = process.cpuUsage(own);
      return (await engine.cpu()) - from + (user + system) / 1e6;
    };
    const spool = market.spoolFile("bare.csv") ?? "";
    await symlink(resolve(file), spool);
    await market.command("CREATE DATABASE bare");
    await market.command(`CREATE TABLE bare.daily (${COLUMNS}) ENGINE MergeTree ORDER BY (symbol, date)`);
    const theirs = await cost(() =>
      market.command({
        sql: `INSERT INTO bare.daily SELECT * FROM file('${spool}', 'CSVWithNames', '${COLUMNS}')`,
        lane: "scan",
      }),
    );
    // What the bare table goes on merging is no part of ours.
    await market.command("DROP DATABASE bare SYNC");
    const ours = await cost(() => importCsv(market, file, { kind: "daily" }));
    return { ours, theirs };
  } finally {
    await market.close();
    await rm(folder, { recursive: true, force: true });
  }
}
