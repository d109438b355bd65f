import {
  ARITHMETIC_WORDS,
  COMPARE_WORDS,
  CROSSING_WORDS,
  LOGICAL_WORDS,
  MEMBERSHIP_WORDS,
} from "../../vocabulary/index.ts";
import type { ValueType } from "../../vocabulary/index.ts";
import type { CheckEnv } from "../check/env.ts";
import { FactTable } from "../check/facts.ts";
import { NOTATIONS } from "../notation.ts";
import type { NotationName } from "../notation.ts";
import { readFormula } from "../read-formula.ts";
import { isNode, type Node } from "../tree.ts";
import { children } from "../walk.ts";
import type { Candidate } from "./candidates.ts";
import { nodeOf, Place } from "./place.ts";

/**
 * Operators in order of use: behind a value of a filter that is compared with nothing yet, behind one of a column, and
 * behind one that was compared. Those that code writes as functions are for words only.
 */
const IN_ORDER_OF_USE: Readonly<Record<ValueType, Readonly<Record<"filter" | "column" | "compared", string>>>> = {
  number: {
    filter: "> < >= <= * / - + between crosses_above crosses_below = !=",
    column: "/ * - + > < >= <= between crosses_above crosses_below = !=",
    compared: "& | * / - +",
  },
  date: { filter: "= >= <= > < between != - +", column: "- + = >= <= > < between !=", compared: "& | - +" },
  time: { filter: "<= >= < > between = != - +", column: "- + <= >= < > between = !=", compared: "& | - +" },
  text: { filter: "= != in", column: "= != in", compared: "& |" },
  boolean: { filter: "& |", column: "& |", compared: "& |" },
};

const IN_WORDS = [...MEMBERSHIP_WORDS, ...CROSSING_WORDS];
const ACCEPTED: ReadonlyMap<string, readonly string[]> = new Map(
  [...COMPARE_WORDS, ...ARITHMETIC_WORDS, ...LOGICAL_WORDS, ...IN_WORDS].map(({ code, accepted = [] }) => [
    code,
    accepted,
  ]),
);

const FUNCTIONS: ReadonlySet<string> = new Set(IN_WORDS.map(({ code }) => code));
/** Signs that make a condition of what they stand behind. */
const CONDITIONS: ReadonlySet<string> = new Set([...COMPARE_WORDS.map(({ code }) => code), ...FUNCTIONS]);

/** Longer operands are not read again for each operator. */
const MAX_OPERAND = 300;

const holds = ({ kind }: Node): boolean => kind === "and" || kind === "or" || kind === "not";

interface End {
  /** The sum, product or leaf that ends the text: what the next operator goes with. */
  readonly operand: Node;
  /** Whether it is the right side of a comparison, so that another would make a chain. */
  readonly comparison: boolean;
  /** Whether it is an argument of a call. */
  readonly inside: boolean;
}

/** The argument of a call that goes on at the end of a text; null where it is no value, undefined where the call has ended. */
function openArgument(call: Extract<Node, { kind: "call" }>, text: string): Node | null | undefined {
  const last = call.args.at(-1);
  const isValue = isNode(last);
  const rest = text.slice(isValue ? last.to : call.to - 1, call.to);
  if (rest.includes(")")) return undefined;
  if (text.slice(call.from).toLowerCase().startsWith(call.name)) return isValue ? last : null;
  // In words a function may stand between its arguments: `close is between 5 and 10` has ended, a list in it has not.
  return call.name === "in" ? null : undefined;
}

/** What a text ends with; null inside the days of a call. */
function endOf(tree: Node, text: string): End | null {
  let [node, comparison, inside] = [tree, false, false];
  for (;;) {
    const open = node.kind === "call" ? openArgument(node, text) : undefined;
    if (open === null) return null;
    if (open !== undefined) {
      [node, comparison, inside] = [open, false, true];
      continue;
    }
    comparison ||= node.kind === "compare";
    const last = children(node).at(-1);
    if ((!holds(node) && node.kind !== "compare") || last === undefined) return { operand: node, comparison, inside };
    node = last;
  }
}

/** The operators that may follow at a position, so that the formula around has no new mistake once a value stands behind. */
export function operatorsAt(
  text: string,
  position: number,
  env: CheckEnv,
  notation: NotationName,
): readonly Candidate[] {
  const before = text.slice(0, position);
  const { tree } = readFormula(before, notation);
  const end = tree && endOf(tree, before);
  if (!end) return [];
  const { operand, comparison, inside } = end;
  const { type } = new FactTable(env).of(operand);
  if (type === "unknown") return [];
  // Behind anything but a comparison stands what stood before; a comparison makes a condition of it.
  const said = before.slice(operand.from, operand.to);
  const place =
    said.length <= MAX_OPERAND && (inside || text.slice(position).trim() !== "")
      ? new Place(text, operand.from, operand.to, env, notation)
      : null;
  const fits = (sign: string): boolean =>
    (notation === "words" || !FUNCTIONS.has(sign)) &&
    (place === null || !CONDITIONS.has(sign) || place.takes(nodeOf(`${said} = ${said}`, notation)));
  return IN_ORDER_OF_USE[type][comparison ? "compared" : env.use]
    .split(" ")
    .filter(fits)
    .map((sign): Candidate => {
      const label = NOTATIONS[notation].sign(sign);
      return {
        kind: "operator",
        key: `operator ${sign}`,
        label,
        names: [label],
        titles: ACCEPTED.get(sign) ?? [],
        inserts: [sign === "in" ? `${label} (` : label],
        detail: "operator",
        doc: notation === "words" ? sign : NOTATIONS.words.sign(sign),
      };
    });
}
