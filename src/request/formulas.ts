import {
  check,
  diagnose,
  fromMembers,
  membersText,
  parseCode,
  parseWords,
  sameTree,
  settled,
} from "../formula/index.ts";
import type { CheckEnv, Diagnostic, Member, Node, NotationName } from "../formula/index.ts";
import { readMembers } from "./json-members.ts";
import type { ObjectReader, Report } from "./json.ts";
import { kindOf } from "./json.ts";

/** A formula as an entry gives it: a tree that a card or members made, or a text. */
export type Formula =
  | { readonly kind: "tree"; readonly tree: Node }
  | {
      readonly kind: "text";
      readonly text: string;
      /** The tab of the Custom card it was written on. */
      readonly type: FormulaType;
      /** As far as it reads. */
      readonly tree: Node | null;
      /** Whether the text was sent; offsets into one that members made mean nothing to the sender. */
      readonly spoken: boolean;
    };

/** Tabs of the Custom card by the `type` they send. */
export type FormulaType = "common" | "words" | "code";

/** What a tab of the Custom card is written in. */
export const notationOf = (type: FormulaType): NotationName => (type === "words" ? "words" : "code");

const TYPES: ReadonlyMap<string, FormulaType> = new Map([
  ["code", "code"],
  ["common", "common"],
  ["words", "words"],
]);

/** The formula of a Custom entry; null where it has none that could be read. */
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
  return { kind: "text", text: given, type, tree: read(given, type).tree, spoken: true };
}

const read = (text: string, type: FormulaType): { tree: Node | null; diagnostics: readonly Diagnostic[] } =>
  notationOf(type) === "words" ? parseWords(text) : parseCode(text);

/** Members with the text they were read from, which must say the same: what is shown is what runs. */
function ofMembers(
  list: readonly Member[],
  type: FormulaType,
  typed: string | null,
  entry: ObjectReader,
): Formula | null {
  const { tree } = fromMembers(list);
  if (typed === null)
    return tree === null
      ? { kind: "text", text: membersText(list), type: "code", tree, spoken: false }
      : { kind: "tree", tree };
  const own = read(typed, type);
  const whole = own.diagnostics.every(({ severity }) => severity !== "error");
  if (!whole || own.tree === null || tree === null || !sameTree(own.tree, tree)) {
    entry.error("inputFormula", "twice", "inputFormula and formula say different things; send one of them.");
    return null;
  }
  return { kind: "text", text: typed, type, tree: own.tree, spoken: true };
}

/** Everything the checks find in a formula, reported at its place in the request; its tree where nothing is wrong. */
export function checkFormula(formula: Formula, env: CheckEnv, path: string, report: Report): Node | null {
  const { tree, diagnostics } =
    formula.kind === "text"
      ? diagnose(formula.text, env, notationOf(formula.type))
      : checkTree(settled(formula.tree, env.parameters ?? new Map()), env);
  const spoken = formula.kind === "text" && formula.spoken;
  for (const found of diagnostics) reportFormula(found, path, spoken, report);
  return diagnostics.some(({ severity }) => severity === "error") ? null : tree;
}

const checkTree = (tree: Node, env: CheckEnv) => ({ tree, ...check(tree, env) });

function reportFormula(found: Diagnostic, path: string, spoken: boolean, report: Report): void {
  const { code, severity, from, to, message } = found;
  report({ path, severity, code, message, ...(spoken ? { from, to } : {}) });
}
