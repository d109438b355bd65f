import {
  check,
  diagnose,
  fromMembers,
  membersText,
  parseCode,
  parseWords,
  printCode,
  sameTree,
} from "../formula/index.ts";
import type { CheckEnv, Diagnostic, Member, Node, NotationName } from "../formula/index.ts";
import { readMembers } from "./json-members.ts";
import type { ObjectReader, Report } from "./json.ts";
import { kindOf } from "./json.ts";

/** A formula as an entry gives it: a tree that a card made, or a text that says everything about itself. */
export type Formula =
  | { readonly kind: "tree"; readonly tree: Node }
  /** `spoken` where the text was sent; else it was made of members, and offsets into it mean nothing to the sender. */
  | {
      readonly kind: "code";
      readonly text: string;
      readonly spoken: boolean;
      readonly tree: Node | null;
      /** The tab of the Custom card it was written on. */
      readonly type: FormulaType;
      /** The text as it was typed: `text` itself, or the same in words. */
      readonly typed: string;
    };

/** Tabs of the Custom card by the `type` they send. */
export type FormulaType = "common" | "words" | "code";

const TYPES: ReadonlyMap<string, FormulaType> = new Map([
  ["code", "code"],
  ["common", "common"],
  ["words", "words"],
]);

/** What a tab of the Custom card is written in. */
const notationOf = (type: FormulaType): NotationName => (type === "words" ? "words" : "code");
const read = (text: string, type: FormulaType): ReturnType<typeof parseCode> =>
  notationOf(type) === "words" ? parseWords(text) : parseCode(text);

/** The formula of a Custom entry; null where it has none that could be judged. */
export function readFormula(entry: ObjectReader): Formula | null {
  const type = TYPES.get((entry.text("type") ?? "code").trim().toLowerCase());
  const given = entry.take("formula");
  const typed = entry.text("inputFormula");
  if (type === undefined) {
    entry.error("type", "notation", "The type of a formula is code or words.");
    return null;
  }
  if (Array.isArray(given)) {
    const list = readMembers(given, entry);
    return list === null ? null : ofMembers(list, type, typed, entry);
  }
  if (typed !== null) entry.error("inputFormula", "twice", "The typed text stands beside the members of its formula.");
  if (typeof given !== "string" || given.trim() === "") {
    const missing = given === undefined || given === null || typeof given === "string";
    entry.error("formula", "missing", missing ? "formula is missing." : `A text belongs here, not ${kindOf(given)}.`);
    return null;
  }
  return { kind: "code", text: given, spoken: true, tree: read(given, type).tree, type, typed: given };
}

/** Members with the text they were read from, which must say the same: what is shown is what runs. */
function ofMembers(
  list: readonly Member[],
  type: FormulaType,
  typed: string | null,
  entry: ObjectReader,
): Formula | null {
  const { tree } = fromMembers(list);
  const text = tree === null ? membersText(list) : printCode(tree);
  if (typed === null) return { kind: "code", text, spoken: false, tree, type: "code", typed: text };
  const own = read(typed, type);
  const whole = own.diagnostics.every(({ severity }) => severity !== "error");
  if (!whole || own.tree === null || tree === null || !sameTree(own.tree, tree)) {
    entry.error("inputFormula", "twice", "inputFormula and formula say different things; send one of them.");
    return null;
  }
  return { kind: "code", text: typed, spoken: true, tree: own.tree, type, typed };
}

/** Everything the checks find in a formula, reported at its place in the request; its tree where nothing is wrong. */
export function checkFormula(formula: Formula, env: CheckEnv, path: string, report: Report): Node | null {
  const spoken = formula.kind === "code" && formula.spoken;
  const { tree, diagnostics } =
    formula.kind === "code" && (spoken || formula.tree === null)
      ? diagnose(formula.text, env, spoken ? notationOf(formula.type) : "code")
      : judged(formula.tree, env);
  for (const found of diagnostics) reportFormula(found, path, spoken, report);
  return diagnostics.some(({ severity }) => severity === "error") ? null : tree;
}

const judged = (tree: Node | null, env: CheckEnv): { tree: Node | null; diagnostics: readonly Diagnostic[] } =>
  tree === null ? { tree, diagnostics: [] } : { tree, ...check(tree, env) };

function reportFormula(found: Diagnostic, path: string, spoken: boolean, report: Report): void {
  const { code, severity, from, to, message } = found;
  report({ path, severity, code, message, ...(spoken ? { from, to } : {}) });
}
