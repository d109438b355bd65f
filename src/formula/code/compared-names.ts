import type { Node } from "../tree.ts";
import type { Cst } from "./cst.ts";
import type { CompoundParts, Dialect } from "./dialect.ts";
import { textLiteral } from "./literal-text.ts";
import { invalidNode } from "./reading.ts";
import type { Reading } from "./reading.ts";

/**
 * A comparison with a bare word: a text that lacks its quotes (`[identity exchange] = NYSE`), or a literal of other
 * languages (`= null`, `= true`). Null for anything else.
 */
export function readComparedName(
  reading: Reading,
  dialect: Dialect,
  cst: Cst,
  op: string | undefined,
  { operands, read }: CompoundParts,
): Node | null {
  const parts = operands(cst);
  const [left, right] = parts;
  if (!left || !right || parts.length !== 2) return null;
  const [value, word] = isWord(right) ? [left, right] : isWord(left) ? [right, left] : [];
  if (!value || !word) return null;
  const name = reading.text(word).toLowerCase();
  const equality = op === "=" || op === "!=";
  if (NULLS.has(name)) {
    const call = `is_null(${reading.text(value)})`;
    reading.report("no-literal", word, { found: reading.text(word), hint: NULL_HINT }, [
      equality ? reading.fix(op === "!=" ? reading.notation.not(call) : call, cst) : null,
    ]);
  } else if (TRUTHS.has(name)) {
    const holds = (name === "true" || name === "yes") === (op === "=");
    const simple = SIMPLE_PARTS.has(value.name);
    const text = holds || simple ? reading.text(value) : `( ${reading.text(value)} )`;
    reading.report("no-literal", word, { found: reading.text(word), hint: TRUTH_HINT }, [
      equality ? reading.fix(holds ? text : reading.notation.not(text), cst) : null,
    ]);
  } else if (equality && dialect.isTextField(reading, value)) {
    const literal = textLiteral(reading.text(word));
    reading.report("bare-text", word, { right: literal }, [reading.fix(literal, word)]);
  } else return null;
  // The other side may have mistakes too.
  return invalidNode(reading.span(cst), [read(value)]);
}

/** A hint for a literal of other languages. */
export function literalHint(name: string): string | null {
  const lower = name.toLowerCase();
  return NULLS.has(lower) ? NULL_HINT : TRUTHS.has(lower) ? TRUTH_HINT : null;
}

const SIMPLE_PARTS: ReadonlySet<string> = new Set(["DataPoint", "Data", "Event", "Call", "Group"]);
const NULLS: ReadonlySet<string> = new Set(["null", "na", "nan", "none", "nil", "empty", "missing"]);
const TRUTHS: ReadonlySet<string> = new Set(["true", "false", "yes", "no"]);
const NULL_HINT = " Whether a value is missing is asked with is_null(x).";
const TRUTH_HINT = " A condition holds by itself, and ! turns it round.";

/** A name, or several side by side. */
const isWord = (cst: Cst): boolean =>
  cst.name === "BareName" ||
  (cst.name === "Adjacent" && cst.kids.every(({ name, error }) => !error && name === "BareName"));
