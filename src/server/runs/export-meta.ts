import type { ExportMeta } from "../../export/index.ts";
import { columnKey, printWords } from "../../formula/index.ts";
import type { Market } from "../../market/index.ts";
import { openSent, outcomeMistake, textOfSent } from "../../request/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { wholeStudy } from "../../scan/index.ts";
import type { FinishedRun, WholeStudy } from "../../vocabulary/index.ts";

/** The request's description in a workbook. */
export function exportMeta(request: ScanRequest): ExportMeta {
  const { name, start, end, filters, columns, source } = request;
  return {
    requestName: name,
    dates: { start, end },
    filters: filters.map(({ label, code, tree }) => ({ label, code, words: printWords(tree) })),
    columns: columns.map(({ name: title, code, tree }) => ({ name: title, code, words: printWords(tree) })),
    basis: basisOf([...filters, ...columns].map(({ code }) => code)),
    request: source,
  };
}

/** The same with the request as a text, which is not kept with a run since it follows from the request. */
export const withRequestText = (meta: ExportMeta): ExportMeta => ({ ...meta, text: textOfSent(meta.request) });

/**
 * The study of a run whose request names its outcome, for the workbook's sheet *Study*. `readRequest` gives the request of the
 * run, null where it cannot be read any more.
 */
export function studyOf(
  market: Market,
  run: FinishedRun,
  meta: ExportMeta,
  readRequest: () => Promise<ScanRequest | null>,
): { readonly study?: (signal: AbortSignal) => Promise<WholeStudy> } {
  const { outcome: name } = openSent(meta.request).state;
  if (name === null) return {};
  const outcome = run.columns.findIndex((column) => columnKey(column.name) === columnKey(name));
  const column = run.columns[outcome];
  if (column === undefined || outcomeMistake(column.name, column) !== null) return {};
  return { study: async (signal) => wholeStudy(market, run, await readRequest(), { outcome, signal }) };
}

/** Canonical code says `adj` or `adjdiv` where a value is adjusted and nothing where it is as traded. */
function basisOf(codes: readonly string[]): string {
  const points = codes.flatMap((code) => code.match(/\[(?:daily|intraday|indicator)\b[^\]]*\]/g) ?? []);
  const on = (basis: "adj" | "adjdiv"): number => points.filter((point) => point.split(/[ \]]/).includes(basis)).length;
  const [adjusted, dividends] = [on("adj"), on("adjdiv")];
  if (dividends > 0)
    return dividends === points.length
      ? "Adjusted for splits and dividends"
      : "Adjusted for splits and dividends where a formula says adjdiv, for splits where it says adj, else as traded";
  if (adjusted === 0) return "As traded";
  return adjusted === points.length ? "Split-adjusted" : "Split-adjusted where a formula says adj, else as traded";
}
