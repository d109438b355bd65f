import { numberText, parameterKey, replace } from "../../formula/index.ts";
import type { Edit, Fix, Span } from "../../formula/index.ts";
import { LIMITS } from "../../vocabulary/index.ts";
import { countOfSettings, countOfValues, parameterStatement, renameMistake } from "../parameters.ts";
import { textFinding } from "./finding.ts";
import type { TextFinding } from "./finding.ts";
import { FORMULA_PIECES } from "./formula-lines.ts";
import { isEntry } from "./request-text.ts";
import type { RequestText, Statement } from "./request-text.ts";
import { parametersOf } from "./state-of-text.ts";

const NAMED = /\$([\p{L}_][\p{L}\p{N}_]*)/gu;

/** Where formulas name a parameter, in the order of the text; what looks like one in a text or a comment is none. */
function parametersNamedIn(text: RequestText, statement: Statement): readonly (Span & { readonly name: string })[] {
  if (!isEntry(statement) || statement.formula === null) return [];
  const { from: begin, to: end } = statement.formula;
  const typed = text.text.slice(begin, end);
  if (!typed.includes("$")) return [];
  // Texts, comments and names in braces are blanked out, so that offsets stay.
  const bare = typed.replaceAll(FORMULA_PIECES, (piece) => (/^["{/']/.test(piece) ? " ".repeat(piece.length) : piece));
  return [...bare.matchAll(NAMED)].map(({ 0: { length }, 1: name = "", index }) => ({
    name,
    from: begin + index,
    to: begin + index + length,
  }));
}

/** Places that name a parameter, its own statement first. */
export function parameterReferences(text: RequestText, name: string): readonly Span[] {
  const key = parameterKey(name);
  return text.statements.flatMap((statement): readonly Span[] => {
    if (statement.kind === "parameter")
      return statement.parameter !== null && parameterKey(statement.parameter.name) === key
        ? [statement.parameter.named]
        : [];
    return parametersNamedIn(text, statement)
      .filter((one) => parameterKey(one.name) === key)
      .map(({ from, to }) => ({ from, to }));
  });
}

/** The parameter at an offset, in its statement or named in a formula; null where there is none. */
export function parameterAt(text: RequestText, offset: number): string | null {
  const statement = text.statements.findLast(({ from }) => from <= offset);
  if (statement === undefined) return null;
  const holds = ({ from, to }: Span): boolean => from <= offset && offset <= to;
  if (statement.kind === "parameter")
    return statement.parameter !== null && holds(statement.parameter.named) ? statement.parameter.name : null;
  return parametersNamedIn(text, statement).find(holds)?.name ?? null;
}

/** Edits that give a parameter another name, in its statement and in every formula; or why not. */
export function renamedParameter(
  text: RequestText,
  from: string,
  given: string,
): { readonly edits: readonly Edit[] } | { readonly refused: string } {
  const to = given.trim().replace(/^\$/, "");
  const refused = renameMistake(parametersOf(text), from, to);
  if (refused !== null) return { refused };
  return { edits: parameterReferences(text, from).map((place) => ({ ...place, insert: `$${to}` })) };
}

/** Parameters that no formula names, those of formulas that are switched off counted in. */
export function unusedParameters(text: RequestText): readonly TextFinding[] {
  const used = new Set(
    text.statements.flatMap((one) => parametersNamedIn(text, one).map(({ name }) => parameterKey(name))),
  );
  return text.statements.flatMap((statement): readonly TextFinding[] => {
    if (statement.kind !== "parameter" || statement.parameter === null) return [];
    const { name, named } = statement.parameter;
    if (used.has(parameterKey(name))) return [];
    const line = { from: statement.from, to: Math.min(statement.to + 1, text.text.length) };
    const fixes = [replace("Remove this line", line, "")];
    return [textFinding("parameter-unused", named, { word: `$${name}`, fixes })];
  });
}

/** Keys of parameters whose statement is wrong, which is said there: where they are named they are not unknown, too. */
export function unreadParameters(text: RequestText): ReadonlySet<string> {
  const wrong = text.statements.filter((one) => one.kind === "parameter" && one.parameter === null);
  return new Set(
    wrong.flatMap(({ from, to }) =>
      [...text.text.slice(from, to).matchAll(NAMED)].map(([, name = ""]) => parameterKey(name)),
    ),
  );
}

/** A step that makes few enough settings of a parameter's; null where none does. */
export function widerStep(text: RequestText, statement: Extract<Statement, { kind: "parameter" }>): Fix | null {
  const { parameter } = statement;
  if (parameter === null) return null;
  const { named, ...own } = parameter;
  const others = parametersOf(text).filter(({ name }) => parameterKey(name) !== parameterKey(own.name));
  const most = Math.floor(LIMITS.settings / countOfSettings(others));
  let wider = { ...own, value: own.from };
  while (countOfValues(wider) > most && wider.step <= own.to - own.from) wider = { ...wider, step: wider.step * 2 };
  if (countOfValues(wider) > most) return null;
  const place = { from: named.from, to: statement.to };
  return replace(`Write step ${numberText(wider.step)}`, place, parameterStatement(wider));
}
