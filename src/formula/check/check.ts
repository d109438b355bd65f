import { LIMITS } from "../../vocabulary/index.ts";
import type { Unit, ValueType } from "../../vocabulary/index.ts";
import { isInvalid } from "../code/reading.ts";
import { diagnostic, inOrder, mergeDiagnostics } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { isOutcome } from "../known-at.ts";
import type { KnownAt } from "../known-at.ts";
import { NOTATIONS } from "../notation.ts";
import type { NotationName } from "../notation.ts";
import { readFormula } from "../read-formula.ts";
import { MAX_REMEMBERED_CHARS, remembered } from "../remembered.ts";
import { settled } from "../parameters.ts";
import type { Node } from "../tree.ts";
import { checkArguments } from "./arguments.ts";
import { checkBasis } from "./basis.ts";
import { Checking } from "./checking.ts";
import type { Check } from "./checking.ts";
import { checkColumns } from "./columns.ts";
import { checkCurrent } from "./current.ts";
import { checkDays } from "./days.ts";
import type { CheckEnv } from "./env.ts";
import { checkFilters } from "./filters.ts";
import { surroundings } from "./surroundings.ts";
import { workingFixes } from "./working-fixes.ts";
import { checkIndicators } from "./indicators.ts";
import { checkLengths } from "./lengths.ts";
import { checkLookahead } from "./lookahead.ts";
import { checkNeverTrue } from "./never-true.ts";
import { checkOperators } from "./operators.ts";
import { checkOutcomes } from "./outcomes.ts";
import { checkParameters } from "./parameters.ts";
import { checkPercentOrRatio } from "./percent-or-ratio.ts";
import { withValuesAsFixes } from "./parameter-values.ts";
import { settleNumbers } from "./percent-signs.ts";
import { checkSymbols } from "./symbols.ts";
import { checkTrades } from "./trades.ts";
import { checkUnits } from "./units.ts";
import { checkValues } from "./values.ts";
import { checkWindows } from "./windows.ts";

/** Checks for errors: a formula runs only when these find nothing. */
export const ERROR_CHECKS: readonly Check[] = [
  checkColumns,
  checkOperators,
  checkArguments,
  checkUnits,
  checkDays,
  checkWindows,
  checkIndicators,
  checkTrades,
  checkFilters,
];

/** Checks for warnings, run only on a formula without errors. */
const WARNING_CHECKS: readonly Check[] = [
  checkBasis,
  checkNeverTrue,
  checkPercentOrRatio,
  checkLengths,
  checkValues,
  checkCurrent,
  checkSymbols,
  checkLookahead,
  checkOutcomes,
];

export interface Checked {
  /** Null where a mistake makes it unknown. */
  readonly type: ValueType | null;
  /** For numbers, null where a mistake or an unknown column makes it unknown; null for every other type. */
  readonly unit: Unit | null;
  /** When the formula's value became public; null for constants. */
  readonly knownAt: KnownAt | null;
  /** Known only after the close of the row's day. */
  readonly outcome: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Findings shown for one formula: 8,000 wrong characters must not give thousands of messages. */
const MAX_FINDINGS = 100;

const NO_FACTS = { type: null, unit: null, knownAt: null, outcome: false } as const;

/** Checks a tree in its place. Never throws; diagnostics carry the tree's positions, fixes are written in the notation. */
export function check(tree: Node, env: CheckEnv, notation: NotationName = "code"): Checked {
  try {
    const checking = new Checking(tree, env, NOTATIONS[notation]);
    checkParameters(checking);
    // A parameter without a value makes no sense where a number is asked for: that would be a second message about it.
    if (checking.diagnostics.length === 0) for (const one of ERROR_CHECKS) one(checking);
    const right = checking.diagnostics.every(({ severity }) => severity !== "error") && !checking.nodes.some(isInvalid);
    if (right) for (const one of WARNING_CHECKS) one(checking);
    const { type, unit, known } = checking.facts(tree);
    return {
      type: type === "unknown" ? null : type,
      unit: type === "number" ? unit : null,
      knownAt: known,
      outcome: isOutcome(known),
      diagnostics: inOrder(checking.diagnostics).slice(0, MAX_FINDINGS),
    };
  } catch (error) {
    // Columns that refer to columns can be nested deeper than a single formula.
    if (!(error instanceof RangeError)) throw error;
    const found = diagnostic("too-deep", { from: tree.from, to: tree.to }, { limit: LIMITS.formulaLevels });
    return { ...NO_FACTS, diagnostics: [found] };
  }
}

export interface Diagnosed extends Checked {
  /** Null where a diagnostic is an error. */
  readonly tree: Node | null;
}

interface Question {
  readonly text: string;
  readonly env: CheckEnv;
  readonly notation: NotationName;
}

/** What a check found out of a formula and its columns is ten times as long as they are. */
const MAX_CHECKED_CHARS = 2 * MAX_REMEMBERED_CHARS;

const diagnoseAgain = remembered(diagnoseText, MAX_CHECKED_CHARS, ({ text, env, notation }: Question) =>
  surroundings(text, env, notation),
);

/** Reads and checks a text: mistakes of the text and, around them, mistakes of meaning. Never throws. */
export function diagnose(text: string, env: CheckEnv, notation: NotationName = "code"): Diagnosed {
  const question = { text, env, notation };
  // What a market knows is another thing each time, and a formula beyond the limit is refused at once.
  const ofMarket = env.currentOnly ?? env.values ?? env.symbols;
  const usual = ofMarket === undefined && text.length <= LIMITS.formulaCharacters;
  return usual ? diagnoseAgain(question) : diagnoseText(question);
}

function diagnoseText({ text, env, notation }: Question): Diagnosed {
  const read = (other: string): Diagnosed => diagnoseOnce(other, env, notation);
  const found = read(text);
  return { ...found, diagnostics: workingFixes(text, found, read) };
}

function diagnoseOnce(text: string, env: CheckEnv, notation: NotationName): Diagnosed {
  const { tree: read, diagnostics: asRead, whole } = readFormula(text, notation);
  const diagnostics = withValuesAsFixes(asRead, { text, env, notation });
  if (read === null) return { ...NO_FACTS, tree: read, diagnostics };
  const tree = settled(read, env.parameters ?? new Map());
  const checked = check(tree, env, notation);
  const all = mergeDiagnostics(settleNumbers(diagnostics, tree, env), checked.diagnostics);
  return {
    ...checked,
    diagnostics: all,
    tree: whole && all.every(({ severity }) => severity !== "error") ? tree : null,
  };
}
