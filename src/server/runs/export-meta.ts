import type { ExportMeta } from "../../export/index.ts";
import { printWords } from "../../formula/index.ts";
import { textOfSent } from "../../request/index.ts";
import type { ScanRequest } from "../../request/index.ts";

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

/** Canonical code says `adj` where a value is adjusted and nothing where it is as traded. */
function basisOf(codes: readonly string[]): string {
  const points = codes.flatMap((code) => code.match(/\[(?:daily|intraday|indicator)\b[^\]]*\]/g) ?? []);
  const adjusted = points.filter((point) => point.endsWith(" adj]")).length;
  if (adjusted === 0) return "As traded";
  return adjusted === points.length ? "Split-adjusted" : "Split-adjusted where a formula says adj, else as traded";
}
