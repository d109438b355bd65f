import { autocompletion, closeCompletion, startCompletion } from "@codemirror/autocomplete";
import type { Completion, CompletionContext, CompletionResult, CompletionSection } from "@codemirror/autocomplete";
import type { EditorState, Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { columnsByKey, complete } from "../../formula/index.ts";
import type { Completed, CompletionOption, KnownColumn, NotationName, ParameterValues } from "../../formula/index.ts";
import { TIMINGS } from "../../vocabulary/index.ts";
import { completionUses, countUse } from "../state/slices/completion-uses.ts";
import { ownEnv } from "../state/queries/own-data.ts";
import { docsOfCall, docsOfColumn, docsOfPoint, factsOf } from "./docs-of.ts";
import { docsPanel } from "./docs.ts";
import { formulaAt } from "./formula-at.ts";
import type { FormulaAt } from "./formula-at.ts";
import { libraryFormulas } from "./library.ts";
import type { Docs } from "./docs.ts";
import { docsOfOwn } from "./own-docs.ts";
import { insertTemplate } from "./stops.ts";

/** Milliseconds after which the list closes once the editor has lost the focus. */
const CLOSE_AFTER_BLUR = TIMINGS.suggestionsClose;

/** Headings of the list. */
const SECTIONS: Readonly<Record<CompletionOption["kind"], string>> = {
  saved: "Saved formulas",
  "data point": "Data points",
  own: "My lists and numbers",
  parameter: "Parameters",
  indicator: "Indicators",
  function: "Functions",
  preset: "Presets",
  column: "Columns",
  value: "Values",
  operator: "Operators",
  part: "Day, window, basis",
};

function docsOf(option: CompletionOption, columns: readonly KnownColumn[], notation: NotationName): Docs {
  const { kind, label, detail, doc, insert, whole } = option;
  const plain = { title: label, meaning: doc, facts: [], example: null };
  const pointDocs = (): Docs | null => {
    const docs = docsOfPoint(whole, columns, notation);
    if (docs === null) return null;
    const meaning = kind === "part" && doc !== "" ? doc : docs.meaning;
    return { title: label, meaning, facts: docs.facts, example: whole };
  };
  switch (kind) {
    case "function":
      return docsOfCall(label) ?? pointDocs() ?? plain;
    case "own":
      return docsOfOwn({ kind: detail === "list" ? "list" : "numbers", name: option.names[0] ?? label }) ?? plain;
    case "column":
      return docsOfColumn(label, columns);
    case "data point":
    case "indicator":
    case "part":
      return pointDocs() ?? plain;
    case "preset":
    case "saved":
      // In code the list shows the tag, and what it is called beside it.
      return { ...plain, title: detail || label, facts: factsOf(insert, columns, notation), example: insert };
    case "parameter":
    case "operator":
    case "value":
      return { ...plain, facts: kind === "value" ? factsOf(insert, columns, notation) : [] };
    default:
      return kind satisfies never;
  }
}

function completionOf(
  option: CompletionOption,
  section: CompletionSection,
  columns: readonly KnownColumn[],
  notation: NotationName,
): Completion {
  return {
    label: option.label,
    detail: option.kind === "function" ? "" : option.detail,
    type: option.kind.replace(" ", "-"),
    section,
    info: () => docsPanel(docsOf(option, columns, notation)),
    apply(view, completion, from, to) {
      countUse(option.key);
      insertTemplate(view, option, from, to, completion);
    },
  };
}

/** Under headings, of which the one that holds the best answer comes first. */
function listOf(
  options: readonly CompletionOption[],
  columns: readonly KnownColumn[],
  notation: NotationName,
): readonly Completion[] {
  const sections = new Map<string, CompletionSection>();
  return options.map((option) => {
    const name = SECTIONS[option.kind];
    const section = sections.get(name) ?? { name, rank: sections.size };
    sections.set(name, section);
    return completionOf(option, section, columns, notation);
  });
}

/** Where a label shows what was typed. */
function matchIn({ label }: Completion, query: string): readonly number[] {
  const at = query === "" ? -1 : label.toLowerCase().indexOf(query.trim().toLowerCase());
  return at < 0 ? [] : [at, at + query.trim().length];
}

const NO_PARAMETERS: ParameterValues = new Map();

/** What is found in a formula, and where the formula begins. */
interface Found extends Completed {
  readonly formula: FormulaAt;
}

function completedAt(state: EditorState, position: number, open: Completed | null = null): Found | null {
  const formula = formulaAt(state, position);
  if (formula === null) return null;
  const { part, notation, columns, text, from, parameters = NO_PARAMETERS } = formula;
  const use = part === "filters" ? "filter" : "column";
  const env = { columns: columnsByKey(columns), use, parameters, ...ownEnv() } as const;
  const around = { env, notation, library: libraryFormulas(), uses: completionUses() };
  const found = complete(text, position - from, around, open);
  return found && { ...found, formula };
}

/** The list for what is found; ranked here and not by CodeMirror, which knows labels only. */
function resultOf(found: Found): CompletionResult {
  const { from, to, query, kind, formula } = found;
  const { notation, columns, from: start } = formula;
  return {
    from: start + from,
    to: start + to,
    filter: false,
    options: listOf(found.options, columns, notation),
    getMatch: (completion) => matchIn(completion, query),
    // While the word goes on, the list is ranked anew with each key; elsewhere another list is asked for.
    update(_, begin, _end, { state: now, pos }) {
      const next = completedAt(now, pos, found);
      return next !== null && next.kind === kind && next.formula.from + next.from === begin ? resultOf(next) : null;
    },
  };
}

/**
 * What the room `formula` offers in the formula at the caret. Operators only when asked for, or every blank would open a
 * list.
 */
export function source({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const found = completedAt(state, pos);
  if (found === null || (found.kind === "operator" && !explicit)) return null;
  return resultOf(found);
}

/** Opens on focus, closes some time after it is lost. */
const focusAndBlur = EditorView.domEventHandlers({
  focus(_, view) {
    // After the click that brought the focus has put the caret.
    setTimeout(() => {
      if (view.hasFocus) startCompletion(view);
    }, 0);
  },
  blur(_, view) {
    setTimeout(() => {
      if (!view.hasFocus) closeCompletion(view);
    }, CLOSE_AFTER_BLUR);
  },
});

export const completion: Extension = [
  autocompletion({
    override: [source],
    closeOnBlur: false,
    // Enter takes what the list shows; the default would make it a line break for the first 75 ms after a keystroke.
    interactionDelay: 0,
    icons: false,
    maxRenderedOptions: 60,
    tooltipClass: () => "f-complete",
  }),
  focusAndBlur,
];
