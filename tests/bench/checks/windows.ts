import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { currentSnapshot } from "../../../src/market/index.ts";
import type { Bench } from "../bench.ts";
import { costOf, median } from "../contest.ts";
import { differences, digestOf } from "../digest.ts";
import { scanContender, type Question } from "../scan-of.ts";
import type { Findings } from "../report.ts";
import { lastSessions, type Check } from "./check.ts";

const run = promisify(execFile);
const SOURCE = join(import.meta.dirname, "../c/windows.c");

/** Of the C loop's CPU. */
const BOUND = 3;

/** Leaves about one security-day in five. */
const FILTER = "[daily open adj] / [daily close -1 adj] > 1.005";

/** In the order of c/windows.c. */
const COLUMNS = [
  "[intraday max high '04:00' .. '09:29']",
  "[intraday sum volume '04:00' .. '09:29']",
  "[intraday first open '09:30' .. '15:59']",
  "[intraday max high '09:30' .. '15:59']",
  "[intraday min low '09:30' .. '15:59']",
  "[intraday last close '09:30' .. '15:59']",
  "[intraday sum volume '09:30' .. '15:59']",
  "[intraday max high '09:47' .. '11:13']",
  "[intraday min low '09:47' .. '11:13']",
  "[intraday sum volume '09:47' .. '11:13']",
  "[intraday avg vwap '09:47' .. '11:13']",
];

const STREAMS = ["session", "security_id", "minute", "open", "high", "low", "close", "volume", "vwap.null", "vwap"];

/** Where the granules of each part begin in each of its files, as c/windows.c reads it. */
async function indexOf({ market }: Bench): Promise<string> {
  const table = (await currentSnapshot(market)).table("minute");
  const [database = "", name = ""] = table.split(".");
  const parts = await market.query<{ name: string; path: string; wide: number }>({
    sql: "SELECT name, path, toUInt8(part_type = 'Wide') AS wide FROM system.parts WHERE active AND database = {database:String} AND table = {name:String} ORDER BY name",
    params: { database, name },
  });
  const marks = STREAMS.map((stream) => `\`${stream}.mark\``);
  const offsets = marks.map((mark) => `ifNull(toUInt64(${mark}.1), 0), ifNull(toUInt64(${mark}.2), 0)`).join(", ");
  const granules = await market.query<{ part: string; lines: string[] }>({
    sql: `SELECT part_name AS part, arrayMap(line -> line.2, arraySort(groupArray((mark_number, arrayStringConcat(arrayMap(x -> toString(x), [toUInt64(rows_in_granule), toUInt64(session), toUInt64(security_id), ${offsets}]), ' '))))) AS lines
FROM mergeTreeIndex({database:String}, {name:String}, with_marks = true) WHERE rows_in_granule > 0 GROUP BY part_name`,
    params: { database, name },
  });
  const linesOf = new Map(granules.map(({ part, lines }) => [part, lines]));
  return parts
    .map(({ name: part, path, wide }) => {
      const lines = linesOf.get(part) ?? [];
      return [`P ${path} ${wide} ${lines.length}`, ...lines].join("\n");
    })
    .join("\n");
}

/** A program that is compiled here; null with a line where it cannot be. */
async function compiled(bench: Bench, folder: string): Promise<string | null> {
  const program = join(folder, "windows");
  try {
    await run("gcc", ["-O3", "-march=native", "-o", program, SOURCE, "-ldl"]);
    return program;
  } catch (error) {
    bench.log(
      `skipped, as the C program cannot be compiled: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}

/** Windows of minutes of the days that a filter leaves, against a loop in C over the same parts. */
export const windows: Check = {
  name: "windows",
  async run(bench): Promise<Findings> {
    const folder = await mkdtemp(join(tmpdir(), "scanbook-windows-"));
    try {
      const program = await compiled(bench, folder);
      return program === null ? { figures: [], plain: [] } : await measure(bench, program, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(bench: Bench, program: string, folder: string): Promise<Findings> {
  const { market, hand } = bench;
  const question: Question = { filters: [FILTER], columns: COLUMNS, ...lastSessions(bench, 20) };
  const whole = scanContender(bench, "windows", question);
  const plain = scanContender(bench, "windows, none of them", {
    ...question,
    columns: COLUMNS.map(() => "[daily close]"),
  });

  const table = await whole.run();
  const [index, rows, out] = ["index", "rows", "out"].map((name) => join(folder, name));
  if (index === undefined || rows === undefined || out === undefined) throw new Error("three files");
  await writeFile(index, await indexOf(bench));
  const days = await market.query<{ line: string }>(
    `SELECT concat(toString(r.session), ' ', toString(r.security_id), ' ', toString(s.close)) AS line FROM ${table} AS r INNER JOIN ${market.database}.session AS s ON s.session = r.session ORDER BY r.session, r.security_id`,
  );
  await writeFile(rows, days.map(({ line }) => line).join("\n"));
  const loop = async (): Promise<number | null> => {
    const { stdout } = await run(program, [index, rows, out]).catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === 3) return { stdout: "" };
      throw error;
    });
    return stdout === "" ? null : Number(stdout);
  };
  if ((await loop()) === null) {
    bench.log("skipped, as liblz4 is missing");
    return { figures: [], plain: [] };
  }
  const columns = COLUMNS.map((_, column) => `c${column + 2}`);
  const types = columns.map((column) => `${column} Nullable(Float64)`).join(", ");
  await market.command(
    `CREATE OR REPLACE TABLE ${hand}.loop (security_id UInt32, session UInt16, ${types}) ENGINE = MergeTree ORDER BY tuple()`,
  );
  await market.command(
    `CREATE OR REPLACE TABLE ${hand}.scanned ENGINE = MergeTree ORDER BY tuple() AS SELECT security_id, session, ${columns.join(", ")} FROM ${table}`,
  );
  const values = (await readFile(out, "utf8")).trimEnd().split("\n");
  await market.insert(
    `${hand}.loop`,
    values.map((line) => {
      const [security, session, ...cells] = line.split("\t");
      const known = cells.map((cell, column) => [`c${column + 2}`, cell === "\\N" ? null : Number(cell)]);
      return { security_id: Number(security), session: Number(session), ...Object.fromEntries(known) };
    }),
  );
  const wrong = differences(await digestOf(market, `${hand}.scanned`), await digestOf(market, `${hand}.loop`));
  if (wrong.length > 0) throw new Error(`the scan and the loop do not agree: ${wrong.join("; ")}`);

  const [ours, without, theirs]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < 2 * bench.options.runs; turn += 1) {
    ours.push((await costOf(bench, async () => void (await whole.run()))).cpu);
    without.push((await costOf(bench, async () => void (await plain.run()))).cpu);
    theirs.push((await loop()) ?? Number.NaN);
  }
  const asked = `windows of minutes of ${days.length} of the days of 20 sessions`;
  const filters = median(without);
  return {
    figures: [
      {
        question: asked,
        ours: median(ours) - filters,
        against: "a loop in C",
        theirs: median(theirs),
        unit: "s CPU",
        bound: { atMost: BOUND },
        note: `without the ${filters.toFixed(2)} s of the same scan with columns of the day`,
      },
    ],
    plain: [],
  };
}
