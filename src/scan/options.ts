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
  readonly buckets?: boolean;
  /** Bar rows of a pass over a range of securities; bounds the memory of long scans. */
  readonly passRows?: number;
  readonly lane?: "scan" | "interactive";
}
