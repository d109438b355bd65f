import { readRequest, requestOfFormulas, type ScanRequest } from "../../src/request/index.ts";
import { runScan, type ScanOptions } from "../../src/scan/index.ts";
import { dateOf } from "../../src/market/index.ts";
import type { FinishedRun } from "../../src/vocabulary/index.ts";
import type { Bench } from "./bench.ts";
import type { Contender } from "./contest.ts";

export interface Question {
  readonly filters: readonly string[];
  /** Formulas of the columns c2, c3, …, in order. */
  readonly columns: readonly string[];
  /** First and last session. */
  readonly from: number;
  readonly to: number;
}

/** The request of a question, read and checked as every request is. */
export function requestOf(name: string, { filters, columns, from, to }: Question): ScanRequest {
  const [start, end] = [dateOf(from), dateOf(to)];
  if (start === null || end === null)
    throw new RangeError(`${name}: sessions ${from} to ${to} are not in the calendar`);
  const json = requestOfFormulas({
    name,
    start,
    end,
    filters: filters.map((formula) => ({ formula })),
    columns: columns.map((formula, index) => ({ name: `Column ${index + 1}`, formula })),
  });
  const read = readRequest(json);
  const errors = read.diagnostics.filter(({ severity }) => severity === "error");
  if (read.request === null || errors.length > 0)
    throw new Error(`${name}: ${errors.map(({ path, message }) => `${path}: ${message}`).join("; ")}`);
  return read.request;
}

/** Our own answer to a question: the scan as everyone runs it. */
export function scanContender(
  bench: Bench,
  name: string,
  question: Question,
  options: Omit<ScanOptions, "run"> = {},
): Contender {
  const request = requestOf(name, question);
  const run = `bench_${name.replaceAll(/\W+/g, "_")}`;
  return {
    name,
    async run() {
      const finished: FinishedRun = await runScan(bench.market, request, { ...options, run });
      return `${finished.database}.${finished.table}`;
    },
  };
}

/** An answer by hand-written statements, run one after the other; the last table they leave is `table`. */
export function sqlContender(
  bench: Bench,
  name: string,
  { statements, table }: { readonly statements: readonly string[]; readonly table: string },
): Contender {
  return {
    name,
    async run() {
      for (const sql of statements) await bench.market.command({ sql, lane: "scan" });
      return table;
    },
  };
}
