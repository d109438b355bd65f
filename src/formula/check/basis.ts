import { BASES, statementItem, type Basis } from "../../vocabulary/index.ts";
import { fieldOf } from "../code/catalogue.ts";
import { printCode } from "../code/print-code.ts";
import { replace } from "../diagnostic.ts";
import type { Edit, Fix } from "../diagnostic.ts";
import type { DataPoint, Node } from "../tree.ts";
import { children, walk } from "../walk.ts";
import type { Check, Checking } from "./checking.ts";
import { basesOf, bothScales, NO_SCALE, overDays } from "./bars.ts";
import type { Interval, Scale } from "./bars.ts";
import { callOf, isNode, literal, ruleAt } from "./facts.ts";

const LABELS: Readonly<Record<Basis, string>> = {
  adj: "Use adjusted values",
  adjdiv: "Use values adjusted for dividends too",
  unadj: "Use unadjusted values",
};

const TRADED: readonly Basis[] = ["adj", "unadj"];

const spansDays = (days: Interval | null): boolean => days !== null && days.from < days.to;

/** Values that are combined have one scale: all of one adjusted basis, or all unadjusted and of one day. */
export const checkBasis: Check = (checking) => {
  const { nodes, facts, report } = checking;
  // Reported once, for the innermost part that combines the scales.
  const done = new Set<Node>();
  let crossed = false;
  for (const node of nodes.toReversed()) {
    const inner = children(node);
    if (inner.some((part) => done.has(part))) done.add(node);
    const scale = meetingScales(checking, node);
    if (scale === null || done.has(node)) continue;
    if (basesOf(scale).length > 1 && !isFactor(node)) {
      const bases = scale.adjdiv ? BASES.toSorted((a, b) => Number(b === "adjdiv") - Number(a === "adjdiv")) : TRADED;
      report(
        "mixed-basis",
        node,
        {},
        bases.map((basis) => adjust(checking, node, basis)),
      );
      done.add(node);
    } else if (spansDays(scale.unadj) && !scale.adj && !scale.adjdiv && !crossed) {
      const whole = comparisonOf(checking, node);
      report("crosses-split", node, {}, [
        comparedLevels(checking, whole).length > 0 ? null : adjust(checking, whole, "adj"),
      ]);
      crossed = true;
      done.add(node);
    }
  }
  // A price of another day is adjusted in a trade, or refused.
  const inTrades = new Set(nodes.flatMap((node) => (node.kind === "trade" ? [...walk(node)] : [])));
  for (const node of nodes) {
    for (const [level, place] of comparedLevels(checking, node))
      if (isAdjustedAlone(facts(level).scale)) report("adjusted-level", place, {}, [asTraded(checking, level)]);
    if (node.kind === "sum" && isAdjustedAlone(facts(node).scale) && addsAmount(checking, node))
      reportAmount(checking, node, inTrades.has(node));
  }
};

function reportAmount(checking: Checking, sum: Sum, inTrade: boolean): void {
  const { notation, report } = checking;
  const traded = inTrade ? null : asTraded(checking, comparisonOf(checking, sum));
  if (traded !== null) return report("adjusted-amount", sum, { right: "use the unadjusted one" }, [traded]);
  const whole = withAmountAdjusted(checking, sum);
  if (whole !== null) {
    const right = notation.print(whole);
    return report("adjusted-amount", sum, { right: `let the amount be a part of the traded price: ${right}` }, [
      replace("Adjust the amount too", sum, right),
    ]);
  }
  // What a trade begins with is not known before the close.
  const close: Node = { ...NOWHERE, kind: "data", point: { ...CLOSE, day: inTrade ? -1 : 0 } };
  const part = notation.print(shareWith(close, { op: "-", node: { ...NOWHERE, kind: "number", value: 1 } }));
  report("adjusted-amount", sum, { right: `let the amount be a part of a traded price, as in * ( ${part} )` });
}

type Sum = Extract<Node, { kind: "sum" }>;

const NOWHERE = { from: 0, to: 0 } as const;
const CLOSE = { group: "daily", field: "close", basis: "unadj" } as const;

/** `( price + 0.01 ) / price`: what a traded price is multiplied with where the amount is added, on any scale. */
const shareWith = (price: Node, amount: Sum["rest"][number]): Node => ({
  ...NOWHERE,
  kind: "product",
  first: { ...NOWHERE, kind: "sum", first: price, rest: [amount] },
  rest: [{ op: "/", node: price }],
});

/** The sum of one price of one day and an amount of that day's money, adjusted as a whole; null for any other. */
function withAmountAdjusted(checking: Checking, { first, rest }: Sum): Node | null {
  const [second] = rest;
  if (second === undefined || rest.length > 1) return null;
  const isAmountFirst = isFixedAmount(checking, first) && second.op === "+";
  const [price, amount] = isAmountFirst ? [second.node, { ...second, node: first }] : [first, second];
  const { scale, unit } = checking.facts(price);
  if (price.kind !== "data" || unit !== "price" || !isAdjustable(price.point)) return null;
  const { group } = price.point;
  if ((group !== "daily" && group !== "intraday") || spansDays(scale.adj) || spansDays(scale.adjdiv)) return null;
  const share = shareWith(rebased(price, "unadj"), amount);
  return { ...NOWHERE, kind: "product", first: price, rest: [{ op: "*", node: share }] };
}

const isAdjustedAlone = ({ adj, adjdiv, unadj }: Scale): boolean => (adj ?? adjdiv) !== null && unadj === null;

/** A fix to unadjusted values; null where they would be of several days. */
function asTraded(checking: Checking, part: Node): Fix | null {
  const { adj, adjdiv } = meetingScales(checking, part) ?? checking.facts(part).scale;
  return spansDays(adj) || spansDays(adjdiv) ? null : adjust(checking, part, "unadj");
}

/** The largest part around a node that is one value or one comparison, which must have one scale. */
function comparisonOf({ nodes }: Checking, node: Node): Node {
  let whole = node;
  // Parents come before their children.
  for (const parent of nodes.slice(0, nodes.indexOf(node)).toReversed()) {
    const joins = parent.kind === "and" || parent.kind === "or" || parent.kind === "not";
    if (!joins && children(parent).includes(whole)) whole = parent;
  }
  return whole;
}

/** The scales that a node combines: of its operands, or of the days it reads. Null where it combines nothing. */
function meetingScales({ facts }: Checking, node: Node): Scale | null {
  if (node.kind === "data") return facts(node).scale;
  const parts = children(node).map((part) => facts(part).scale);
  if (node.kind === "sum" || node.kind === "product" || node.kind === "compare")
    return parts.reduce(bothScales, NO_SCALE);
  if (node.kind !== "call") return null;
  // A percent has no scale; the values it is made of have.
  const [x, n] = node.args;
  if (node.name === "pct_change") return isNode(x) ? overDays(facts(x).scale, -(literal(n) ?? 1), 0) : null;
  return parts.reduce(bothScales, facts(node).scale);
}

/** `[daily close adj] / [daily close]` of one day is the split factor, and one with `adjdiv` has that of dividends. */
function isFactor(node: Node): boolean {
  const [second] = node.kind === "product" ? node.rest : [];
  if (node.kind !== "product" || node.rest.length !== 1 || second?.op !== "/") return false;
  const [a, b] = [node.first, second.node];
  if (a.kind !== "data" || b.kind !== "data") return false;
  return printCode(rebased(a, "adj")) === printCode(rebased(b, "adj"));
}

/** Whether a part is the same on every day; zero is on every scale. */
const isFixedAmount = ({ facts }: Checking, part: Node): boolean =>
  facts(part).constant && !(part.kind === "number" && part.value === 0);

/** `[daily low -1 adj] - 0.01`: so many cents are another part of the price once it is adjusted. */
const addsAmount = (checking: Checking, sum: Sum): boolean =>
  children(sum).some((part) => isFixedAmount(checking, part));

/** Values with a scale that are compared with literals, and where. */
function comparedLevels(checking: Checking, node: Node): readonly (readonly [level: Node, place: Node])[] {
  const isLevel = (part: Node): boolean => basesOf(checking.facts(part).scale).length > 0;
  const isFixed = (part: Node): boolean => isFixedAmount(checking, part);
  const pairs: (readonly [Node, Node])[] = [];
  if (node.kind === "compare") pairs.push([node.left, node.right], [node.right, node.left]);
  if (node.kind === "call" && ["between", "in", "crosses_above", "crosses_below"].includes(node.name)) {
    const entry = callOf(node.name);
    const [x, ...others] = node.args
      .filter((arg, index) => isNode(arg) && entry && ruleAt(entry, index))
      .filter(isNode);
    const fixed = others.find(isFixed);
    if (x && fixed) pairs.push([x, fixed]);
  }
  return pairs.filter(([level, fixed]) => isLevel(level) && isFixed(fixed)).map(([level]) => [level, node]);
}

type BasedPoint = Extract<DataPoint, { basis: Basis }>;

/** Whether `adj` changes the point. */
function isAdjustable(point: DataPoint): point is BasedPoint {
  if (!("basis" in point)) return false;
  if (point.group === "indicator" || point.group === "period-indicator") return true;
  const group = point.group.startsWith("intraday") ? "intraday" : "daily";
  const fields = [point.field, ...("at" in point && typeof point.at === "object" ? [point.at.field] : [])];
  return fields.some((name) => ["price", "shares"].includes(fieldOf(group, name)?.adjusts ?? "never"));
}

const rebased = (node: Extract<Node, { kind: "data" }>, basis: Basis): Node =>
  "basis" in node.point ? { from: node.from, to: node.to, kind: "data", point: { ...node.point, basis } } : node;

/** Shares and amounts a share as reported, which have no adjusted form. */
const isReported = (node: Node): boolean =>
  node.kind === "data" &&
  (node.point.group === "earnings"
    ? ["price", "shares"].includes(statementItem(node.point.item)?.unit ?? "")
    : (node.point.group === "ownership" || node.point.group === "fundamental") &&
      fieldOf(node.point.group, node.point.field)?.unit === "shares");

/** Writes every price and volume of a part on one basis. Null where nothing would change, or something could not. */
export function adjust({ notation }: Checking, part: Node, basis: Basis): Fix | null {
  const edits: Edit[] = [];
  for (const node of walk(part)) {
    if (basis !== "unadj" && isReported(node)) return null;
    if (node.kind !== "data" || !isAdjustable(node.point) || node.point.basis === basis) continue;
    edits.push({ from: node.from, to: node.to, insert: notation.print(rebased(node, basis)) });
  }
  return edits.length === 0 ? null : { label: LABELS[basis], edits };
}
