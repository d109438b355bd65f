import type { FunnelStep } from "../vocabulary/index.ts";

export interface ScanProgress {
  /** Current stage, as text for the screen. */
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  /** Security-days or minute bars read so far by the running statement. */
  readonly readRows: number;
}

export interface ScanOptions {
  /** Name of the run: letters, digits and underscores; the rows stay in `result_<run>` until dropRun. */
  readonly run: string;
  /**
   * Which attempt at the run this is, where several may work on it; its tables and `dropRun` then know it as attemptOf
   * says.
   */
  readonly attempt?: number;
  /** Owner of the tables that stay after the call; without one they are temporary. */
  readonly owner?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScanProgress) => void;
  /** Called as soon as it is known how many security-days pass, before their columns are computed; again where the scan is done again. */
  readonly onSurvivors?: (funnel: readonly FunnelStep[]) => void;
  readonly buckets?: boolean;
  /** Bar rows of a pass over a range of securities; bounds the memory of long scans. */
  readonly passRows?: number;
  /** Uses the answers that are kept of its clauses, and keeps those that it computes. */
  readonly answers?: boolean;
  readonly lane?: "scan" | "interactive";
}
