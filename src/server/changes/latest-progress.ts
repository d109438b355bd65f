import type { RunProgress } from "../db/index.ts";
import type { Changes } from "./listener.ts";

/** Runs remembered at most; more never run at once. */
const MAX_RUNS = 10_000;

/** The last progress that workers told of, which is newer than that of their rows. */
export class LatestProgress {
  readonly #runs = new Map<string, { readonly attempt: number; readonly progress: RunProgress }>();
  readonly #end: () => void;

  constructor(changes: Changes) {
    this.#end = changes.follow({
      changed: (change) => {
        if (change.kind === "status") this.#runs.delete(change.run);
        if (change.kind !== "progress") return;
        const { run, attempt, progress } = change;
        // A worker that was given up does not know it yet.
        if ((this.#runs.get(run)?.attempt ?? 0) > attempt) return;
        this.#runs.delete(run);
        this.#runs.set(run, { attempt, progress });
        const [oldest] = this.#runs.keys();
        if (this.#runs.size > MAX_RUNS && oldest !== undefined) this.#runs.delete(oldest);
      },
      lost: () => this.#runs.clear(),
    });
  }

  /** Null where none was told of. */
  of(run: string): RunProgress | null {
    return this.#runs.get(run)?.progress ?? null;
  }

  close(): void {
    this.#end();
  }
}
