import { proxy, ref, subscribe } from "valtio";
import type { KnownColumn } from "../../../formula/index.ts";
import { cardState, dateRangeErrors, readRequest, requestSent, treeOf } from "../../../request/index.ts";
import type { RequestState } from "../../../request/index.ts";
import { cardsOf, exchangeToday, LIMITS } from "../../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../../vocabulary/index.ts";
import { builder, isTyping, sameContent } from "./builder.ts";
import { dateBounds, marketNow, onMarket } from "../queries/market.ts";
import { errorsByRow, preview, previewSoon, QUIET_MS } from "./preview.ts";

/** What stands between what is written and a scan. Null errors are none. */
export interface Validity {
  nameError: string | null;
  startError: string | null;
  endError: string | null;
  /** What is said of the days that are held out. */
  heldOutWarning: string | null;
  /** What is wrong with added rows, by the place `rowPath` gives. */
  rowErrors: Readonly<Record<string, string>>;
  /** Entries that are wrong. */
  broken: number;
  /** The added columns, for the formulas that refer to them. */
  columns: readonly KnownColumn[];
  /** The request as JSON where it may be previewed and run; a missing name does not stop a preview. */
  previewable: object | null;
  runnable: object | null;
}

export const validity = proxy<Validity>({
  nameError: null,
  startError: null,
  endError: null,
  heldOutWarning: null,
  rowErrors: {},
  broken: 0,
  columns: [],
  previewable: null,
  runnable: null,
});

/** Where a row stands in the request that is sent: `filters.Technical.Daily[0]`. */
export function rowPath(side: CardSide, title: CardTitle, index: number): string {
  const place = cardsOf(side).find((card) => card.title === title)?.place ?? [title];
  return `${[side, ...place].join(".")}[${index}]`;
}

/** Every added column with its tree, in the order of the cards. */
export const columnsOf = (state: RequestState): readonly KnownColumn[] =>
  cardsOf("columns").flatMap(({ title }) =>
    cardState(state, "columns", title).addedOptions.map(({ addedItem }) => ({
      name: (addedItem.kind === "custom" ? addedItem.formula.name : addedItem.options.name) ?? "",
      tree: treeOf("columns", title, addedItem),
    })),
  );

/** The name a preview goes by while there is none. */
const UNNAMED = "Preview";

/** Judges a request as the server will: the same room reads the same JSON. */
export function judge(state: RequestState, first: string): Validity {
  const named = { ...state, dataRange: { ...state.dataRange, requestName: UNNAMED } };
  const json = requestSent(state.dataRange.requestName.trim() === "" ? named : state);
  const read = readRequest(json, { earliest: first < LIMITS.earliestDate ? first : LIMITS.earliestDate });
  const errors = read.diagnostics.filter(({ severity }) => severity === "error");
  const { requestName = null, startTime = null, endTime = null } = dateRangeErrors(state.dataRange, exchangeToday());
  const at = (path: string): string | null => errors.find((error) => error.path === path)?.message ?? null;
  const rowErrors = errorsByRow(errors);
  const nameError = requestName ?? at("name");
  const startError = startTime ?? at("Date_Range.start_date");
  const endError = endTime ?? at("Date_Range.end_date");
  const sound = read.request !== null && startError === null && endError === null;
  return {
    nameError,
    startError,
    endError,
    heldOutWarning: read.diagnostics.find(({ path }) => path === "hold_out")?.message ?? null,
    rowErrors,
    broken: Object.keys(rowErrors).length,
    columns: columnsOf(state),
    previewable: sound ? json : null,
    runnable: sound && nameError === null ? json : null,
  };
}

let judged: { readonly state: RequestState; readonly market: object | null } | null = null;

/** Judges the request as it is at this moment, and previews it after `quiet` milliseconds; otherwise that is done a moment after each change. */
export function judgeNow(quiet: number = QUIET_MS): void {
  const { state } = builder;
  const market = marketNow();
  // What a form holds is no part of the request yet.
  if (judged !== null && judged.market === market && sameContent(judged.state, state)) {
    preview.changing = false;
    return;
  }
  judged = { state, market };
  const next = judge(state, dateBounds(market).first);
  // Trees and requests are values: made anew, never changed, so the proxy need not look into them.
  Object.assign(validity, {
    ...next,
    rowErrors: ref(next.rowErrors),
    columns: sameColumns(next.columns, validity.columns) ? validity.columns : ref([...next.columns]),
    previewable: next.previewable && ref(next.previewable),
    runnable: next.runnable && ref(next.runnable),
  });
  if (builder.phase === "ready" && market !== null && market.snapshot !== null) previewSoon(next.previewable, quiet);
  else preview.changing = false;
}

let written = "";
/** Every editor is told when the columns change, so an unchanged list keeps its identity. */
function sameColumns(next: readonly KnownColumn[], before: readonly KnownColumn[]): boolean {
  const text = JSON.stringify(next);
  const same = text === written && before.length === next.length;
  written = text;
  return same;
}

/** The step that typing in the text makes. */
export const TEXT_STEP = "the text";

/** Judges now and after every change of the request or the market; the returned function stops it. */
export function keepJudging(): () => void {
  judged = null;
  judgeNow();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const judgeSoon = (): void => {
    clearTimeout(timer);
    if (!isTyping(TEXT_STEP)) return judgeNow();
    // Judging costs more than a key may.
    preview.changing = true;
    timer = setTimeout(() => judgeNow(0), QUIET_MS);
  };
  const stops = [subscribe(builder, judgeSoon), onMarket(() => judgeNow())];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
