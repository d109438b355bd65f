import type { OwnPoint } from "./own-point.ts";
import { diagnostic, inOrder } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { LIMITS } from "../../vocabulary/index.ts";
import { boundedParse } from "../bounded-parse.ts";
import { NOTATIONS } from "../notation.ts";
import type { DataPoint, DayRange, Node } from "../tree.ts";
import { balance } from "./balance.ts";
import { codeDialect } from "./code-dialect.ts";
import { cstOf, leavesOf } from "./cst.ts";
import type { Cst } from "./cst.ts";
import { ExpressionReader } from "./expressions.ts";
import { invalidNode, MAX_DIAGNOSTICS, Reading } from "./reading.ts";
import { reportLineComments } from "./common-mistakes.ts";
import { MAX_REMEMBERED_CHARS, remembered } from "../remembered.ts";
import { reportSyntaxErrors, unreadRest } from "./syntax-errors.ts";

/** The parsed text and data points of a tree, from which members are written. */
interface Origins {
  readonly points: ReadonlyMap<Cst, DataPoint | OwnPoint>;
  readonly ranges: ReadonlyMap<Cst, DayRange>;
}

/** A formula as read: with invalid nodes where something was refused, so that the rest can be checked. */
export interface ReadFormula {
  /** Null where the text was not parsed at all. */
  readonly tree: Node | null;
  readonly diagnostics: readonly Diagnostic[];
  /** True where no diagnostic is an error, so that the tree has no invalid node. */
  readonly whole: boolean;
  readonly source: { readonly text: string; readonly cst: Cst; readonly origins: Origins } | null;
}

/** Reads code as far as it goes. Never throws, whatever the text. Texts above `limit` characters are refused. */
export const readCode = (text: string, limit?: number): ReadFormula =>
  limit === undefined || text.length <= LIMITS.formulaCharacters ? readAgain(text) : readOnce(text, limit);

const readAgain = remembered(
  (text: string) => readOnce(text),
  MAX_REMEMBERED_CHARS,
  (text) => text,
);

function readOnce(text: string, limit?: number): ReadFormula {
  const balanced = balance(text, "code", limit);
  if (balanced.text === null) return { tree: null, diagnostics: balanced.diagnostics, whole: false, source: null };
  try {
    return readBalanced(balanced.text, balanced.diagnostics, balanced.original);
  } catch (error) {
    // Lezer and the readers recurse; the limit on nesting should prevent a stack overflow, this catches one anyway.
    if (!(error instanceof RangeError)) throw error;
    const found = diagnostic("too-deep", { from: 0, to: text.length }, { limit: LIMITS.formulaLevels });
    return { tree: null, diagnostics: [found], whole: false, source: null };
  }
}

function readBalanced(
  text: string,
  unbalanced: readonly Diagnostic[],
  original: (offset: number) => number,
): ReadFormula {
  const reading = new Reading(text, NOTATIONS.code, original);
  const cst = cstOf(boundedParse(text, "code"));
  const leaves = leavesOf(cst);
  const gaveUp = unreadRest(reading, cst, leaves);
  if (gaveUp) return { tree: null, diagnostics: inOrder([...unbalanced, gaveUp]), whole: false, source: null };
  const comments = leaves.filter(({ name }) => name.endsWith("Comment"));
  reportLineComments(reading, comments);
  const points = new Map<Cst, DataPoint | OwnPoint>();
  const expressions = new ExpressionReader(reading, codeDialect(points), comments);
  const tree = expressions.formula(cst);
  reading.diagnostics.push(...unbalanced);
  reportSyntaxErrors(reading, leaves);
  const refused = reading.diagnostics.some(({ severity }) => severity === "error");
  // Everything that the grammar could not read must be reported.
  if (!refused && leaves.some(({ error }) => error)) reading.report("misplaced", cst, { found: "This" });
  const diagnostics = inOrder(reading.diagnostics);
  const whole = diagnostics.every(({ severity }) => severity !== "error");
  // The meaning of a text with a broken structure is unknown as a whole; its parts are still checked.
  const broken = reading.diagnostics.some(({ code }) => BROKEN.has(code));
  return {
    tree: broken ? invalidNode({ from: tree.from, to: tree.to }, [tree]) : tree,
    diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS),
    whole,
    source: { text, cst, origins: { points, ranges: expressions.ranges } },
  };
}

const BROKEN: ReadonlySet<string> = new Set(["missing-value", "missing-operator", "misplaced", "unknown-character"]);

/**
 * Reads the code notation. The tree has every default filled in and is null where a diagnostic is an error; all
 * independent mistakes are reported, each once, with offsets into `text`. Never throws.
 */
export function parseCode(text: string): { readonly tree: Node | null; readonly diagnostics: readonly Diagnostic[] } {
  const { tree, diagnostics, whole } = readCode(text);
  return { tree: whole ? tree : null, diagnostics };
}
