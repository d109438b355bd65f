/**
 * The bench: what scans and workbooks cost, as ratios measured in one run against hand-written SQL on the same engine and
 * against other writers of workbooks. Exit status 1 where a bound does not hold. See docs/bench.md.
 */
import { openBench, type Bench } from "./bench.ts";
import { CHECKS } from "./checks/index.ts";
import { readOptions, USAGE, type BenchOptions } from "./options.ts";
import { holds, plainHolds, table, type Figure, type Plain } from "./report.ts";

const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function run(options: BenchOptions): Promise<boolean> {
  const chosen = CHECKS.filter(({ name }) => options.only === null || options.only === name);
  if (chosen.length === 0) throw new RangeError(`--only takes ${CHECKS.map(({ name }) => name).join(", ")}`);
  const figures: Figure[] = [];
  const plain: Plain[] = [];
  let failed = false;
  let bench: Bench | null = null;
  try {
    for (const check of chosen) {
      log(`${check.name} …`);
      if ("run" in check) bench ??= await openBench(options, log);
      try {
        const found =
          "alone" in check ? await check.alone() : await check.run(bench ?? (await openBench(options, log)));
        // At once: a whole run takes an hour, and may be cut off.
        log(table(found));
        figures.push(...found.figures);
        plain.push(...found.plain);
      } catch (error) {
        // One check that cannot run must not hide the figures of the others.
        failed = true;
        log(`${check.name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
    }
  } finally {
    await bench?.close();
  }
  const { symbols, years, minuteDays, runs } = options;
  const market = `${symbols} securities, ${years} years of days, ${minuteDays} sessions of minutes; medians of ${runs} interleaved runs`;
  console.log(bench === null ? "" : `\n${market}\n`);
  console.log(table({ figures, plain }));
  return !failed && figures.every(holds) && plain.every(plainHolds);
}

if (process.platform !== "linux") {
  log("The bench reads CPU and memory of the engine from /proc: it needs Linux.");
  process.exitCode = 2;
} else {
  let options: BenchOptions | null = null;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    log(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 2;
  }
  if (options !== null) process.exitCode = (await run(options)) ? 0 : 1;
}
