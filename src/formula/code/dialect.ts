import type { DayRange, Node } from "../tree.ts";
import type { Cst } from "./cst.ts";
import type { Reading } from "./reading.ts";

/** The parts of the reader that differ between notations; the rest is in `ExpressionReader`. */
export interface Dialect {
  /** The sign of code that an operator stands for, or the function of two values; reports other spellings. */
  readonly operator: (reading: Reading, cst: Cst) => string;
  /** The function that a name in front of parentheses means; undefined where there is none. */
  readonly functionOf: (text: string) => string | undefined;
  /** Reports a call of something that is not a function; returns whether its arguments should still be read. */
  readonly refuseCall: (reading: Reading, name: Cst, call: Cst) => boolean;
  /** Days in an argument that only this notation writes: null after a report, undefined for anything else. */
  readonly days: (reading: Reading, cst: Cst) => DayRange | null | undefined;
  /** Whether a part is a data point whose values are texts. */
  readonly isTextField: (reading: Reading, cst: Cst) => boolean;
  /** Reads a leaf that exists only in this notation; undefined for anything else. */
  readonly leaf: (reading: Reading, cst: Cst) => Node | undefined;
  /** Reads a compound that exists only in this notation. */
  readonly compound: (reading: Reading, cst: Cst, parts: CompoundParts) => Node;
}

export interface CompoundParts {
  readonly read: (cst: Cst) => Node;
  /** The operands among the parts of a node, unread. */
  readonly operands: (cst: Cst) => readonly Cst[];
  /** Operators of a node in order, other spellings reported. */
  readonly operators: (cst: Cst) => readonly string[];
}
