import { proxy, ref, subscribe } from "valtio";
import { parseCode } from "../../formula/index.ts";
import type { KnownColumn } from "../../formula/index.ts";
import { readRequest, requestOfFormulas } from "../../request/index.ts";
import { LIMITS } from "../../vocabulary/index.ts";
import { requestDocument } from "./document.ts";
import type { RequestDocument } from "./document.ts";
import { dateBounds, market } from "./market.ts";
import { previewSoon } from "./preview.ts";

/** What stands between the document and a scan. Null errors are none. */
export interface Validity {
  nameError: string | null;
  startError: string | null;
  endError: string | null;
  /** By column id. */
  columnErrors: Readonly<Record<string, string>>;
  /** Entries whose formula is wrong or missing. */
  broken: number;
  /** The columns with a name, for the formulas that refer to them. */
  columns: readonly KnownColumn[];
  /** The request as JSON where it may be previewed and run; a missing name does not stop a preview. */
  previewable: object | null;
  runnable: object | null;
}

export const validity = proxy<Validity>({
  nameError: null,
  startError: null,
  endError: null,
  columnErrors: {},
  broken: 0,
  columns: [],
  previewable: null,
  runnable: null,
});

/** A row that nobody has written anything into counts for nothing. */
const blank = (name: string, formula: string): boolean => name.trim() === "" && formula.trim() === "";

/** Judges a document as the server will: the same room reads the same JSON. */
export function judge(
  document: Pick<RequestDocument, "name" | "start" | "end" | "filters" | "columns">,
  bounds: { readonly first: string; readonly last: string },
): Validity {
  const filters = document.filters.filter(({ tag, formula }) => !blank(tag, formula));
  const columns = document.columns.filter(({ name, formula }) => !blank(name, formula));
  const json = (name: string): object =>
    requestOfFormulas({
      name,
      start: document.start,
      end: document.end,
      filters: filters.map(({ tag, formula }) => (tag.trim() === "" ? { formula } : { tag, formula })),
      columns,
    });
  const read = readRequest(json(document.name.trim() === "" ? "Preview" : document.name), {
    earliest: bounds.first < LIMITS.earliestDate ? bounds.first : LIMITS.earliestDate,
  });
  const errors = read.diagnostics.filter(({ severity }) => severity === "error");
  const at = (path: string): string | null => errors.find((error) => error.path === path)?.message ?? null;
  const columnErrors = Object.fromEntries(
    columns.flatMap(({ id }, index) => {
      const message = at(`columns.Custom[${index}].name`) ?? at(`columns.Custom[${index}]`);
      return message === null ? [] : [[id, message]];
    }),
  );
  const nameError = document.name.trim() === "" ? "Request name required" : at("name");
  return {
    nameError,
    startError: at("Date_Range.start_date"),
    endError: at("Date_Range.end_date"),
    columnErrors,
    broken: new Set(errors.filter(({ path }) => path.endsWith(".formula")).map(({ path }) => path)).size,
    columns: columns
      .filter(({ name }) => name.trim() !== "")
      .map(({ name, formula }) => ({ name, tree: formula.trim() === "" ? null : parseCode(formula).tree })),
    previewable: read.request === null ? null : json(document.name.trim() === "" ? "Preview" : document.name),
    runnable: read.request === null || nameError !== null ? null : json(document.name),
  };
}

function judgeNow(): void {
  const next = judge(requestDocument, dateBounds(market.answer));
  // Trees and requests are values: made anew, never changed, so the proxy need not look into them.
  Object.assign(validity, {
    ...next,
    columnErrors: ref(next.columnErrors),
    columns: sameColumns(next.columns, validity.columns) ? validity.columns : ref([...next.columns]),
    previewable: next.previewable && ref(next.previewable),
    runnable: next.runnable && ref(next.runnable),
  });
  if (market.answer?.snapshot != null) previewSoon(next.previewable);
}

let written = "";
/** Every editor is told when the columns change, so an unchanged list keeps its identity. */
function sameColumns(next: readonly KnownColumn[], before: readonly KnownColumn[]): boolean {
  const text = JSON.stringify(next);
  const same = text === written && before.length === next.length;
  written = text;
  return same;
}

/** Judges now and after every change of the document or the market. */
export function keepJudging(): () => void {
  judgeNow();
  const stops = [subscribe(requestDocument, judgeNow), subscribe(market, judgeNow)];
  return () => {
    for (const stop of stops) stop();
  };
}
