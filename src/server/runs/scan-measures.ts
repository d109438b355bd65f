import type { ScanProgress } from "../../scan/index.ts";

/** Told how scans go, for those who operate the server. */
export interface ScanMeasures {
  scanStep(kind: "run" | "preview", stage: string, seconds: number): void;
  /** Answers to clauses that were dropped to keep within their bound. */
  answersDropped(clauses: number): void;
  scanEnded(kind: "run" | "preview", status: string): void;
}

/** A listener to the progress of one scan that tells how long each of its steps took. */
export function stepTimer(measures: ScanMeasures, kind: "run" | "preview"): (progress: ScanProgress) => void {
  let done = -1;
  let began = 0;
  return (progress) => {
    if (progress.done === done) return;
    const now = performance.now();
    // The end of a step is reported under its own name, before the next one begins with as many done.
    // A scan that begins again begins with none.
    if (done >= 0 && progress.done === done + 1) measures.scanStep(kind, progress.stage, (now - began) / 1_000);
    done = progress.done;
    began = now;
  };
}
