import { randomBytes } from "node:crypto";
import { referencedColumns, columnKey } from "../../formula/index.ts";
import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import type { FunnelStep } from "../../vocabulary/index.ts";
import { dropRun } from "../result.ts";
import type { ScanProgress } from "../options.ts";
import { columnTrees, runScan } from "../run.ts";
import type { Outcome } from "./explanation.ts";

/** How many security-days have this outcome of the filters: a 1 for each that is true, in the request's order. */
interface Pattern {
  readonly pass: string;
  readonly rows: number;
}

export interface FunnelAnswer {
  /** Security-days of the request's dates. */
  readonly rows: number;
  /** Places of the filters in the order taken, from 1. */
  readonly order: readonly number[];
  /** What is left after each filter, in that order. */
  readonly steps: readonly FunnelStep[];
  /** What each filter leaves alone, and what all the others leave without it, in the request's order. */
  readonly alone: readonly FunnelStep[];
  readonly without: readonly FunnelStep[];
  /** From these the funnel of any other order follows (funnelOf). Null where there are more than 1,000. */
  readonly patterns: readonly Pattern[] | null;
}

export interface AnswerOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScanProgress) => void;
  readonly lane?: "scan" | "interactive";
}

const MAX_PATTERNS = 1_000;

/**
 * The funnel of a request in any order of its filters, each of them alone, and all but each. Every filter is computed
 * on every security-day once; orders are sums of the same counts. A mistake is an order that does not name each filter
 * once.
 */
export async function funnel(
  market: Market,
  request: ScanRequest,
  order: readonly number[] | null,
  options: AnswerOptions = {},
): Promise<Outcome<FunnelAnswer>> {
  const count = request.filters.length;
  const taken = order ?? request.filters.map((_, index) => index + 1);
  const each = new Set(taken);
  const fits =
    taken.length === count &&
    each.size === count &&
    taken.every((place) => Number.isInteger(place) && place >= 1 && place <= count);
  if (!fits)
    return {
      ok: false,
      mistakes: [
        {
          path: "order",
          code: "order",
          message:
            count === 0
              ? "The request has no filters, so there is no order of them."
              : `An order names each of the ${count} filters once, from 1 to ${count}.`,
        },
      ],
    };
  const patterns = await patternsOf(market, request, options);
  const step = (index: number, rows: number): FunnelStep => {
    const filter = request.filters[index];
    return { label: filter?.label ?? "", code: filter?.code ?? "", rows };
  };
  const all = request.filters.map((_, index) => index);
  const left = funnelOf(
    patterns,
    taken.map((place) => place - 1),
  );
  return {
    ok: true,
    value: {
      rows: left[0] ?? 0,
      order: taken,
      steps: taken.map((place, index) => step(place - 1, left[index + 1] ?? 0)),
      alone: all.map((index) => step(index, funnelOf(patterns, [index])[1] ?? 0)),
      without: all.map((index) =>
        step(
          index,
          funnelOf(
            patterns,
            all.filter((other) => other !== index),
          ).at(-1) ?? 0,
        ),
      ),
      patterns: patterns.length > MAX_PATTERNS ? null : patterns,
    },
  };
}

/** Security-days, then what is left after each of the filters, taken in this order (places from 0). */
export function funnelOf(patterns: readonly Pattern[], order: readonly number[]): number[] {
  let left = patterns;
  const counts = [total(left)];
  for (const place of order) {
    left = left.filter(({ pass }) => pass[place] === "1");
    counts.push(total(left));
  }
  return counts;
}

const total = (patterns: readonly Pattern[]): number => patterns.reduce((sum, { rows }) => sum + rows, 0);

async function patternsOf(market: Market, request: ScanRequest, options: AnswerOptions): Promise<readonly Pattern[]> {
  const trees = columnTrees(request);
  // Own columns that a filter names, and what those name.
  const needed = new Set(request.filters.flatMap(({ tree }) => [...referencedColumns(tree, trees)]));
  const own = request.columns.filter(({ name }) => needed.has(columnKey(name)));
  const conditions = request.filters.map(({ tree, code, group, path }, index) => ({
    // No formula can use this name.
    name: `|${index}`,
    group,
    tree,
    code,
    path,
  }));
  const run = `funnel_${randomBytes(8).toString("hex")}`;
  try {
    const { database, table } = await runScan(
      market,
      { ...request, filters: [], columns: [...conditions, ...own], unshown: request.columns },
      { run, ...options },
    );
    const bits = conditions.map((_, index) => `if(ifNull(c${index + 2}, 0), '1', '0')`);
    const pass = bits.length === 0 ? "''" : bits.length === 1 ? bits.join("") : `concat(${bits.join(", ")})`;
    return await market.query<Pattern>({
      sql: `SELECT ${pass} AS pass, toFloat64(count()) AS rows FROM ${database}.${table} GROUP BY pass ORDER BY rows DESC, pass`,
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } finally {
    await dropRun(market, run);
  }
}
