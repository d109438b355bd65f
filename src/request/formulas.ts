import { check, diagnose, parseCode } from "../formula/index.ts";
import type { CheckEnv, Diagnostic, Node } from "../formula/index.ts";
import { readMembers } from "./json-members.ts";
import type { ObjectReader, Report } from "./json.ts";
import { kindOf } from "./json.ts";

/** A formula as an entry gives it: a tree that a card made, or a text that says everything about itself. */
export type Formula =
  | { readonly kind: "tree"; readonly tree: Node }
  /** `spoken` where the text was sent; else it was made of members, and offsets into it mean nothing to the sender. */
  | { readonly kind: "code"; readonly text: string; readonly spoken: boolean; readonly tree: Node | null };

/** Notations by the `type` of a Custom entry; the tabs of the Custom card send their own names. */
const NOTATIONS: ReadonlyMap<string, "code" | "words"> = new Map([
  ["code", "code"],
  ["common", "code"],
  ["words", "words"],
]);

/** The formula of a Custom entry; null where it has none that could be judged. */
export function readFormula(entry: ObjectReader): Formula | null {
  const notation = NOTATIONS.get((entry.text("type") ?? "code").trim().toLowerCase());
  const given = entry.take("formula");
  if (notation === undefined) {
    entry.error("type", "notation", "The type of a formula is code or words.");
    return null;
  }
  if (Array.isArray(given)) {
    const text = readMembers(given, entry);
    return text === null ? null : { kind: "code", text, spoken: false, tree: parseCode(text).tree };
  }
  if (notation === "words") {
    entry.error("formula", "not-yet", "A formula in words cannot be read yet; send it as code.");
    return null;
  }
  if (typeof given !== "string" || given.trim() === "") {
    const missing = given === undefined || given === null || typeof given === "string";
    entry.error("formula", "missing", missing ? "formula is missing." : `A text belongs here, not ${kindOf(given)}.`);
    return null;
  }
  return { kind: "code", text: given, spoken: true, tree: parseCode(given).tree };
}

/** Everything the checks find in a formula, reported at its place in the request; its tree where nothing is wrong. */
export function checkFormula(formula: Formula, env: CheckEnv, path: string, report: Report): Node | null {
  const { tree, diagnostics } =
    formula.kind === "tree" ? { tree: formula.tree, ...check(formula.tree, env) } : diagnose(formula.text, env);
  const spoken = formula.kind === "code" && formula.spoken;
  for (const found of diagnostics) reportFormula(found, path, spoken, report);
  return diagnostics.some(({ severity }) => severity === "error") ? null : tree;
}

function reportFormula(found: Diagnostic, path: string, spoken: boolean, report: Report): void {
  const { code, severity, from, to, message } = found;
  report({ path, severity, code, message, ...(spoken ? { from, to } : {}) });
}
