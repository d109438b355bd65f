import type { ExportMeta } from "../../export/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import type { RunFailure, RunProgress, RunState } from "../db/index.ts";

/** The newest run of a request, or a preview, as calls see it. */
export interface RunView {
  /** The id in addresses: the request's, or the preview's own. */
  readonly id: string;
  /** Name of the result tables in the market engine. */
  readonly run: string;
  readonly preview: boolean;
  readonly name: string;
  readonly created: Date;
  readonly status: RunState;
  readonly meta: ExportMeta;
  readonly progress: RunProgress | null;
  readonly error: RunFailure | null;
  readonly finished: FinishedRun | null;
  /** The newest finished run before, as long as this one is not finished. */
  readonly older: KeptResult | null;
}

/** Rows that exist, with the metadata for their files. */
export interface KeptResult {
  readonly run: string;
  readonly meta: ExportMeta;
  readonly finished: FinishedRun;
  readonly ended: Date;
}
