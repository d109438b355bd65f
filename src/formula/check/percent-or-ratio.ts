import { numberText } from "../code/literal-text.ts";
import type { Edit, Fix } from "../diagnostic.ts";
import type { CompareOp, Node } from "../tree.ts";
import type { Check, Checking } from "./checking.ts";
import { literal } from "./facts.ts";
import { priceRatio } from "./price-ratios.ts";

/**
 * Ratios are parts of one, percents are in points: `[daily open] / [daily close -1] > 4` is 400 %, `{gap} > 0.04` is four
 * hundredths of a percent. Where the other one is likely, both are offered, said in words.
 */
export const checkPercentOrRatio: Check = (checking) => {
  for (const node of checking.nodes) {
    if (node.kind !== "compare" || node.op === "=" || node.op === "!=") continue;
    const [left, right] = [literal(node.left), literal(node.right)];
    if (left === null && right !== null) compared(checking, node, node.left, node.op, node.right);
    else if (right === null && left !== null) compared(checking, node, node.right, FLIPPED[node.op], node.left);
  }
};

type Order = Exclude<CompareOp, "=" | "!=">;
const FLIPPED = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" } as const;
const SAID: Readonly<Record<Order, string>> = { ">": "above", "<": "below", ">=": "at least", "<=": "at most" };

/** A change of at most so much in percents is hardly ever asked for; as a part of one it is usual. */
const MAX_SMALL_PERCENT = 0.2;
/** Quotients of prices are near 1: these are far from it. */
const isNoQuotient = (value: number): boolean => value < 0 || (value > 0 && value <= 0.3) || value >= 2;

interface Meanings {
  readonly said: string;
  readonly means: string;
  /** The number that was probably meant, and what it says. */
  readonly meant: number;
  readonly meantSays: string;
  /** What the formula says as it stands. */
  readonly says: string;
  /** Writes the same with the percent or the part of one made plain. */
  readonly plain: "percent" | "part";
}

function compared(checking: Checking, place: Node, value: Node, op: Order, number: Node): void {
  const found = literal(number) ?? 0;
  const meanings = meaningsOf(checking, value, found);
  if (meanings === null) return;
  const { said, means, meant, meantSays, says, plain } = meanings;
  const { sign } = checking.notation;
  const other = plain === "percent" ? rounded(found * 100) : rounded(found / 100);
  const kept: readonly Edit[] = [
    ...around(value, ` ${sign(plain === "percent" ? "*" : "/")} 100`),
    { from: number.from, to: number.to, insert: written(other) },
  ].toSorted((a, b) => a.from - b.from);
  const fixes: readonly Fix[] = [
    {
      label: `${SAID[op]} ${written(meant)} (${meantSays})`,
      edits: [{ from: number.from, to: number.to, insert: written(meant) }],
    },
    { label: `${SAID[op]} ${written(found)} (${says})`, edits: kept },
  ];
  checking.report("percent-or-ratio", place, { said: `${said} ${SAID[op]} ${written(found)}`, means }, fixes);
}

function meaningsOf({ facts, env }: Checking, value: Node, found: number): Meanings | null {
  const { type, unit, constant } = facts(value);
  if (type !== "number" || constant || found === 0) return null;
  if (unit === "percent") {
    if (Math.abs(found) > MAX_SMALL_PERCENT || isTimesHundred(value)) return null;
    const meant = rounded(found * 100);
    return {
      said: "A percent",
      means: `${written(found)} %, since percents are in points`,
      meant,
      meantSays: `${written(meant)} %`,
      says: `${written(found)} %`,
      plain: "part",
    };
  }
  const shape = unit === "ratio" ? priceRatio(value, env, { of: facts }) : null;
  if (shape === "quotient" && isNoQuotient(found)) {
    const meant = rounded(1 + (Math.abs(found) >= 1 ? found / 100 : found));
    if (meant <= 0) return null;
    const says = found < 0 ? "below zero, which no ratio of prices is" : moved(rounded((found - 1) * 100));
    return {
      said: "A ratio of prices",
      means: found < 0 ? "below zero" : `${written(rounded(found * 100))} %, ${says}`,
      meant,
      meantSays: moved(rounded((meant - 1) * 100)),
      says,
      plain: "percent",
    };
  }
  if (shape === "change" && Math.abs(found) >= 1) {
    const meant = rounded(found / 100);
    const percent = rounded(found * 100);
    return {
      said: "A change",
      means: `${written(percent)} %`,
      meant,
      meantSays: moved(found),
      says: moved(percent),
      plain: "percent",
    };
  }
  return null;
}

const moved = (percent: number): string => `a ${percent < 0 ? "fall" : "rise"} of ${written(Math.abs(percent))} %`;

/** `( a / b - 1 ) * 100`: whoever writes the hundred knows what they compare. */
const isTimesHundred = (node: Node): boolean =>
  node.kind === "product" && [node.first, ...node.rest.map((term) => term.node)].some((term) => literal(term) === 100);

/** Without the noise of binary fractions. */
const rounded = (value: number): number => Number(value.toPrecision(12));

const written = (value: number): string => (value < 0 ? `-${numberText(-value)}` : numberText(value));

/** Edits that put an operator behind a value, in parentheses where it is a sum. */
export function around(node: Node, behind: string): readonly Edit[] {
  const bare = node.kind === "sum";
  return [
    ...(bare ? [{ from: node.from, to: node.from, insert: "( " }] : []),
    { from: node.to, to: node.to, insert: bare ? ` )${behind}` : behind },
  ];
}
