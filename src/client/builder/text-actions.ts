import { checkText, countOf, headOf, readText, withText } from "../../request/index.ts";
import type { ReadOptions, RequestState } from "../../request/index.ts";
import { showDate } from "../../vocabulary/index.ts";
import { caretTo, textEditor } from "../state/page/text-caret.ts";
import type { TextActions, TextPlace } from "../state/page/text-caret.ts";
import { builder } from "../state/slices/builder.ts";
import { dateBounds, marketNow } from "../state/queries/market.ts";
import { RANGES, rangeOf } from "./ranges.ts";
import { statementOfCard, statementOfStep } from "./text-places.ts";

const FIRST_FILTER = "filter ";

/** An empty request over the last months of the data: a formula can be typed at once. */
export function emptyText(empty: RequestState): RequestState {
  const [, , quarter] = RANGES;
  const { start, end } = rangeOf(quarter, dateBounds(marketNow()));
  const dataRange = { ...empty.dataRange, startTime: showDate(start), endTime: showDate(end) };
  return withText({ ...empty, dataRange }, `request \ndates   ${start} .. ${end}\n\n${FIRST_FILTER}`);
}

function show(place: TextPlace): boolean {
  const { state } = builder;
  const read = readText(state.text ?? "");
  const statement =
    "step" in place ? statementOfStep(read, place.step) : statementOfCard(read, state, place.side, place.title);
  if (statement !== null) caretTo(statement.from);
  return statement !== null;
}

/** The name is asked for first, in a line of its own where there is none. */
function showMistake(options: ReadOptions): void {
  const view = textEditor();
  const { state } = builder;
  const read = readText(state.text ?? "");
  const head = headOf(read, "request");
  if (state.dataRange.requestName.trim() !== "") {
    const first = checkText(read, options, state).findings.find(({ severity }) => severity === "error");
    if (first !== undefined) caretTo(first.from);
  } else if (head !== undefined) {
    const end = read.text.indexOf("\n", head.to);
    caretTo(end < 0 ? read.text.length : end);
  } else {
    view?.dispatch({ changes: { from: 0, insert: "request \n" } });
    caretTo("request ".length);
  }
}

/** An empty request is one that somebody is about to write. */
export const isEmpty = (state: RequestState): boolean =>
  state.kind === "request" &&
  state.mode === "create" &&
  state.description === "" &&
  state.dataRange.requestName === "" &&
  countOf(state, "filters") + countOf(state, "columns") === 0;

const NOTES = [
  ["filter", "/* A security-day is kept when every filter is true. */"],
  [
    "column",
    "/* Each column adds a value. Ctrl Enter (⌘ Enter) writes the workbook, Ctrl K (⌘ K) finds everything. */",
  ],
] as const;

/** The text of the example that a first visit begins with, and what its parts are for. */
export const withNotes = (text: string): string =>
  NOTES.reduce((now, [keyword, note]) => now.replace(new RegExp(`^${keyword} `, "m"), `${note}\n$&`), text);

/** Where the caret begins: in the first filter of an empty request, behind its keyword; else on the first filter. */
export function firstCaret(text: string): number {
  if (text.endsWith(`\n${FIRST_FILTER}`)) return text.length;
  return readText(text).statements.find(({ kind }) => kind === "filter")?.from ?? 0;
}

export const textActionsOf = (options: () => ReadOptions): TextActions => ({
  show,
  showMistake: () => showMistake(options()),
  emptyText,
  toFirstFilter: () => caretTo(firstCaret(builder.state.text ?? "")),
});
