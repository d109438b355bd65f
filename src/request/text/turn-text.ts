import { layout, parseCode, parseWords, printCode, printWords } from "../../formula/index.ts";
import type { Edit, NotationName } from "../../formula/index.ts";
import { indented } from "./formula-lines.ts";
import { STATEMENT_PRINTERS } from "./print-text.ts";
import { readText } from "./read-text.ts";
import { isEntry } from "./request-text.ts";
import type { RequestText } from "./request-text.ts";

/** Edits in order as one text. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let last = 0;
  const parts: string[] = [];
  for (const { from, to, insert } of edits) {
    parts.push(text.slice(last, from), insert);
    last = to;
  }
  return parts.join("") + text.slice(last);
}

/**
 * The edits that put all formulas of a text into the other notation, comments in them kept. A formula that does not
 * parse stays as it is; null where there is one, for then the text would not say the same.
 */
export function turnText(read: RequestText, notation: NotationName): readonly Edit[] | null {
  if (read.notation === notation) return [];
  const [parse, print] = notation === "words" ? [parseCode, printWords] : [parseWords, printCode];
  const edits: Edit[] = [...notationEdits(read, notation)];
  for (const statement of read.statements) {
    if (!isEntry(statement) || statement.formula === null) continue;
    const { tree, diagnostics } = parse(statement.formula.text);
    if (tree === null || diagnostics.some(({ severity }) => severity === "error")) return null;
    const { from, to } = statement.formula;
    edits.push({ from, to, insert: indented(layout(print(tree), notation)) });
  }
  return edits.toSorted((a, b) => a.from - b.from);
}

/** The statement `notation` put in, changed or taken out. */
function notationEdits({ text, statements }: RequestText, notation: NotationName): readonly Edit[] {
  const own = statements.filter(({ kind }) => kind === "notation");
  if (own.length > 0)
    return own.map(({ from, to }, index) => {
      const rest = { from, to: text[to] === "\n" ? to + 1 : to, insert: "" };
      return notation === "words" && index === 0 ? { from, to, insert: STATEMENT_PRINTERS.notation(notation) } : rest;
    });
  if (notation === "code") return [];
  const first = statements.findIndex((statement) => isEntry(statement));
  const before = statements.slice(0, first < 0 ? statements.length : first).at(-1);
  return before === undefined
    ? [{ from: 0, to: 0, insert: `${STATEMENT_PRINTERS.notation(notation)}\n` }]
    : [{ from: before.to, to: before.to, insert: `\n${STATEMENT_PRINTERS.notation(notation)}` }];
}

/** A text in a notation; null where a formula does not parse. */
export function textIn(given: string, notation: NotationName): string | null {
  const read = readText(given);
  const edits = turnText(read, notation);
  return edits === null ? null : withEdits(read.text, edits);
}
