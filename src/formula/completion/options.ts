import type { ValueType } from "../../vocabulary/index.ts";
import { MISTAKES } from "../check/check.ts";
import { Checking } from "../check/checking.ts";
import type { CheckEnv } from "../check/env.ts";
import { FactTable } from "../check/facts.ts";
import { valuesOf } from "../check/values.ts";
import { columnText, textLiteral } from "../code/literal-text.ts";
import { readCode } from "../code/read-code.ts";
import { NOTATIONS } from "../notation.ts";
import type { Node } from "../tree.ts";
import { children, replaceNode } from "../walk.ts";
import { columnCandidates, GROUP_WORDS, OPERATORS, pointWords, VALUES } from "./candidates.ts";
import type { Candidate } from "./candidates.ts";
import type { CompletionContext } from "./context.ts";

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
      return offered([...VALUES, ...columns], (insert) => place.takes(nodeOf(insert)), slotsOf);
    }
    case "column": {
      const end = context.closed ? context.to + 1 : context.to;
      const place = new Place(context.text, context.from - 1, end, env);
      const close = context.closed ? "" : "}";
      const candidates = columnCandidates(ownNames(env));
      return offered(candidates, (name) => place.takes(nodeOf(columnText(name))), noSlots, close);
    }
    case "group":
    case "point": {
      const { text, from, to, open, close } = context;
      const end = close ?? bracketEnd(text, to);
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
function slotsOf(insert: string): Slots {
  const node = nodeOf(insert);
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

const nodes = new Map<string, Node | null>();

/** The tree of a candidate; null where it is none. */
function nodeOf(code: string): Node | null {
  const known = nodes.get(code);
  if (known !== undefined) return known;
  const { tree, whole } = readCode(code);
  if (nodes.size > 2_000) nodes.clear();
  const node = whole ? tree : null;
  nodes.set(code, node);
  return node;
}

/** Where a point without its closing bracket most probably ends: what is left of its line of words. */
function bracketEnd(text: string, from: number): number {
  return from + (/^[^<>=!&|*/()[\]{}]*/.exec(text.slice(from))?.[0].trimEnd().length ?? 0);
}

/** Mistakes that more typing mends. */
const UNFINISHED: ReadonlySet<string> = new Set(["filter-not-boolean", "not-a-condition", "argument-count"]);

/** A name no column can have: braces and bars are stripped from names, this stands between them. */
const PLACEHOLDER = "\u{f0000}";

/**
 * A stretch of a formula into which candidates are put. The formula is read once with a placeholder; a candidate then
 * only asks for the checks of the nodes around it, so that a long formula costs no more than a short one.
 */
class Place {
  readonly #env: CheckEnv;
  readonly #tree: Node | null;
  /** From the root to the placeholder. */
  readonly #path: readonly Node[];
  readonly #facts: FactTable;

  constructor(text: string, from: number, to: number, env: CheckEnv) {
    const hole = `{${PLACEHOLDER}}`;
    const { tree, diagnostics } = readCode(text.slice(0, from) + hole + text.slice(to));
    const end = from + hole.length;
    // Touching the placeholder: it has no place there, as between two values.
    const refused = diagnostics.some(
      (found) => found.severity === "error" && found.code !== "not-closed" && found.from <= end && found.to >= from,
    );
    this.#env = env;
    this.#tree = refused ? null : tree;
    this.#path = tree && !refused ? pathTo(tree) : [];
    this.#facts = new FactTable(env);
  }

  takes(candidate: Node | null): boolean {
    const hole = this.#path.at(-1);
    if (candidate === null || this.#tree === null || hole === undefined) return false;
    const around: Node[] = [];
    let [inner, replaced] = [hole, candidate];
    for (const outer of this.#path.toReversed().slice(1)) {
      const now = replaceNode(outer, inner, replaced);
      around.unshift(now);
      [inner, replaced] = [outer, now];
    }
    const checking = new Checking(replaced, this.#env, NOTATIONS.code, {
      nodes: [...around, candidate],
      facts: this.#facts,
    });
    for (const one of MISTAKES) one(checking);
    const before = around.at(-1);
    return checking.diagnostics.every(
      ({ severity, code, from, to }) =>
        severity !== "error" ||
        UNFINISHED.has(code) ||
        // A value where a condition is wanted: the comparison is still to come.
        (code === "argument-type" &&
          from === candidate.from &&
          to === candidate.to &&
          wantsCondition(before, candidate)),
    );
  }
}

function wantsCondition(call: Node | undefined, arg: Node): boolean {
  if (call?.kind !== "call") return false;
  const index = call.args.indexOf(arg);
  return index === 0 && ["if", "count", "any", "all", "bars_since"].includes(call.name);
}

function pathTo(tree: Node): readonly Node[] {
  const seen: { readonly node: Node; readonly above: number }[] = [{ node: tree, above: -1 }];
  for (let at = 0; at < seen.length; at++) {
    const entry = seen[at];
    if (!entry) break;
    if (entry.node.kind === "column" && entry.node.name === PLACEHOLDER) {
      const path: Node[] = [];
      for (let up = at; up >= 0;) {
        const step = seen[up];
        if (!step) break;
        path.unshift(step.node);
        up = step.above;
      }
      return path;
    }
    for (const child of children(entry.node)) seen.push({ node: child, above: at });
  }
  return [];
}

/** The type of the value that ends before a position. */
function typeBefore(context: CompletionContext, env: CheckEnv): ValueType | "unknown" {
  const { tree } = readCode(context.text.slice(0, context.from));
  if (tree === null) return "unknown";
  return new FactTable(env).of(lastOperand(tree)).type;
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

function operators(context: CompletionContext, env: CheckEnv): readonly CompletionOption[] {
  const type = typeBefore(context, env);
  const { arithmetic, order, equality, logical } = OPERATORS;
  const { tree } = readCode(context.text.slice(0, context.from));
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
  return offered(candidates, () => true, noSlots).map((option) => ({ ...option, insert: `${blank}${option.insert} ` }));
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
  const { tree } = readCode(place);
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
