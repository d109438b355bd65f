import type { ValueType } from "../../vocabulary/index.ts";
import type { CheckEnv } from "../check/env.ts";
import { FactTable } from "../check/facts.ts";
import { valuesOf } from "../check/values.ts";
import { columnText, textLiteral } from "../code/literal-text.ts";
import type { NotationName } from "../notation.ts";
import { NOTATIONS } from "../notation.ts";
import { readFormula } from "../read-formula.ts";
import type { Node } from "../tree.ts";
import { children } from "../walk.ts";
import { columnCandidates, GROUP_WORDS, OPERATORS, pointWords, VALUES } from "./candidates.ts";
import type { Candidate } from "./candidates.ts";
import type { CompletionContext } from "./context.ts";
import { nodeOf, Place, PLACEHOLDER } from "./place.ts";
import { continuations, TAILS, wordValues } from "./words-candidates.ts";

/** One entry of the completion list. */
export interface CompletionOption {
  readonly kind: Candidate["kind"];
  readonly label: string;
  /** What stands from `context.from` to `context.to` afterwards. */
  readonly insert: string;
  /** Stretches of `insert` that are examples to type over, in order. */
  readonly slots: readonly { readonly from: number; readonly to: number }[];
  /** Unit, type, signature. */
  readonly detail: string;
  readonly doc: string;
}

/** No data point is longer; what goes on with one is read once for each candidate. */
const MAX_POINT_LENGTH = 300;

/**
 * What may be inserted in a context: only options with which the formula has no new mistake, one that more typing mends
 * aside (a filter that is no condition yet). Derived from the vocabulary and the columns of `env`.
 */
export function completionOptions(context: CompletionContext, env: CheckEnv): readonly CompletionOption[] {
  switch (context.kind) {
    case "none":
      return [];
    case "operator":
      return operators(context, env);
    case "text":
      return texts(context, env);
    case "value": {
      const place = new Place(context.text, context.from, context.to, env);
      const columns = columnCandidates(ownNames(env)).map((one) => ({ ...one, inserts: one.inserts.map(columnText) }));
      return offered(
        [...VALUES, ...columns],
        (insert) => place.takes(nodeOf(insert)),
        (insert) => slotsOf(insert),
      );
    }
    case "phrase": {
      const { text, from, to, open } = context;
      if (from - open > MAX_POINT_LENGTH) return [];
      const place = new Place(text, open, to, env, "words");
      const columns = columnCandidates(ownNames(env)).map((one) => ({ ...one, inserts: one.inserts.map(columnText) }));
      const candidates = open === from ? [...wordValues(), ...columns] : continuations();
      const fits = (insert: string): boolean => place.takes(nodeOf(text.slice(open, from) + insert, "words"));
      return offered(candidates, fits, (insert) => slotsOf(insert, "words"));
    }
    case "after": {
      const { text, from, to, open } = context;
      const signs = operators(context, env, "words");
      if (open === null || from - open > MAX_POINT_LENGTH) return signs;
      const place = new Place(text, open, to, env, "words");
      const blank = /\s$/.test(text.slice(0, from)) ? "" : " ";
      const fits = (insert: string): boolean =>
        place.takes(nodeOf(`${text.slice(open, from)}${blank}${insert}`, "words"));
      const tails = offered(TAILS, fits, noSlots).map((one) => ({ ...one, insert: blank + one.insert }));
      return [...tails, ...signs];
    }
    case "column": {
      const end = context.closed ? context.to + 1 : context.to;
      const place = new Place(context.text, context.from - 1, end, env, context.notation);
      const close = context.closed ? "" : "}";
      const candidates = columnCandidates(ownNames(env));
      return offered(candidates, (name) => place.takes(nodeOf(columnText(name))), noSlots, close);
    }
    case "group":
    case "point": {
      const { text, from, to, open, close } = context;
      const end = close ?? bracketEnd(text, to);
      if (end - open > MAX_POINT_LENGTH) return [];
      const place = new Place(text, open, close === null ? end : end + 1, env);
      const candidates =
        context.kind === "group"
          ? GROUP_WORDS
          : pointWords(context.group, /^\s*\S+\s+\S/.test(text.slice(open + 1, from) + text.slice(to, end)));
      const whole = (insert: string): string => `${text.slice(open, from)}${insert}${text.slice(to, end)}]`;
      const fits = (insert: string): boolean => place.takes(nodeOf(whole(insert)));
      return offered(candidates, fits, noSlots, close === null && text.slice(to, end).trim() === "" ? "]" : "");
    }
  }
  return context satisfies never;
}

const ownNames = (env: CheckEnv): readonly string[] =>
  env.use === "column" ? [...env.columns.values()].map(({ name }) => name) : [];

type Slots = CompletionOption["slots"];
const noSlots = (): Slots => [];

/** The arguments of a function's example. */
function slotsOf(insert: string, notation: NotationName = "code"): Slots {
  const node = nodeOf(insert, notation);
  return node?.kind === "call" ? node.args.map(({ from, to }) => ({ from, to })) : [];
}

function offered(
  candidates: readonly Candidate[],
  fits: (insert: string) => boolean,
  slots: (insert: string) => Slots,
  close = "",
): readonly CompletionOption[] {
  return candidates.flatMap(({ inserts, ...rest }) => {
    const insert = inserts.find(fits);
    return insert === undefined ? [] : [{ ...rest, insert: insert + close, slots: slots(insert) }];
  });
}

/** Where a point without its closing bracket most probably ends: what is left of its line of words. */
function bracketEnd(text: string, from: number): number {
  return from + (/^[^<>=!&|*/()[\]{}]*/.exec(text.slice(from))?.[0].trimEnd().length ?? 0);
}

/** The sum, product or leaf at the end of a formula: what the next operator goes with. */
function lastOperand(tree: Node): Node {
  let node = tree;
  for (;;) {
    const last = children(node).at(-1);
    const holds = node.kind === "and" || node.kind === "or" || node.kind === "not" || node.kind === "compare";
    if (!holds || last === undefined) return node;
    node = last;
  }
}

function operators(
  context: CompletionContext,
  env: CheckEnv,
  notation: NotationName = "code",
): readonly CompletionOption[] {
  const { tree } = readFormula(context.text.slice(0, context.from), notation);
  // Of the value that ends before the caret.
  const type = tree === null ? "unknown" : new FactTable(env).of(lastOperand(tree)).type;
  const { arithmetic, order, equality, logical } = OPERATORS;
  const compared = tree !== null && endsWithComparison(tree);
  const blank = /\s$/.test(context.text.slice(0, context.from)) ? "" : " ";
  const of: Readonly<Record<ValueType | "unknown", readonly Candidate[]>> = {
    number: [...(compared ? [] : [...order, ...equality]), ...arithmetic],
    date: [...(compared ? [] : [...order, ...equality]), ...arithmetic.slice(0, 2)],
    time: [...(compared ? [] : [...order, ...equality]), ...arithmetic.slice(0, 2)],
    text: compared ? [] : equality,
    boolean: logical,
    unknown: [],
  };
  const candidates = compared && type !== "boolean" ? [...of[type], ...logical] : of[type];
  const { sign } = NOTATIONS[notation];
  return offered(candidates, () => true, noSlots).map((option) => ({
    ...option,
    label: sign(option.label),
    insert: `${blank}${sign(option.insert)} `,
    doc: notation === "words" ? option.label : option.doc,
  }));
}

/** Whether the last operand is the right side of a comparison, so that another would make a chain. */
function endsWithComparison(tree: Node): boolean {
  let node = tree;
  for (;;) {
    if (node.kind === "compare") return true;
    const last = children(node).at(-1);
    if ((node.kind !== "and" && node.kind !== "or" && node.kind !== "not") || last === undefined) return false;
    node = last;
  }
}

/** Values of the field that a text is compared with. */
function texts(context: Extract<CompletionContext, { kind: "text" }>, env: CheckEnv): readonly CompletionOption[] {
  const { text, from, to } = context;
  const place = text.slice(0, from) + textLiteral(PLACEHOLDER) + text.slice(to);
  const { tree } = readFormula(place, context.notation ?? "code");
  const field = tree && fieldBeside(tree);
  const values = field ? (valuesOf(field, env) ?? []) : [];
  return values.map((value) => ({
    kind: "value",
    label: value,
    insert: textLiteral(value),
    slots: [],
    detail: field ?? "",
    doc: "",
  }));
}

const isPlace = (node: Node): boolean => node.kind === "text" && node.value === PLACEHOLDER;

function fieldBeside(tree: Node): string | null {
  const open: Node[] = [tree];
  for (let node = open.pop(); node; node = open.pop()) {
    const parts = children(node);
    const compares = node.kind === "compare" || (node.kind === "call" && node.name === "in");
    if (compares && parts.some(isPlace)) {
      for (const one of parts) {
        if (one.kind !== "data") continue;
        const { point } = one;
        if (point.group === "identity" || point.group === "fundamental") return point.field;
      }
    }
    open.push(...parts);
  }
  return null;
}
