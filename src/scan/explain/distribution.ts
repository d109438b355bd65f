import { randomBytes } from "node:crypto";
import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import type { Unit, ValueType } from "../../vocabulary/index.ts";
import { dropRun } from "../result.ts";
import { runScan } from "../run.ts";
import type { AnswerOptions } from "./funnel.ts";
import { spreadsOf, type Spread } from "./spread.ts";

export interface Distribution extends Spread {
  readonly type: ValueType;
  readonly unit: Unit | null;
  /** Security-days looked at: of the dates, and of those that the filters leave. */
  readonly rows: number;
  /** Of them without a value, or unknown for conditions; and their share, null of no rows. */
  readonly nulls: number;
  readonly share: number | null;
}

/**
 * How the values of a request's first column are spread over the security-days that its filters leave. Computed by a scan
 * of its own, whose rows are dropped. Rejects with MarketError.
 */
export async function distribution(
  market: Market,
  request: ScanRequest,
  options: AnswerOptions = {},
): Promise<Distribution> {
  const run = `spread_${randomBytes(8).toString("hex")}`;
  try {
    const finished = await runScan(market, request, { run, ...options });
    const column = finished.columns[2];
    if (!column) throw new RangeError("a distribution needs a column");
    const { rows, nulls } = { rows: finished.rows, nulls: column.nulls };
    const columns = [{ ...column, known: rows - nulls }];
    const [spread] = await spreadsOf(market, `${finished.database}.${finished.table}`, {
      rows,
      columns,
      signal: options.signal,
    });
    if (spread === undefined) throw new RangeError("a distribution needs a column");
    return {
      type: column.type,
      unit: column.unit,
      rows,
      nulls,
      share: rows === 0 ? null : nulls / rows,
      ...spread,
    };
  } finally {
    await dropRun(market, run);
  }
}
