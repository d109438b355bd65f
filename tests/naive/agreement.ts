import { check, columnsByKey, printCode, type Node } from "../../src/formula/index.ts";
import type { Market } from "../../src/market/index.ts";
import { closeness, describe, hangsOnRounding, partsOf, same, type Disagreement } from "./disagreement.ts";
import type { Columns } from "./place.ts";
import { scanEngine, type EngineRequest, type EngineResult } from "./engine.ts";
import type { NamedFormula } from "./formulas.ts";
import type { ReferenceMarket } from "./market.ts";
import { columnsOf, scanNaive, type NaiveResult } from "./scan.ts";

export interface Agreement {
  readonly cells: number;
  /** Cells that hang on the last bits of floating point and so prove nothing. */
  readonly rounding: number;
  /** The first disagreement of each column that has one, reduced to the smallest part that disagrees, in words. */
  readonly disagreements: readonly string[];
}

/** Runs a request in the engine and by hand and compares every cell. */
export async function agree(market: Market, reference: ReferenceMarket, request: EngineRequest): Promise<Agreement> {
  const engine = await scanEngine(market, request);
  const naive = scanNaive({ ...request, filters: request.filters.map(({ tree }) => tree) }, reference);
  const rows = rowsApart(naive, engine);
  if (rows !== null) return { cells: 0, rounding: 0, disagreements: [rows] };
  const { found, rounding } = cellsApart(naive, engine, reference, request.columns);
  const disagreements = engine.notFinite.map((code) => `${code}\n    leaves NaN or infinity`);
  for (const disagreement of found)
    disagreements.push(describe(await smallest(market, reference, request, disagreement)));
  return { cells: naive.rows.length * request.columns.length, rounding, disagreements };
}

/** What is wrong with symbols, dates and their order; null where they agree. */
export function rowsApart(naive: NaiveResult, engine: EngineResult): string | null {
  const key = (row: { symbol: string; date: string } | undefined): string =>
    row ? `${row.date} ${row.symbol}` : "none";
  const count = Math.max(naive.rows.length, engine.rows.length);
  for (let index = 0; index < count; index++) {
    const [expected, got] = [key(naive.rows[index]), key(engine.rows[index])];
    if (expected !== got) return `row ${index + 1}: expected ${expected}, engine ${got}`;
  }
  return null;
}

function cellsApart(
  naive: NaiveResult,
  engine: EngineResult,
  reference: ReferenceMarket,
  columns: readonly NamedFormula[],
): { found: readonly Disagreement[]; rounding: number } {
  const named = columnsOf(columns);
  const found: Disagreement[] = [];
  let rounding = 0;
  for (const [index, { tree, code }] of columns.entries()) {
    const relative = closeness(tree, named);
    for (const [place, { security, symbol, date, values }] of naive.rows.entries()) {
      const [expected = null, got = null] = [values[index], engine.rows[place]?.values[index]];
      if (same(expected, got, relative)) continue;
      if (hangsOnRounding(tree, reference, security, date, named, got)) {
        rounding += 1;
        continue;
      }
      found.push({ code, tree, symbol, date, expected, got });
      break;
    }
  }
  return { found, rounding };
}

/** The same disagreement in the innermost part of the formula that shows one. */
async function smallest(
  market: Market,
  reference: ReferenceMarket,
  request: EngineRequest,
  disagreement: Disagreement,
): Promise<Disagreement> {
  const named: Columns = columnsOf(request.columns);
  const env = { columns: columnsByKey(request.columns), use: "column" } as const;
  const parts = partsOf(disagreement.tree, named).flatMap((tree: Node, index): NamedFormula[] => {
    const { type, diagnostics } = check(tree, env);
    return type === null || diagnostics.some(({ severity }) => severity === "error")
      ? []
      : [{ name: `part ${index}`, tree, code: printCode(tree), type }];
  });
  const columns = [...(disagreement.code.includes("{") ? request.columns : []), ...parts];
  const engine = await scanEngine(market, { ...request, columns });
  const naive = scanNaive({ ...request, filters: request.filters.map(({ tree }) => tree), columns }, reference);
  const { found } = cellsApart(naive, engine, reference, columns);
  return found.find(({ tree }) => parts.some((part) => part.tree === tree)) ?? disagreement;
}

/** Cells on which two results of the engine differ, in words; at most a handful. */
export function resultsApart(
  a: EngineResult,
  b: EngineResult,
  columns: readonly NamedFormula[],
  { only = () => true }: { readonly only?: (formula: NamedFormula) => boolean } = {},
): readonly string[] {
  const named = columnsOf(columns);
  const others = new Map(b.rows.map((row) => [`${row.date} ${row.symbol}`, row]));
  const found: string[] = [];
  for (const row of a.rows) {
    const other = others.get(`${row.date} ${row.symbol}`);
    for (const [index, { tree, code }] of columns.entries()) {
      const [first = null, second = null] = [row.values[index], other?.values[index]];
      if (!only({ name: "", tree, code, type: "number" }) || same(first, second, closeness(tree, named))) continue;
      found.push(`${row.symbol} ${row.date}  ${code}\n    ${JSON.stringify(first)}, then ${JSON.stringify(second)}`);
    }
  }
  return found.slice(0, 5);
}
