import type { Market } from "../market/index.ts";
import type { ScanRequest } from "../request/index.ts";
import type { FinishedRun } from "../vocabulary/index.ts";
import { nodeOf, seriesOf, type NodeId } from "./plan/expression.ts";
import type { Plan } from "./plan/plan.ts";
import { atomsOf, union, type Interval } from "./plan/reach.ts";

type Note = FinishedRun["notes"][number];

/** Rows of the result that one statement looks at. */
const SLICE_ROWS = 2_000_000;

/**
 * What a reader of the rows should know: how many of them a warning of the checks really touches. One statement a kind;
 * bars are only counted again for securities that lack some, so a complete market costs one scan of two narrow columns.
 */
export async function notesOf(
  market: Market,
  plan: Plan,
  request: ScanRequest,
  table: string,
  rowCount: number,
): Promise<Note[]> {
  const notes: Note[] = [];
  // The sets of rows to look at stay small: a slice of the securities at a time.
  const sliceCount = Math.max(1, Math.ceil(rowCount / SLICE_ROWS));
  const kinds = [
    {
      code: "short-range",
      message: "rows have fewer bars in the range of days than it has sessions",
      needs: plan.columns.map((column) => longestRange(plan, column.node)),
      count: shortRows,
    },
    {
      code: "unstable",
      message: "rows have too few bars before them for the indicator to have settled",
      needs: plan.columns.map((column) => longestWarmup(plan, column.node)),
      count: unstableRows,
    },
    {
      code: "crosses-split",
      message: "rows have a split between the as-traded days that the formula combines",
      needs: plan.columns.map((column) => asTradedSpan(plan, column.node)),
      count: splitRows,
    },
  ];
  for (const { code, message, needs, count } of kinds) {
    const distinct = [...new Map(needs.flatMap((need) => (need ? [[keyOf(need), need] as const] : []))).values()];
    if (distinct.length === 0) continue;
    const slices: number[][] = [];
    for (let slice = 0; slice < sliceCount; slice++)
      slices.push(await count(market, plan, table, distinct, `security_id % ${sliceCount} = ${slice}`));
    const rows = distinct.map((_, index) => slices.reduce((sum, each) => sum + (each[index] ?? 0), 0));
    const byKey = new Map(distinct.map((need, index) => [keyOf(need), rows[index] ?? 0]));
    for (const [index, need] of needs.entries()) {
      const touched = need ? (byKey.get(keyOf(need)) ?? 0) : 0;
      if (touched > 0) notes.push({ code, column: request.columns[index]?.name ?? "", rows: touched, message });
    }
  }
  return notes;
}

function keyOf(interval: Interval): string {
  return `${interval.from} ${interval.to}`;
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

/** Bars that the slowest indicator of a column needs, up to a day: from is the day less the bars. */
function longestWarmup(plan: Plan, root: NodeId): Interval | null {
  let longest: Interval | null = null;
  for (const atom of atomsOf(plan.nodes, [root])) {
    const node = nodeOf(plan.nodes, atom);
    if (node.op !== "lookup") continue;
    const series = seriesOf(plan.series, node.series);
    if (series.kind !== "indicator" || series.bars || series.warmup === null) continue;
    const need = { from: node.day - series.warmup, to: node.day };
    if (!longest || need.to - need.from > longest.to - longest.from) longest = need;
  }
  return longest;
}

const SPLIT_FIELDS: ReadonlySet<string> = new Set(["open", "high", "low", "close", "volume", "vwap"]);

/** Days from the first to the last as-traded price or volume that a column combines; null for a single day. */
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
  return spanning(span);
}

function spanning(span: Interval | null): Interval | null {
  return span && span.from < span.to ? span : null;
}

async function shortRows(
  market: Market,
  plan: Plan,
  table: string,
  ranges: readonly Interval[],
  slice: string,
): Promise<number[]> {
  const daily = `${market.database}.daily`;
  const reach = ranges.reduce(union);
  const params = {
    from: Math.max(plan.sessions.from + reach.from, plan.market.from, 0),
    to: Math.min(plan.sessions.to + reach.to, plan.market.to),
    first: plan.market.from,
    last: plan.market.to,
  };
  const bound = (day: number): string => (day <= 0 ? `${-day} PRECEDING` : `${day} FOLLOWING`);
  const gappy = `SELECT security_id FROM ${daily} WHERE session BETWEEN {from:UInt16} AND {to:UInt16} AND ${slice} AND security_id IN (SELECT security_id FROM ${table}) GROUP BY security_id HAVING count() < {to:UInt16} - {from:UInt16} + 1`;
  const frames = ranges.map(
    (range, index) =>
      `count() OVER (PARTITION BY security_id ORDER BY session RANGE BETWEEN ${bound(range.from)} AND ${bound(range.to)}) AS bars${index}`,
  );
  const counted = `SELECT security_id, session, ${frames.join(", ")} FROM ${daily} WHERE session BETWEEN {from:UInt16} AND {to:UInt16} AND security_id IN (${gappy})`;
  // A range that leaves the market is null, not short.
  const counts = ranges.map(
    (range, index) =>
      `countIf(bars${index} < ${range.to - range.from + 1} AND toInt32(session) + ${range.from} >= {first:Int32} AND toInt32(session) + ${range.to} <= {last:Int32})`,
  );
  return await countsOf(
    market,
    `SELECT [${counts.join(", ")}] AS counts FROM (${counted}) WHERE (security_id, session) IN (SELECT security_id, session FROM ${table} WHERE ${slice} AND security_id IN (${gappy}))`,
    params,
  );
}

async function unstableRows(
  market: Market,
  plan: Plan,
  table: string,
  needs: readonly Interval[],
  slice: string,
): Promise<number[]> {
  const daily = `${market.database}.daily`;
  const longest = Math.max(...needs.map((need) => need.to - need.from));
  const first = Math.min(...needs.map((need) => need.to));
  // Whoever has the bars in the stretch just before the first day needs no second look.
  const settled = `SELECT security_id FROM ${daily} WHERE session BETWEEN {start:UInt16} AND {from:UInt16} AND security_id IN (SELECT security_id FROM ${table}) GROUP BY security_id HAVING count() >= {bars:UInt32}`;
  const young = `SELECT DISTINCT security_id FROM ${table} WHERE ${slice} AND security_id NOT IN (${settled})`;
  const counted = `SELECT security_id, session, row_number() OVER (PARTITION BY security_id ORDER BY session) AS bars FROM ${daily} WHERE security_id IN (${young})`;
  const counts = needs.map(
    (need) =>
      `countIf(bars < ${need.to - need.from} AND (security_id, toInt32(session) - ${need.to}) IN (SELECT security_id, toInt32(session) FROM ${table} WHERE security_id IN (${young})))`,
  );
  return await countsOf(market, `SELECT [${counts.join(", ")}] AS counts FROM (${counted})`, {
    bars: longest,
    from: Math.max(0, plan.sessions.from + first),
    start: Math.max(0, plan.sessions.from + first - Math.ceil(longest * 1.05) - 10),
  });
}

async function splitRows(
  market: Market,
  _plan: Plan,
  table: string,
  spans: readonly Interval[],
  slice: string,
): Promise<number[]> {
  const { database } = market;
  const splits = `SELECT p.security_id AS security_id, toInt32(s.session) AS split_session FROM ${database}.split AS p INNER JOIN ${database}.session AS s ON p.date = s.date`;
  const counts = spans.map(
    ({ from, to }) =>
      `uniqExactIf(r.row, s.split_session > toInt32(r.session) + ${from} AND s.split_session <= toInt32(r.session) + ${to})`,
  );
  return await countsOf(
    market,
    `SELECT [${counts.join(", ")}] AS counts FROM (SELECT row, security_id, session FROM ${table} WHERE ${slice}) AS r INNER JOIN (${splits}) AS s ON r.security_id = s.security_id`,
    {},
  );
}

async function countsOf(market: Market, sql: string, params: Record<string, number>): Promise<number[]> {
  const [row] = await market.query<{ counts: (string | number)[] }>({ sql, params });
  return (row?.counts ?? []).map(Number);
}
