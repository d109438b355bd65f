import { autocompletion, closeCompletion, startCompletion } from "@codemirror/autocomplete";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { columnsByKey, completionContext, completionOptions } from "../../formula/index.ts";
import type { CompletionOption, KnownColumn, NotationName } from "../../formula/index.ts";
import { TIMINGS } from "../../vocabulary/index.ts";
import { docsOfCall, docsOfColumn, docsOfPoint, factsOf } from "./docs-of.ts";
import { docsPanel } from "./docs.ts";
import { libraryFormulas, libraryText } from "./library.ts";
import type { LibraryFormula } from "./library.ts";
import type { Docs } from "./docs.ts";
import { placeField } from "./place.ts";
import { insertTemplate } from "./stops.ts";

/** Milliseconds after which the list closes once the editor has lost the focus. */
const CLOSE_AFTER_BLUR = TIMINGS.suggestionsClose;

type Context = ReturnType<typeof completionContext>;

type Kind = CompletionOption["kind"] | LibraryFormula["kind"];

/** Headings of the list, and what comes first among equals; a better match goes before either. */
const KINDS: Readonly<Record<Kind, { readonly section: string; readonly boost: number }>> = {
  saved: { section: "Saved formulas", boost: 4 },
  "data point": { section: "Data points", boost: 3 },
  indicator: { section: "Indicators", boost: 2 },
  function: { section: "Functions", boost: 1 },
  preset: { section: "Presets", boost: 0.5 },
  column: { section: "Columns", boost: 0 },
  value: { section: "Values", boost: 0 },
  operator: { section: "Operators", boost: 0 },
  part: { section: "Day, window, basis", boost: 0 },
};

/** Texts for which the list stays as it is and only narrows. */
const VALID: Readonly<Record<Context["kind"], RegExp>> = {
  none: /^$/,
  value: /^[\p{L}\d_.]*$/u,
  group: /^[\p{L}\d_.]*$/u,
  point: /^[\p{L}\d_.-]*$/u,
  column: /^[^{}|]*$/,
  text: /^"[^"]*"?$/,
  operator: /^$/,
  phrase: /^[\p{L}\d_.' -]*$/u,
  after: /^[\p{L}\d ]*$/u,
};

/** The data point as it would stand with the option in it. */
function pointWith(context: Context, option: CompletionOption): string {
  if (context.kind === "phrase" || context.kind === "after") {
    const { text, open, from } = context;
    return open === null ? option.insert : text.slice(open, from) + option.insert;
  }
  if (context.kind !== "group" && context.kind !== "point") return option.insert;
  const { text, open, from, to, close } = context;
  const whole = `${text.slice(open, from)}${option.insert}${close === null ? "" : text.slice(to, close)}`;
  return whole.endsWith("]") ? whole : `${whole}]`;
}

function docsOf(
  context: Context,
  option: CompletionOption,
  columns: readonly KnownColumn[],
  notation: NotationName,
): Docs {
  const plain = { title: option.label, meaning: option.doc, facts: [], example: null };
  const pointDocs = (): Docs | null => {
    const point = pointWith(context, option);
    const docs = docsOfPoint(point, columns, notation);
    if (docs === null) return null;
    const meaning = option.kind === "part" && option.doc !== "" ? option.doc : docs.meaning;
    return { title: option.label, meaning, facts: docs.facts, example: point };
  };
  switch (option.kind) {
    case "function":
      return docsOfCall(option.label) ?? pointDocs() ?? plain;
    case "column":
      return docsOfColumn(option.label, columns);
    case "data point":
    case "indicator":
    case "part":
      return pointDocs() ?? plain;
    case "operator":
    case "value":
      return { ...plain, facts: option.kind === "value" ? factsOf(option.insert, columns, notation) : [] };
    default:
      return option.kind satisfies never;
  }
}

function completionOf(
  context: Context,
  option: CompletionOption,
  columns: readonly KnownColumn[],
  notation: NotationName,
): Completion {
  return {
    label: option.label,
    detail: option.kind === "function" ? "" : option.detail,
    type: option.kind.replace(" ", "-"),
    section: { name: KINDS[option.kind].section, rank: "dynamic" },
    boost: KINDS[option.kind].boost,
    info: () => docsPanel(docsOf(context, option, columns, notation)),
    apply: (view, completion, from, to) => insertTemplate(view, option, from, to, completion),
  };
}

/** One of each type that a formula of the library may have: where these fit, it fits. */
const SAMPLES = { number: "[daily close]", boolean: "[fundamental ipo]", other: null } as const;

/** Presets and saved formulas where a value begins; each inserts its formula. */
function libraryOptions(
  context: Context,
  options: readonly CompletionOption[],
  columns: readonly KnownColumn[],
  notation: NotationName,
): readonly Completion[] {
  const begins = context.kind === "value" || (context.kind === "phrase" && context.open === context.from);
  if (!begins) return [];
  const alone = (context.text.slice(0, context.from) + context.text.slice(context.to)).trim() === "";
  const inserts = new Set(options.map(({ insert }) => insert));
  const fits = ({ type }: LibraryFormula): boolean => {
    const like = SAMPLES[type];
    const text = like === null ? null : libraryText(like, notation, true);
    return text === null ? alone : inserts.has(text);
  };
  return libraryFormulas()
    .filter(fits)
    .map((entry): Completion => {
      const { kind, tag, display, description, formula } = entry;
      return {
        // In code a name is typed, in words a phrase.
        label: notation === "code" ? tag : display,
        detail: notation === "code" ? display : "",
        type: kind,
        section: { name: KINDS[kind].section, rank: "dynamic" },
        boost: KINDS[kind].boost,
        info: () =>
          docsPanel({ title: display, meaning: description, facts: factsOf(formula, columns), example: formula }),
        apply(view, completion, from, to) {
          const insert = libraryText(formula, notation, alone);
          if (insert !== null) insertTemplate(view, { insert, slots: [] }, from, to, completion);
        },
      };
    });
}

/** The one source: what the room `formula` offers at the caret. Operators only when asked for, or every blank would open a list. */
export function source({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const { part, notation, columns } = state.field(placeField);
  const context = completionContext(state.doc.toString(), pos, notation);
  if (context.kind === "none" || (context.kind === "operator" && !explicit)) return null;
  const use = part === "filters" ? "filter" : "column";
  const options = completionOptions(context, { columns: columnsByKey(columns), use });
  if (options.length === 0) return null;
  return {
    from: context.from,
    to: context.to,
    options: [
      ...options.map((option) => completionOf(context, option, columns, notation)),
      ...libraryOptions(context, options, columns, notation),
    ],
    validFor: VALID[context.kind],
  };
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
