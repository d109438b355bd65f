import { clock, REGULAR_CLOSE, REGULAR_OPEN, TRADE_BOUNDS } from "../../vocabulary/index.ts";
import { compareKnownAt, knownAtLabel } from "../known-at.ts";
import type { KnownAt } from "../known-at.ts";
import { tradeFormulas, tradeNumber } from "../trade.ts";
import type { Node, Trade } from "../tree.ts";
import { children, walk } from "../walk.ts";
import { adjust } from "./basis.ts";
import type { Check, Checking } from "./checking.ts";
import { columnKey } from "./env.ts";
import type { CheckEnv } from "./env.ts";
import { callOf } from "./facts.ts";
import { columnTree } from "./known-columns.ts";

type TradeNode = Extract<Node, { kind: "trade" }>;

/** A trade begins on the row's day, with levels that are known by then, and is a column. */
export const checkTrades: Check = (checking) => {
  const { nodes, env, report } = checking;
  for (const node of nodes) {
    if (node.kind === "call" && looksElsewhere(node)) {
      const [part] = children(node).filter((arg) => holdsTrade(arg, env));
      if (part) report("trade-moved", part, { found: node.name });
    }
    if (node.kind !== "trade") continue;
    if (env.use === "filter") report("trade-in-filter", node, {});
    checkTimes(checking, node);
    checkReach(checking, node);
    checkFormulas(checking, node);
  }
};

/** Functions that look at other days than the row's, beside those that say so by what they take. */
const OTHER_DAYS: ReadonlySet<string> = new Set([
  "change",
  "pct_change",
  "crosses_above",
  "crosses_below",
  "bars_since",
]);

/** Whether a call looks at other days or other securities than the row's. */
export function looksElsewhere({ name, args }: Extract<Node, { kind: "call" }>): boolean {
  const entry = callOf(name);
  if (OTHER_DAYS.has(name) || args.some(({ kind }) => kind === "group" || kind === "range")) return true;
  // `min(a, b)` and the like are over many only where a group is written.
  return (entry?.arguments ?? []).some(({ rule }) => ["day", "range", "group", "aggregate"].includes(rule.kind));
}

/** Whether a trade is in a formula, or in a column that it names. */
export function holdsTrade(tree: Node, env: CheckEnv): boolean {
  const seen = new Set<string>();
  const open: Node[] = [tree];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const node of walk(next)) {
      if (node.kind === "trade") return true;
      const key = node.kind === "column" ? columnKey(node.name) : null;
      if (key === null || seen.has(key)) continue;
      seen.add(key);
      const column = columnTree(key, env);
      if (column) open.push(column);
    }
  }
  return false;
}

/** When a trade may begin: its levels must be known by then. */
function beginOf({ entry }: Trade): KnownAt {
  if (entry.at === "close") return { day: 0, minute: "close" };
  return { day: 0, minute: entry.at === "time" ? entry.minute : entry.start };
}

function checkTimes({ report, notation }: Checking, node: TradeNode): void {
  const { entry, until, when } = node.trade;
  const first = entry.at === "time" ? entry.minute : entry.at === "level" ? entry.start : REGULAR_CLOSE;
  const last = entry.at === "level" ? entry.end : first;
  const end = until.minute === "close" ? REGULAR_CLOSE - 1 : until.minute;
  if (entry.at === "level" && entry.end < entry.start)
    report("trade-order", node, { what: `The window ends at ${clock(entry.end)}, before it begins` });
  else if (until.day === 0 && (entry.at === "close" || end < last))
    report("trade-order", node, { what: "The trade ends before it begins" });
  else if (when && (until.day === 0 || until.minute !== "close"))
    report("trade-order", node, {
      what: "A condition ends a trade at the close of a later day, so the trade ends with until close and a number of sessions",
    });
  const regular = (minute: number): boolean => minute >= REGULAR_OPEN && minute < REGULAR_CLOSE;
  const both = entry.at === "close" || (regular(first) && regular(last));
  if (until.day > 0 && !(both && regular(end)))
    report("trade-hours", node, { open: notation.time(REGULAR_OPEN), close: notation.time(REGULAR_CLOSE - 1) });
}

/** No price falls by 100 percent: a level that far below is never reached. */
function checkReach({ report }: Checking, node: TradeNode): void {
  const { side, target, stop, trail } = node.trade;
  const below = side === "long" ? ({ stop, trail } as const) : ({ target } as const);
  for (const [clause, level] of Object.entries(below))
    if (level?.by === "percent" && tradeNumber(level.value) >= 100)
      report("trade-reach", node, { clause, found: `${tradeNumber(level.value)}` });
}

function checkFormulas(checking: Checking, node: TradeNode): void {
  const { facts, report } = checking;
  const { trade } = node;
  const begin = beginOf(trade);
  for (const clause of ["target", "stop", "trail"] as const) {
    const level = trade[clause];
    if (level === null || level.by === "price" || typeof level.value === "number") continue;
    const most = level.by === "percent" ? TRADE_BOUNDS.percent : TRADE_BOUNDS.atr;
    if (level.value.value <= 0 || level.value.value > most)
      report("trade-clause", level.value, { clause, right: `a number above 0 and up to ${most}` });
  }
  for (const formula of tradeFormulas(trade)) {
    const { type, unit, known, scale } = facts(formula);
    if (type === "unknown") continue;
    if (formula === trade.when) {
      if (type !== "boolean") report("trade-level", formula, { needed: "a condition, which holds or not" });
      else if (known && compareKnownAt(known, { day: 0, minute: "close" }) > 0)
        report("trade-lookahead", formula, { known: knownAtLabel(known), begin: "the close of each day" });
      continue;
    }
    if (type !== "number" || (unit !== "price" && unit !== "plain" && unit !== null))
      report("trade-level", formula, { needed: "a price" });
    else if (known && compareKnownAt(known, begin) > 0)
      report("trade-lookahead", formula, { known: knownAtLabel(known), begin: knownAtLabel(begin) });
    else if (scale.adjdiv || (scale.unadj && (scale.adj || scale.unadj.from < 0)))
      report("trade-basis", formula, {}, [adjust(checking, formula, "adj")]);
  }
}
