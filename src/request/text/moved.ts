import type { Span } from "../../formula/index.ts";
import type { TextFinding } from "./finding.ts";
import { isEntry } from "./request-text.ts";
import type { Label, Statement } from "./request-text.ts";

const moved = <One extends Span>(one: One, by: number): One => ({ ...one, from: one.from + by, to: one.to + by });
const movedLabel = (label: Label | null, by: number): Label | null => label && moved(label, by);

/** A statement so many characters further on. */
export function movedStatement(statement: Statement, by: number): Statement {
  if (by === 0) return statement;
  if (statement.kind === "outcome") return { ...moved(statement, by), column: movedLabel(statement.column, by) };
  if (statement.kind === "parameter") {
    const { parameter } = statement;
    return { ...moved(statement, by), parameter: parameter && { ...parameter, named: moved(parameter.named, by) } };
  }
  if (!isEntry(statement)) return moved(statement, by);
  const { formula, name, second } = statement;
  return {
    ...moved(statement, by),
    name: movedLabel(name, by),
    second: movedLabel(second, by),
    formula: formula && {
      ...moved(formula, by),
      at: (offset) => formula.at(offset) + by,
      brokenTexts: formula.brokenTexts.map((one) => moved(one, by)),
    },
  };
}

/** A finding so many characters further on, its fixes too. */
export function movedFinding(found: TextFinding, by: number): TextFinding {
  if (by === 0) return found;
  const { fixes } = found;
  if (fixes === undefined) return moved(found, by);
  return {
    ...moved(found, by),
    fixes: fixes.map((fix) => ({ ...fix, edits: fix.edits.map((edit) => moved(edit, by)) })),
  };
}
