import { aggregateNamed } from "../../vocabulary/index.ts";
import { ERROR_CHECKS } from "../check/check.ts";
import { Checking } from "../check/checking.ts";
import type { CheckEnv } from "../check/env.ts";
import { holdsTrade } from "../check/trades.ts";
import { callOf, FactTable, ruleAt } from "../check/facts.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { NOTATIONS } from "../notation.ts";
import type { NotationName } from "../notation.ts";
import { settled } from "../parameters.ts";
import { readFormula } from "../read-formula.ts";
import type { Node } from "../tree.ts";
import { children, replaceNode, walk } from "../walk.ts";

const nodes = new Map<string, Node | null>();

/** The tree of a candidate; null where it is none. */
export function nodeOf(text: string, notation: NotationName = "code"): Node | null {
  const key = `${notation} ${text}`;
  const known = nodes.get(key);
  if (known !== undefined) return known;
  const { tree, whole } = readFormula(text, notation);
  if (nodes.size > 4_000) nodes.clear();
  const node = whole ? tree : null;
  nodes.set(key, node);
  return node;
}

/** Mistakes that more typing mends. */
const FIXED_BY_TYPING: ReadonlySet<string> = new Set(["filter-not-boolean", "not-a-condition", "argument-count"]);

/** A name no column can have: braces and bars are stripped from names, this stands between them. */
const PLACEHOLDER = "\u{f0000}";

/**
 * A stretch of a formula into which candidates are put. The formula is read once with a placeholder; a candidate then
 * only asks for the checks of the nodes around it, so that a long formula costs no more than a short one.
 */
export class Place {
  readonly #env: CheckEnv;
  readonly #notation: NotationName;
  readonly #tree: Node | null;
  /** From the root to the placeholder. */
  readonly #path: readonly Node[];
  readonly #facts: FactTable;
  /** Whether the nodes around take a value of a type and unit: hundreds of candidates have a dozen of them. */
  readonly #taken = new Map<string, boolean>();

  constructor(text: string, from: number, to: number, env: CheckEnv, notation: NotationName = "code") {
    const placeholder = `{${PLACEHOLDER}}`;
    const { tree, diagnostics } = readFormula(text.slice(0, from) + placeholder + text.slice(to), notation);
    const end = from + placeholder.length;
    // Touching the placeholder: it has no place there, as between two values.
    const refused = diagnostics.some(
      (found) => found.severity === "error" && found.code !== "not-closed" && found.from <= end && found.to >= from,
    );
    this.#env = env;
    this.#notation = notation;
    const known = tree && settled(tree, env.parameters ?? new Map());
    this.#tree = refused ? null : known;
    this.#path = known && !refused ? pathTo(known) : [];
    this.#facts = new FactTable(env);
  }

  /** Whether a candidate of one step, or one whose parts are known to be right, has no mistake here. */
  takes(candidate: Node | null): boolean {
    const node = candidate && settled(candidate, this.#env.parameters ?? new Map());
    return this.#takes(node, node === null ? [] : [node]);
  }

  /** The same for a formula of any kind, with all of its parts. */
  takesWhole(candidate: Node | null): boolean {
    return this.#takes(candidate, candidate === null ? [] : [...walk(candidate)]);
  }

  /** The text field whose values stand here: the other side of `=`, or what `in` looks for. */
  comparedField(): string | null {
    const around = this.#path.at(-2);
    if (around === undefined) return null;
    const isEqual = around.kind === "compare" && (around.op === "=" || around.op === "!=");
    if (!isEqual && !(around.kind === "call" && around.name === "in")) return null;
    for (const one of children(around)) {
      if (one.kind === "data" && (one.point.group === "identity" || one.point.group === "fundamental"))
        return one.point.field;
    }
    return null;
  }

  /** What a function takes here besides values: `group` behind by, the name of an `aggregate`; null elsewhere. */
  takesName(): "group" | "aggregate" | null {
    const [call, at] = [this.#path.at(-2), this.#path.at(-1)];
    if (call?.kind !== "call" || at === undefined) return null;
    const [entry, index] = [callOf(call.name), call.args.indexOf(at)];
    const kind = entry && ruleAt(entry, index)?.kind;
    if (kind === "group" || kind === "aggregate") return kind;
    return entry?.orGroup && index === 1 && call.args.length === 2 ? "group" : null;
  }

  /** What of the account's own a function names here; null elsewhere. */
  takesOwn(): "own-list" | "own-number" | null {
    const [call, at] = [this.#path.at(-2), this.#path.at(-1)];
    if (call?.kind !== "call" || at === undefined) return null;
    const entry = callOf(call.name);
    const kind = entry && ruleAt(entry, call.args.indexOf(at))?.kind;
    return kind === "own-list" || kind === "own-number" ? kind : null;
  }

  #takes(candidate: Node | null, nodes: readonly Node[]): boolean {
    if (candidate === null || this.#tree === null || this.#path.length === 0) return false;
    if (!fits(this.#mistakes(candidate, nodes))) return false;
    const { type, unit } = this.#facts.of(candidate);
    // What stands around looks at the value of its parts, and at numbers and texts themselves.
    if (candidate.kind === "number" || candidate.kind === "text" || candidate.kind === "negative")
      return this.#takenAround(candidate);
    const key = `${type} ${unit ?? ""} ${this.#ofTrades(candidate)}`;
    const known = this.#taken.get(key);
    if (known !== undefined) return known;
    const taken = this.#takenAround(candidate);
    this.#taken.set(key, taken);
    return taken;
  }

  /** A trade asks when its levels are known, and other days and securities whether there is a trade. */
  #ofTrades(candidate: Node): string {
    const { known, scale } = this.#facts.of(candidate);
    const inside = this.#path.some(({ kind }) => kind === "trade");
    return inside ? JSON.stringify([known, scale]) : String(holdsTrade(candidate, this.#env));
  }

  #mistakes(tree: Node, nodes: readonly Node[]): readonly Diagnostic[] {
    const checking = new Checking(tree, this.#env, NOTATIONS[this.#notation], { nodes, facts: this.#facts });
    for (const one of ERROR_CHECKS) one(checking);
    return checking.diagnostics;
  }

  #takenAround(candidate: Node): boolean {
    const at = this.#path.at(-1);
    if (at === undefined) return false;
    const around: Node[] = [];
    let [inner, replaced] = [at, candidate];
    for (const outer of this.#path.toReversed().slice(1)) {
      const now = replaceNode(outer, inner, replaced);
      around.unshift(now);
      [inner, replaced] = [outer, now];
    }
    const before = around.at(-1);
    return fits(
      this.#mistakes(replaced, around),
      ({ code, from, to }) =>
        // A value where a condition is wanted: the comparison is still to come.
        code === "argument-type" && from === candidate.from && to === candidate.to && wantsCondition(before, candidate),
    );
  }
}

const fits = (found: readonly Diagnostic[], mends: (one: Diagnostic) => boolean = () => false): boolean =>
  found.every((one) => one.severity !== "error" || FIXED_BY_TYPING.has(one.code) || mends(one));

function wantsCondition(call: Node | undefined, arg: Node): boolean {
  if (call?.kind !== "call") return false;
  const index = call.args.indexOf(arg);
  const [over] = call.args;
  if (index === 1 && over?.kind === "aggregate") return aggregateNamed(over.of)?.of === "boolean";
  return index === 0 && ["if", "count", "any", "all", "bars_since", "percent"].includes(call.name);
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
