import { TRADE_BOUNDS } from "../../vocabulary/index.ts";
import type { TradeField, TradeSide } from "../../vocabulary/index.ts";
import { replace } from "../diagnostic.ts";
import type { Fix } from "../diagnostic.ts";
import type { Argument, Node, Trade } from "../tree.ts";
import { children } from "../walk.ts";
import type { Check, Checking } from "./checking.ts";
import { literal } from "./facts.ts";
import { looksElsewhere } from "./trades.ts";

/**
 * Only a trade has a side and an entry of its own, and only minutes say which of two levels a day reached first. Reported
 * where a trade may stand: in a column, and not on another day.
 */
export const checkOutcomes: Check = (checking) => {
  const { env, nodes, report } = checking;
  if (env.use !== "column") return;
  const moved = new Set<Node>();
  const comparisons = new Map<Node, Comparison>();
  // Parents come before their children.
  for (const node of nodes) {
    if (moved.has(node) || (node.kind === "call" && looksElsewhere(node)))
      for (const child of children(node)) moved.add(child);
    if (moved.has(node)) continue;
    if (node.kind === "compare" && node.op === "=") comparisons.set(node.left, node);
    if (node.kind !== "call") continue;
    const { name, args } = node;
    if (name === "mfe" || name === "mae")
      report("outcome-side", node, { name }, [sideFix(checking, node, "long"), sideFix(checking, node, "short")]);
    else if (name === "first_touch")
      report("outcome-levels", node, {}, [reasonFix(checking, node, args, comparisons.get(node))]);
  }
};

type Comparison = Extract<Node, { kind: "compare" }>;

/** What `first_touch` gives, as a trade says it. */
const REASONS: ReadonlyMap<number | null, string> = new Map([
  [1, "target"],
  [-1, "stop"],
  [0, "time"],
]);

/** A number that is written, not one of a parameter. */
const written = (arg: Argument | undefined): number | null =>
  arg?.kind === "number" && arg.parameter === undefined ? literal(arg) : null;

/** A trade from the close over so many sessions; null where no trade is as long. */
function tradeOf(
  field: TradeField,
  side: TradeSide,
  days: number | null,
  levels: Partial<Pick<Trade, "stop" | "target">> = {},
): Node | null {
  if (days === null || days > TRADE_BOUNDS.sessions) return null;
  const until = { minute: "close", day: days } as const;
  const none = { stop: null, target: null, trail: null, when: null, choice: "none" } as const;
  return { from: 0, to: 0, kind: "trade", trade: { field, side, entry: { at: "close" }, until, ...none, ...levels } };
}

function sideFix({ notation }: Checking, node: Extract<Node, { kind: "call" }>, side: TradeSide): Fix | null {
  const trade = tradeOf(node.name === "mfe" ? "mfe" : "mae", side, written(node.args[0]));
  return trade && replace(`Ask a ${side} trade`, node, notation.print(trade));
}

/** The reason why a trade ended, also where it is compared with a number of `first_touch`. */
function reasonFix(
  { notation }: Checking,
  node: Node,
  args: readonly Argument[],
  comparison: Comparison | undefined,
): Fix | null {
  const [target, stop, days] = args.map(written);
  if (target == null || stop == null) return null;
  const trade = tradeOf("reason", "long", days ?? null, {
    target: { by: "percent", value: target },
    stop: { by: "percent", value: stop },
  });
  const reason = comparison === undefined ? undefined : REASONS.get(literal(comparison.right));
  if (trade === null) return null;
  if (comparison === undefined || reason === undefined) return replace("Ask a trade", node, notation.print(trade));
  const right: Node = { from: 0, to: 0, kind: "text", value: reason };
  return replace("Ask a trade", comparison, notation.print({ ...comparison, left: trade, right }));
}
