import { OFF_HOURS_SOURCE } from "../../market/index.ts";
import type { BarField } from "../../vocabulary/index.ts";
import { nodeOf, seriesOf, type Expression, type NodeId } from "../plan/expression.ts";
import type { Plan, RowsRelation } from "../plan/plan.ts";
import { cellsSql, lessOrEqualSql } from "../equality.ts";
import type { Binding } from "./binding.ts";
import type { ScalarPrinter } from "./scalar.ts";

/** A bar column of `daily` as the language reads it: a float, adjusted where asked, null on an off-hours-only day. */
export function barSql(plan: Pick<Plan, "hasOffhours">, field: BarField, adjusted: boolean, table = "d"): string {
  const value = `toFloat64(${table}.${field})`;
  const based = adjusted
    ? field === "volume"
      ? `${value} / ${table}.split_factor`
      : `${value} * ${table}.split_factor`
    : value;
  return plan.hasOffhours ? `if(${table}.source = ${OFF_HOURS_SOURCE}, NULL, ${based})` : based;
}

/** Frame over the bar rows of a security whose sessions lie within days of the row's. */
function frame(from: number, to: number): string {
  const bound = (day: number): string =>
    day === 0 ? "CURRENT ROW" : day < 0 ? `${-day} PRECEDING` : `${day} FOLLOWING`;
  return `OVER (PARTITION BY security_id ORDER BY session RANGE BETWEEN ${bound(from)} AND ${bound(to)})`;
}

/** Columns of a window node at its level; nodes below it are columns already. */
export function windowColumns(
  plan: Plan,
  relation: RowsRelation,
  id: NodeId,
  printer: ScalarPrinter,
  binding: Binding,
): string[] {
  const node = nodeOf(plan.nodes, id);
  if (node.op === "firstTouch") {
    return [
      `groupArray((t_open, t_high, t_low)) ${frame(node.day + 1, node.day + node.days)} AS n${id}_bars`,
      `anyOrNull(t_close) ${frame(node.day, node.day)} AS n${id}_entry`,
    ];
  }
  if (node.op !== "window") throw new RangeError(`expression ${id} is no window`);
  const args = node.args.map((arg) => printer.print(arg));
  const by = node.args[1] === undefined ? null : nodeOf(plan.nodes, node.args[1]);
  const sql = aggregate(node, args, frame(node.from, node.to), by !== null && (by.op !== "bar" || by.adjusted));
  const guard =
    node.of === "value" || node.of === "untilTrue"
      ? null
      : node.of === "sinceTrue"
        ? outsideSince(plan, relation, node, args[0] ?? "NULL", binding)
        : outside(plan, relation, node, binding);
  return [`${guard === null ? sql : `if(${guard}, NULL, ${sql})`} AS n${id}`];
}

/** A window or bar as a value above its level. */
export function windowResult(plan: Plan, id: NodeId, binding: Binding): string {
  const node = nodeOf(plan.nodes, id);
  if (node.op !== "firstTouch") return `n${id}`;
  // Per day: an open beyond a level decides, else the stop, else the target.
  const [bars, entry] = [`n${id}_bars`, `n${id}_entry`];
  const target = `(${entry} * ${binding.bind(1 + node.target / 100, "Float64")})`;
  const stop = `(${entry} * ${binding.bind(1 - node.stop / 100, "Float64")})`;
  const atLeast = (a: string, b: string): string => lessOrEqualSql(b, a);
  const verdict = `multiIf(${atLeast("t.1", target)}, 1, ${atLeast(stop, "t.1")}, -1, ${atLeast(stop, "t.3")}, -1, ${atLeast("t.2", target)}, 1, 0)`;
  const firstVerdict = `arrayFirst(v -> v != 0, arrayMap(t -> ${verdict}, ${bars}))`;
  const unsettled = `toInt32(session) + ${node.day + node.days} > ${binding.bind(plan.market.to, "Int32")}`;
  return `multiIf(isNull(${entry}), NULL, ${firstVerdict} != 0, toFloat64(${firstVerdict}), ${unsettled}, NULL, 0.)`;
}

/** A deviation of so little of the mean is that of roundings. */
const STILL = 1e-9;

/** `rounded` where the day of an extreme is looked for among values that carry the rounding of a factor. */
function aggregate(
  node: Extract<Expression, { op: "window" }>,
  args: readonly string[],
  over: string,
  rounded: boolean,
): string {
  const [x = "NULL", by = "NULL"] = args;
  switch (node.of) {
    case "value":
    case "first":
      return `anyOrNull(${x}) ${over}`;
    case "last":
      return `anyLastOrNull(${x}) ${over}`;
    case "count":
      return `toFloat64(sumOrNull(${x}) ${over})`;
    case "any":
      return `maxOrNull(${x}) ${over}`;
    case "all":
      return `minOrNull(${x}) ${over}`;
    case "avg":
      return `ifNotFinite(avgOrNull(${x}) ${over}, NULL)`;
    case "sum":
      return `ifNotFinite(sumOrNull(${x}) ${over}, NULL)`;
    case "highest":
      return `maxOrNull(${x}) ${over}`;
    case "lowest":
      return `minOrNull(${x}) ${over}`;
    case "argHighest":
    case "argLowest": {
      // The engine's argMax takes any of equals; the earliest is made explicit. A null value of the day stays null.
      const [pick, order] =
        node.of === "argHighest" ? ["argMaxOrNullIf", "-toInt32(session)"] : ["argMinOrNullIf", "toInt32(session)"];
      const picked = (key: string): string =>
        `${pick}(tuple(toNullable(${x}), session), tuple(assumeNotNull(${key}), ${order}), isNotNull(${by})) ${over}`;
      if (!rounded) return `tupleElement(${picked(by)}, 1)`;
      // The earliest of the equals of the extreme is that of one of the two cells.
      const [one, other] = cellsSql(by).map(picked);
      return `if(tupleElement(${one}, 2) <= tupleElement(${other}, 2), tupleElement(${one}, 1), tupleElement(${other}, 1))`;
    }
    case "beta":
    case "correl": {
      const [a, b] = [`if(isNull(${by}), NULL, ${x})`, `if(isNull(${x}), NULL, ${by})`];
      const few = `countOrNull(${a}) ${over} < ${Math.max(2, Math.ceil((node.to - node.from + 1) / 2))}`;
      const still = (of: string): string =>
        `sqrt(varPopStableOrNull(${of}) ${over}) <= ${STILL} * abs(avgOrNull(${of}) ${over})`;
      const value =
        node.of === "beta"
          ? `covarPopStableOrNull(${a}, ${b}) ${over} / varPopStableOrNull(${b}) ${over}`
          : `greatest(-1., least(1., corrStableOrNull(${a}, ${b}) ${over}))`;
      const stills = (node.of === "beta" ? [b] : [a, b]).map(still);
      return `ifNotFinite(if(${[few, ...stills].map((one) => `ifNull(${one}, 1)`).join(" OR ")}, NULL, ${value}), NULL)`;
    }
    case "bars":
      return `toFloat64(count() ${over})`;
    case "untilTrue":
      return `(toFloat64(minOrNull(if(${x}, session, NULL)) ${over}) - toFloat64(session))`;
    case "sinceTrue":
      return `(toFloat64(session) + ${node.to} - toFloat64(maxOrNull(if(${x}, session, NULL)) ${over}))`;
  }
}

/**
 * Condition under which a range of days leaves the market's data, or the sessions for which minutes were imported where
 * it reads minutes; null where it never does for these rows.
 */
function outside(
  plan: Plan,
  relation: RowsRelation,
  node: Extract<Expression, { op: "window" }>,
  binding: Binding,
): string | null {
  const conditions: string[] = [];
  if (relation.sessions.from - relation.lookback < plan.market.from) {
    conditions.push(`toInt32(session) + ${node.from} < ${binding.bind(plan.market.from, "Int32")}`);
  }
  if (relation.sessions.to + relation.lookahead > plan.market.to) {
    conditions.push(`toInt32(session) + ${node.to} > ${binding.bind(plan.market.to, "Int32")}`);
  }
  const days = minuteDays(plan, node.args);
  if (days.length > 0 && plan.minuteSessions.length < plan.reach.to - plan.reach.from + 1) {
    const cumulative = binding.bind(cumulativeCoverage(plan), "Array(UInt16)");
    for (const day of days) {
      const [from, to] = [node.from + day - plan.reach.from, node.to + day - plan.reach.from];
      conditions.push(
        `${cumulative}[toInt32(session) + ${to + 2}] - ${cumulative}[toInt32(session) + ${from + 1}] != ${node.to - node.from + 1}`,
      );
    }
  }
  return conditions.length === 0 ? null : conditions.join(" OR ");
}

/**
 * As outside, for the sessions from the latest true one on: earlier ones are not read, and where there is none the
 * result is null anyway.
 */
function outsideSince(
  plan: Plan,
  relation: RowsRelation,
  node: Extract<Expression, { op: "window" }>,
  condition: string,
  binding: Binding,
): string | null {
  const conditions: string[] = [];
  if (relation.sessions.to + relation.lookahead > plan.market.to) {
    conditions.push(`toInt32(session) + ${node.to} > ${binding.bind(plan.market.to, "Int32")}`);
  }
  const days = minuteDays(plan, node.args);
  if (days.length > 0 && plan.minuteSessions.length < plan.reach.to - plan.reach.from + 1) {
    const cumulative = binding.bind(cumulativeCoverage(plan), "Array(UInt16)");
    const latest = `toInt32(maxOrNull(if(${condition}, session, NULL)) ${frame(node.from, node.to)})`;
    for (const day of days) {
      const [last, first] = [node.to + day - plan.reach.from + 2, day - plan.reach.from + 1];
      conditions.push(
        `ifNull(${cumulative}[toInt32(session) + ${last}] - ${cumulative}[${latest} + ${first}] != toInt32(session) + ${node.to} - ${latest} + 1, 0)`,
      );
    }
  }
  return conditions.length === 0 ? null : conditions.join(" OR ");
}

/** Day offsets at which the elements of a range read minutes; nested ranges guard themselves. */
function minuteDays(plan: Plan, args: readonly NodeId[]): number[] {
  const days = new Set<number>();
  const visit = (id: NodeId, day: number): void => {
    const node = nodeOf(plan.nodes, id);
    if (node.op === "scalar") for (const arg of node.args) visit(arg, day);
    if (node.op !== "lookup") return;
    const series = seriesOf(plan.series, node.series);
    if (series.kind === "intraday" || series.kind === "intraday-at" || (series.kind === "indicator" && series.bars))
      days.add(day + node.day);
    // Minutes were imported of a session, not of a security.
    if (series.kind === "other") visit(series.x, day + node.day);
  };
  for (const arg of args) visit(arg, 0);
  return [...days];
}

/** How many sessions with minutes there were before each session of the reach; one entry more than sessions. */
function cumulativeCoverage(plan: Plan): number[] {
  const covered = new Set(plan.minuteSessions);
  const sums = [0];
  for (let session = plan.reach.from; session <= plan.reach.to; session++)
    sums.push((sums.at(-1) ?? 0) + (covered.has(session) ? 1 : 0));
  return sums;
}
