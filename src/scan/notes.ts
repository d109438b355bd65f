import type { Market } from "../market/index.ts";
import type { ScanRequest } from "../request/index.ts";
import type { FinishedRun } from "../vocabulary/index.ts";
import { nodeOf, seriesOf, type NodeId } from "./plan/expression.ts";
import type { Plan } from "./plan/plan.ts";
import { atomsOf, union, type Interval } from "./plan/reach.ts";

type Note = FinishedRun["notes"][number];

/**
 * What a reader of the rows should know: how many of them a warning of the checks really touches. Bars are only counted
 * again for securities that lack some, so a complete market costs one scan of two narrow columns.
 */
export async function notesOf(market: Market, plan: Plan, request: ScanRequest, table: string): Promise<Note[]> {
  const notes: Note[] = [];
  for (const [index, column] of plan.columns.entries()) {
    const name = request.columns[index]?.name ?? column.id;
    const add = (code: string, rows: number, message: string): void => {
      if (rows > 0) notes.push({ code, column: name, rows, message });
    };
    const range = longestRange(plan, column.node);
    if (range) {
      add(
        "short-range",
        await shortRows(market, plan, table, range),
        "rows have fewer bars in the range of days than it has sessions",
      );
    }
    const warmup = longestWarmup(plan, column.node);
    if (warmup) {
      add(
        "unstable",
        await unstableRows(market, plan, table, warmup),
        "rows have too few bars before them for the indicator to have settled",
      );
    }
    const asTraded = asTradedSpan(plan, column.node);
    if (asTraded && asTraded.from < asTraded.to) {
      add(
        "crosses-split",
        await splitRows(market, table, asTraded),
        "rows have a split between the as-traded days that the formula combines",
      );
    }
  }
  return notes;
}

/** The widest range of days a column averages, counts or compares over on its own row. */
function longestRange(plan: Plan, root: NodeId): Interval | null {
  let longest: Interval | null = null;
  for (const atom of atomsOf(plan.nodes, [root])) {
    const node = nodeOf(plan.nodes, atom);
    if (node.op !== "window" || node.of === "value" || node.from === node.to) continue;
    longest = longest ? union(longest, node) : { from: node.from, to: node.to };
  }
  return longest;
}

interface Warmup {
  readonly bars: number;
  readonly day: number;
}

function longestWarmup(plan: Plan, root: NodeId): Warmup | null {
  let longest: Warmup | null = null;
  for (const atom of atomsOf(plan.nodes, [root])) {
    const node = nodeOf(plan.nodes, atom);
    if (node.op !== "lookup") continue;
    const series = seriesOf(plan.series, node.series);
    if (series.kind !== "indicator" || series.bars || series.warmup === null) continue;
    if (!longest || series.warmup > longest.bars) longest = { bars: series.warmup, day: node.day };
  }
  return longest;
}

const SPLIT_FIELDS: ReadonlySet<string> = new Set(["open", "high", "low", "close", "volume", "vwap"]);

/** Days from the first to the last as-traded price or volume that a column reads. */
function asTradedSpan(plan: Plan, root: NodeId): Interval | null {
  let span: Interval | null = null;
  const seen = new Map<NodeId, Interval>();
  const visit = (id: NodeId, at: Interval): void => {
    const known = seen.get(id);
    if (known && known.from <= at.from && known.to >= at.to) return;
    const on = known ? union(known, at) : at;
    seen.set(id, on);
    const node = nodeOf(plan.nodes, id);
    if (node.op === "bar" && !node.adjusted && SPLIT_FIELDS.has(node.column)) span = span ? union(span, on) : on;
    if (node.op === "scalar") for (const arg of node.args) visit(arg, on);
    if (node.op === "window")
      for (const arg of node.args) visit(arg, { from: on.from + node.from, to: on.to + node.to });
  };
  visit(root, { from: 0, to: 0 });
  return span;
}

async function shortRows(market: Market, plan: Plan, table: string, range: Interval): Promise<number> {
  const daily = `${market.database}.daily`;
  const params = {
    from: Math.max(plan.sessions.from + range.from, plan.market.from, 0),
    to: Math.min(plan.sessions.to + range.to, plan.market.to),
    first: plan.market.from,
    last: plan.market.to,
    length: range.to - range.from + 1,
  };
  const bound = (day: number): string => (day <= 0 ? `${-day} PRECEDING` : `${day} FOLLOWING`);
  const gappy = `SELECT security_id FROM ${daily} WHERE session BETWEEN {from:UInt16} AND {to:UInt16} AND security_id IN (SELECT security_id FROM ${table}) GROUP BY security_id HAVING count() < {to:UInt16} - {from:UInt16} + 1`;
  const counted = `SELECT security_id, session, count() OVER (PARTITION BY security_id ORDER BY session RANGE BETWEEN ${bound(range.from)} AND ${bound(range.to)}) AS bars FROM ${daily} WHERE session BETWEEN {from:UInt16} AND {to:UInt16} AND security_id IN (${gappy})`;
  // A range that leaves the market is null, not short.
  return await countOf(
    market,
    `SELECT count() AS rows FROM (${counted}) WHERE bars < {length:UInt32} AND toInt32(session) + ${range.from} >= {first:Int32} AND toInt32(session) + ${range.to} <= {last:Int32} AND (security_id, session) IN (SELECT security_id, session FROM ${table})`,
    params,
  );
}

async function unstableRows(market: Market, plan: Plan, table: string, { bars, day }: Warmup): Promise<number> {
  const daily = `${market.database}.daily`;
  const young = `SELECT security_id FROM ${daily} WHERE security_id IN (SELECT security_id FROM ${table}) GROUP BY security_id HAVING countIf(session <= {from:Int32}) < {bars:UInt32}`;
  const counted = `SELECT security_id, toInt32(session) - ${day} AS session, row_number() OVER (PARTITION BY security_id ORDER BY session) AS bars FROM ${daily} WHERE security_id IN (${young})`;
  return await countOf(
    market,
    `SELECT count() AS rows FROM (${counted}) WHERE bars < {bars:UInt32} AND (security_id, session) IN (SELECT security_id, toInt32(session) FROM ${table})`,
    { bars, from: plan.sessions.from + day },
  );
}

async function splitRows(market: Market, table: string, span: Interval): Promise<number> {
  const { database } = market;
  const splits = `SELECT p.security_id AS security_id, toInt32(s.session) AS session FROM ${database}.split AS p INNER JOIN ${database}.session AS s ON p.date = s.date`;
  return await countOf(
    market,
    `SELECT uniqExact(r.row) AS rows FROM ${table} AS r INNER JOIN (${splits}) AS s ON r.security_id = s.security_id WHERE s.session > toInt32(r.session) + {from:Int32} AND s.session <= toInt32(r.session) + {to:Int32}`,
    { from: span.from, to: span.to },
  );
}

async function countOf(market: Market, sql: string, params: Record<string, number>): Promise<number> {
  const [row] = await market.query<{ rows: string | number }>({ sql, params });
  return Number(row?.rows ?? 0);
}
