import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runScan } from "../../../src/scan/index.ts";
import type { FinishedRun } from "../../../src/vocabulary/index.ts";
import { settle, type Bench } from "../bench.ts";
import { median } from "../contest.ts";
import type { Figure } from "../report.ts";
import { requestOf } from "../scan-of.ts";
import type { WriterCost, WriterJob } from "../writers/job.ts";
import type { Check } from "./check.ts";
import { lastDays } from "./check.ts";

const execute = promisify(execFile);
const CHILD = join(import.meta.dirname, "../writers/main.ts");

/** With Symbol and Date, 15 columns: text, prices, counts, percent, and one that becomes a live formula. */
const COLUMNS = [
  "[identity exchange]",
  "[identity security_class]",
  "[daily open]",
  "[daily high]",
  "[daily low]",
  "[daily close]",
  "[daily volume]",
  "[daily num_trades]",
  "[daily vwap]",
  "[daily close -1]",
  "( [daily open adj] / [daily close -1 adj] - 1 ) * 100",
  "[daily avg volume -20 .. -1 adj]",
  "{Column 6} * {Column 7}",
];

/** MB that Node may hold while it writes a full sheet. */
const NODE_MEMORY = 300;

/** The file beside exceljs's for as many rows. */
const SIZE = 1.1;

const OTHERS = [
  { name: "exceljs", timesLess: 20 },
  { name: "hucre", timesLess: 10 },
] as const;
type WriterName = "ours" | "read-only" | (typeof OTHERS)[number]["name"];

/** Days of the market that give at least so many rows, and a result table with exactly so many where there are enough. */
async function sheet(bench: Bench): Promise<FinishedRun> {
  const { sheetRows } = bench.options;
  const sessions = Math.ceil((1.3 * sheetRows) / bench.profile.securities);
  const question = { filters: [], columns: COLUMNS, ...lastDays(bench, sessions) };
  const run = await runScan(bench.market, requestOf("workbook", question), { run: "bench_workbook" });
  const rows = Math.min(sheetRows, run.rows);
  const table = "result_bench_sheet";
  await bench.market.command(`DROP TABLE IF EXISTS ${run.database}.${table} SYNC`);
  await bench.market.command(
    `CREATE TABLE ${run.database}.${table} ENGINE = MergeTree ORDER BY row AS SELECT * FROM ${run.database}.${run.table} WHERE row <= ${rows}`,
  );
  return { ...run, table, rows };
}

/** CPU of the engine and of the child. */
interface WriterSample extends WriterCost {
  readonly total: number;
}

async function sample(bench: Bench, folder: string, name: WriterName, job: WriterJob): Promise<WriterSample> {
  const jobFile = join(folder, `${name}.json`);
  await writeFile(jobFile, JSON.stringify(job));
  await settle(bench);
  const before = await bench.engine.cpu();
  const { stdout } = await execute(process.execPath, [CHILD, name, jobFile]);
  const engine = (await bench.engine.cpu()) - before;
  // The child's only line.
  const cost: WriterCost = JSON.parse(stdout);
  await rm(job.path, { force: true });
  return { ...cost, total: cost.cpu + engine };
}

/**
 * A full sheet by our export, by exceljs's streaming writer and by hucre's, each in a process of its own and from the same
 * result table, which everyone reads through the same client. The others write plain values where ours has a live formula,
 * a table and a request sheet besides. What they spend on reading is measured apart and said beside the figure.
 */
export const workbook: Check = {
  name: "workbook",
  async run(bench) {
    const run = await sheet(bench);
    const otherRows = Math.min(bench.options.otherRows, run.rows);
    const scale = run.rows / otherRows;
    const folder = await mkdtemp(join(tmpdir(), "scanbook-bench-"));
    const samples: Record<WriterName, WriterSample[]> = { ours: [], exceljs: [], hucre: [], "read-only": [] };
    const names: readonly WriterName[] = ["ours", "exceljs", "hucre", "read-only"];
    try {
      for (let time = 0; time < bench.options.runs; time += 1) {
        for (const name of names) {
          const job = {
            folder: bench.folder,
            run,
            rows: name === "ours" ? run.rows : otherRows,
            path: join(folder, `${name}.xlsx`),
          };
          const one = await sample(bench, folder, name, job);
          samples[name].push(one);
          bench.log(
            `  ${name}: ${one.total.toFixed(2)} s of CPU (${one.cpu.toFixed(2)} in Node), ${Math.round(one.peak)} MB in Node, ${Math.round(one.bytes / 1e6)} MB file`,
          );
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const cpu = (name: WriterName): number => median(samples[name].map(({ total }) => total));
    const reading = cpu("read-only");
    const scaled = scale === 1 ? "" : `; scaled up from ${otherRows} rows`;
    const question = `workbook, ${run.rows} rows by ${run.columns.length} columns`;
    const figures = OTHERS.map(({ name, timesLess }): Figure => ({
      question,
      ours: cpu("ours"),
      against: name,
      theirs: cpu(name) * scale,
      unit: "s CPU",
      bound: { timesLess },
      note: `${(reading * scale).toFixed(1)} s of theirs is reading${scaled}`,
    }));
    const size = (name: WriterName): number => median(samples[name].map(({ bytes }) => bytes)) / 1e6;
    figures.push({
      question: `its file`,
      ours: size("ours"),
      against: "exceljs",
      theirs: size("exceljs") * scale,
      unit: "MB",
      bound: { atMost: SIZE },
      note: scaled.slice(2),
    });
    return {
      figures,
      plain: [
        {
          question: "Node's memory while it writes the workbook, highest peak",
          value: Math.max(...samples.ours.map(({ peak }) => peak)),
          unit: "MB",
          atMost: NODE_MEMORY,
        },
      ],
    };
  },
};
