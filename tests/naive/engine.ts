import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importCsv, type Market } from "../../src/market/index.ts";
import type { ScanRequest } from "../../src/request/index.ts";
import { dropRun, readRows, runScan, type ScanOptions } from "../../src/scan/index.ts";
import type { FinishedRun, OwnData, ValueType } from "../../src/vocabulary/index.ts";
import { writeCsv } from "./csv.ts";
import type { NamedFormula } from "./formulas.ts";
import type { ReferenceMarket } from "./market.ts";
import type { Value } from "./values.ts";

const BAR_KEYS = [
  ["daily", "security_id, session"],
  ["minute", "security_id, session, minute"],
] as const;

/** Imports a market the way a user does; nothing of it may be refused, and no bar may stand twice. */
export async function importMarket(market: Market, reference: ReferenceMarket): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "scanbook-reference-"));
  try {
    writeCsv(reference, folder);
    const check = reference.securities.some(({ doubts }) => doubts !== undefined);
    const { refused } = await importCsv(market, folder, { check });
    if (refused.count > 0) throw new Error(`refused: ${JSON.stringify(refused.rows[0])}`);
    for (const [table, key] of BAR_KEYS) {
      const twice = await market.query(
        `SELECT ${key} FROM ${market.database}.${table} GROUP BY ${key} HAVING count() > 1 LIMIT 1`,
      );
      if (twice.length > 0) throw new Error(`twice in ${table}: ${JSON.stringify(twice[0])}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

export interface EngineRow {
  readonly symbol: string;
  readonly date: string;
  readonly values: readonly Value[];
}

export interface EngineResult {
  readonly rows: readonly EngineRow[];
  /** Security-days first, then the filters in the order in which the engine took them. */
  readonly funnel: readonly { readonly label: string; readonly rows: number }[];
  /** Formulas of columns that hold NaN or infinity, which reads as null here. */
  readonly notFinite: readonly string[];
}

export interface EngineRequest {
  readonly own?: OwnData;
  readonly start: string;
  readonly end: string;
  readonly filters: readonly NamedFormula[];
  readonly columns: readonly NamedFormula[];
}

let runs = 0;

/** Runs a request in the engine and takes its rows out again. */
export async function scanEngine(
  market: Market,
  request: EngineRequest,
  options: Omit<ScanOptions, "run"> = {},
): Promise<EngineResult> {
  const run = `reference${(runs += 1)}`;
  try {
    const finished = await runScan(market, scanRequest(request), { run, ...options });
    const rows = await readRows(market, finished, { offset: 0, limit: finished.rows });
    const types = finished.columns.slice(2).map(({ type }) => type);
    return {
      rows: rows.map(([symbol, date, ...values]) => ({
        symbol: String(symbol),
        date: String(date),
        values: types.map((type, index) => readValue(values[index], type)),
      })),
      funnel: finished.funnel.map(({ label, rows: left }) => ({ label, rows: left })),
      notFinite: await notFinite(market, finished),
    };
  } finally {
    await dropRun(market, run);
  }
}

async function notFinite(market: Market, run: FinishedRun): Promise<readonly string[]> {
  const numbers = run.columns.filter(({ type }) => type === "number");
  const counts = numbers.map(({ id }) => `toUInt32(countIf(NOT isFinite(${id})))`);
  const [row] = await market.query<{ counts: number[] }>(
    `SELECT [${["toUInt32(0)", ...counts].join(", ")}] AS counts FROM ${run.database}.${run.table}`,
  );
  return numbers.filter((_, index) => (row?.counts[index + 1] ?? 0) > 0).map(({ code }) => code);
}

export function scanRequest({ start, end, filters, columns, own }: EngineRequest): ScanRequest {
  return {
    ...(own === undefined ? {} : { own }),
    name: "Agreement",
    start,
    end,
    filters: filters.map(({ name, tree, code }) => ({ label: name, group: "custom", tree, code, path: "" })),
    columns: columns.map(({ name, tree, code }) => ({ name, group: "custom", tree, code, path: "" })),
    options: { data_updates: false, email_notification: false, overwrite: false },
    outcome: null,
    parameters: [],
    held: null,
    source: null,
  };
}

function readValue(value: unknown, type: ValueType): Value {
  if (value === null || value === undefined) return null;
  if (type === "boolean") return value === true || value === 1;
  if (typeof value !== "string" && typeof value !== "number") throw new TypeError(`not a ${type}: ${typeof value}`);
  switch (type) {
    case "number":
      return Number(value);
    case "text":
      return String(value);
    case "date":
      return { date: String(value) };
    case "time":
      return { time: Number(value) };
  }
}
