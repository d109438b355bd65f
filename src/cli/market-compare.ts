import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { compareMarkets, importCsv, importFailure, openMarket } from "../market/index.ts";
import type { Difference, Market } from "../market/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { csvOptions } from "./csv-options.ts";
import { printable } from "./printable.ts";
import { count, ProgressLine } from "./progress.ts";
import { withMarket } from "./with-market.ts";

/** `market compare`: a line for each daily bar in which two sources differ; status 1 where one is unexplained. */
export async function marketCompare(call: Call): Promise<ExitStatus> {
  const [path = ""] = call.arguments;
  const options = csvOptions(call);
  const json = call.options["json"] === true;
  const whys = new Map<string, number>();
  const progress = new ProgressLine(call);
  progress.show(`Comparing with ${path} …`);
  let mismatches = 0;
  const take = (differences: readonly Difference[]): void => {
    for (const { kind, why } of differences) {
      if (kind === "mismatch") mismatches += 1;
      else whys.set(why, (whys.get(why) ?? 0) + 1);
    }
    const shown = json ? differences : differences.filter(({ kind }) => kind === "mismatch");
    if (shown.length === 0) return;
    progress.clear();
    call.out(`${shown.map(json ? (one) => JSON.stringify(one) : lineOf).join("\n")}\n`);
  };
  try {
    const { match, onlyOurs, onlyTheirs } = await withOther(call, path, options, (other) =>
      withMarket(call, (market) => compareMarkets(market, other, take)),
    );
    progress.clear();
    const explained = [...whys].map(([why, n]) => `          ${count(n)} ${why}\n`);
    call.err(
      `match     ${count(match)}\nexplained ${count([...whys.values()].reduce((sum, n) => sum + n, 0))}\n${explained.join("")}mismatch  ${count(mismatches)}\n` +
        `symbols of one only: ${count(onlyOurs)} here, ${count(onlyTheirs)} there\n`,
    );
    return mismatches === 0 ? 0 : 1;
  } catch (error) {
    progress.clear();
    const failure = importFailure(error);
    if (failure === null) throw error;
    call.err(`${printable(failure)}\n`);
    return 1;
  }
}

/** The market of a data folder; of anything else, one made of its CSV files for as long as the work takes. */
async function withOther<T>(
  call: Call,
  path: string,
  options: ReturnType<typeof csvOptions>,
  work: (market: Market) => Promise<T>,
): Promise<T> {
  const isData = existsSync(join(resolve(path), "engine"));
  const made = isData ? null : await mkdtemp(join(tmpdir(), "scanbook-compare-"));
  try {
    const other = await openMarket({ folder: made ?? resolve(path) });
    try {
      if (made !== null) {
        const { refused } = await importCsv(other, resolve(path), options);
        const reasons = Object.entries(refused.reasons).map(([reason, rows]) => `${count(rows)} ${reason}`);
        if (refused.count > 0) call.err(`refused of ${path}  ${count(refused.count)}: ${reasons.join(", ")}\n`);
      }
      return await work(other);
    } finally {
      await other.close();
    }
  } finally {
    if (made !== null) await rm(made, { recursive: true, force: true });
  }
}

const lineOf = ({ symbol, date, why, seen, expected }: Difference): string =>
  `${symbol.padEnd(8)} ${date}  ${why}: ${seen}; here ${expected}`;
