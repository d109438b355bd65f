import { parseCode } from "../formula/index.ts";
import type { Diagnostic, Node } from "../formula/index.ts";
import { LIMITS } from "../vocabulary/index.ts";
import type { ObjectReader, Report } from "./json.ts";
import { kindOf } from "./json.ts";

/** A formula's diagnostic at the place of the request where that formula stands. */
export function reportFormula(found: Diagnostic, path: string, report: Report): void {
  const { code, severity, from, to, message } = found;
  report({ path, severity, code, message, from, to });
}

/** Notations by the `type` of a Custom entry; the tabs of the Custom card send their own names. */
const NOTATIONS: ReadonlyMap<string, "code" | "words"> = new Map([
  ["code", "code"],
  ["common", "code"],
  ["words", "words"],
]);

/** The formula of a Custom entry; null where it has none that parses. */
export function readFormula(entry: ObjectReader, path: string, report: Report): Node | null {
  const notation = NOTATIONS.get((entry.text("type") ?? "code").trim().toLowerCase());
  const given = entry.take("formula");
  if (notation === undefined) {
    entry.error("type", "notation", "The type of a formula is code or words.");
    return null;
  }
  if (Array.isArray(given)) {
    entry.error("formula", "not-yet", "A formula as a list of members cannot be read yet; send it as code.");
    return null;
  }
  if (notation === "words") {
    entry.error("formula", "not-yet", "A formula in words cannot be read yet; send it as code.");
    return null;
  }
  if (typeof given !== "string" || given.trim() === "") {
    const why =
      given === undefined || given === "" ? "formula is missing." : `A text belongs here, not ${kindOf(given)}.`;
    entry.error("formula", "missing", why);
    return null;
  }
  if (given.length > LIMITS.formulaCharacters) {
    entry.error("formula", "too-long", `A formula has at most ${LIMITS.formulaCharacters} characters.`);
    return null;
  }
  const { tree, diagnostics } = parseCode(given);
  for (const found of diagnostics) reportFormula(found, path, report);
  return tree;
}
