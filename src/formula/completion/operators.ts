import { ARITHMETIC_WORDS, COMPARE_WORDS, LOGICAL_WORDS } from "../../vocabulary/index.ts";
import type { ValueType } from "../../vocabulary/index.ts";
import type { CheckEnv } from "../check/env.ts";
import { FactTable } from "../check/facts.ts";
import { NOTATIONS } from "../notation.ts";
import type { NotationName } from "../notation.ts";
import { readFormula } from "../read-formula.ts";
import type { Node } from "../tree.ts";
import { children } from "../walk.ts";
import type { Candidate } from "./candidates.ts";
import { nodeOf, Place } from "./place.ts";

/**
 * Operators in order of use: behind a value of a filter that is compared with nothing yet, behind one of a column, and
 * behind one that was compared.
 */
const IN_ORDER_OF_USE: Readonly<Record<ValueType, Readonly<Record<"filter" | "column" | "compared", string>>>> = {
  number: { filter: "> < >= <= * / - + = !=", column: "/ * - + > < >= <= = !=", compared: "& | * / - +" },
  date: { filter: "= >= <= > < != - +", column: "- + = >= <= > < !=", compared: "& | - +" },
  time: { filter: "<= >= < > = != - +", column: "- + <= >= < > = !=", compared: "& | - +" },
  text: { filter: "= !=", column: "= !=", compared: "& |" },
  boolean: { filter: "& |", column: "& |", compared: "& |" },
};

const ACCEPTED: ReadonlyMap<string, readonly string[]> = new Map(
  [...COMPARE_WORDS, ...ARITHMETIC_WORDS, ...LOGICAL_WORDS].map(({ code, accepted = [] }) => [code, accepted]),
);

/** Longer operands are not read again for each operator. */
const MAX_OPERAND = 300;

const COMPARES: ReadonlySet<string> = new Set(COMPARE_WORDS.map(({ code }) => code));
const holds = ({ kind }: Node): boolean => kind === "and" || kind === "or" || kind === "not";

interface End {
  /** The sum, product or leaf that ends the text: what the next operator goes with. */
  readonly operand: Node;
  /** Whether it is the right side of a comparison, so that another would make a chain. */
  readonly comparison: boolean;
  /** Whether it is an argument of a call. */
  readonly inside: boolean;
}

/** What a text ends with; null inside the days of a call. */
function endOf(tree: Node, text: string): End | null {
  let [node, comparison, inside] = [tree, false, false];
  for (;;) {
    if (node.kind === "call" && !text.slice(node.from, node.to).trimEnd().endsWith(")")) {
      const last = node.args.at(-1);
      if (last === undefined || last.kind === "range" || last.kind === "day") return null;
      [node, comparison, inside] = [last, false, true];
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
    place === null || !COMPARES.has(sign) || place.takes(nodeOf(`${said} ${sign} ${said}`, notation));
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
        inserts: [label],
        detail: "operator",
        doc: notation === "words" ? sign : NOTATIONS.words.sign(sign),
      };
    });
}
