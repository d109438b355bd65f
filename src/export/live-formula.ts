import type { LiveFormula, ResultColumn } from "../vocabulary/index.ts";
import { letter } from "./cells.ts";

/**
 * A formula around the number of its row: `before` row `between` row … `after`, the row number standing at each joint.
 */
export type RowFormula = readonly string[];

/** What a spreadsheet reads: characters of a formula, and parentheses within each other. */
const MAX_CHARACTERS = 8_000;
const MAX_LEVELS = 60;
/** Arguments of OR. */
const MAX_REFERENCES = 250;

const ROW = "\u0000";
const STRENGTH = { "+": 1, "-": 1, "*": 2, "/": 2 } as const;

const key = (name: string): string => name.normalize("NFC").toLowerCase();

/**
 * A column's live form as a spreadsheet formula, guarded so that an empty cell stays empty (in a spreadsheet it would
 * count as 0) and a division by zero is empty; null where it has none, or one that a spreadsheet could not hold.
 */
export function rowFormula(column: ResultColumn, columns: readonly ResultColumn[]): RowFormula | null {
  if (column.live === null || column.type !== "number") return null;
  const places = new Map(columns.map((other, index) => [key(other.name), { type: other.type, letter: letter(index) }]));
  const cells = new Set<string>();

  const print = (formula: LiveFormula, levels: number): string | null => {
    if (levels > MAX_LEVELS) return null;
    switch (formula.kind) {
      case "number":
        return Number.isFinite(formula.value) ? String(formula.value).replace("e", "E") : null;
      case "column": {
        const place = places.get(key(formula.name));
        if (place?.type !== "number") return null;
        cells.add(`${place.letter}${ROW}`);
        return `${place.letter}${ROW}`;
      }
      case "negative": {
        const of = operand(formula.of, 3, levels);
        return of === null ? null : `-${of}`;
      }
      case "operation": {
        const strength = STRENGTH[formula.op];
        const left = operand(formula.left, strength, levels);
        // The same operator on the right keeps its parentheses: sums of doubles are not associative.
        const right = operand(formula.right, strength + 1, levels);
        return left === null || right === null ? null : `${left}${formula.op}${right}`;
      }
    }
    return formula satisfies never;
  };
  const operand = (formula: LiveFormula, strength: number, levels: number): string | null => {
    const own =
      formula.kind === "operation" ? STRENGTH[formula.op] : formula.kind === "negative" || isNegative(formula) ? 0 : 4;
    const printed = print(formula, levels + 1);
    return printed !== null && own < strength ? `(${printed})` : printed;
  };

  const arithmetic = print(column.live, 0);
  if (arithmetic === null || cells.size === 0 || cells.size > MAX_REFERENCES) return null;
  const empty = [...cells].map((cell) => `${cell}=""`).join(",");
  const whole = `IF(${cells.size > 1 ? `OR(${empty})` : empty},"",IFERROR(${arithmetic},""))`;
  return whole.length > MAX_CHARACTERS ? null : whole.split(ROW);
}

const isNegative = (formula: LiveFormula): boolean => formula.kind === "number" && formula.value < 0;
