/** Finished runs as files: workbook, CSV, Parquet, written by the engine; and a workbook opened again as its request. */
export { exportRun, sendRun, writeRun, writeWhole, ExportError } from "./export-run.ts";
export type { ExportFormat } from "../vocabulary/index.ts";
export type { ExportMeta } from "./request-sheet.ts";
export { requestOf, RequestOfError } from "./request-of.ts";
