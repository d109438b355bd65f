import type { ExportMeta } from "../../export/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import type { RunFailure, RunProgress, RunState } from "../db/index.ts";

/** The newest run of a request, or a preview, as calls see it. */
export interface RunView {
  /** What addresses name: the request, or the preview itself. */
  readonly id: string;
  /** Names the result tables in the market engine. */
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

/** Rows that are there, with what their files say about them. */
export interface KeptResult {
  readonly run: string;
  readonly meta: ExportMeta;
  readonly finished: FinishedRun;
  readonly ended: Date;
}
