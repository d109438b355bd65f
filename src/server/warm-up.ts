import type { Logger } from "pino";
import { currentSnapshot } from "../market/index.ts";
import type { Market } from "../market/index.ts";
import { prepareScans } from "../scan/index.ts";
import type { MarketActivity } from "./activity/market-activity.ts";
import type { PinnedValues } from "./pinned-values.ts";
import type { Changes } from "./changes/listener.ts";

interface WarmUpParts {
  readonly market: Market;
  readonly changes: Changes;
  /** Of a process that answers calls; null where none asks for it. */
  readonly activity: MarketActivity | null;
  readonly pinnedValues: PinnedValues;
  readonly logger: Logger;
}

/**
 * Computes ahead what the first ones on a market would wait for: after a start, and whenever the market is another one.
 * The scans of the activity also run most parts of a scan once, so that the first of a person waits for less.
 */
export class WarmUp {
  readonly #parts: WarmUpParts;
  readonly #unfollow: () => void;
  #running: Promise<void> | null = null;
  #again = false;
  #closed = false;

  constructor(parts: WarmUpParts) {
    this.#parts = parts;
    this.#unfollow = parts.changes.follow({
      changed: ({ kind }) => {
        if (kind === "market") void this.begin();
      },
    });
  }

  /** Resolves when the market of now is prepared; waits for no market, and never rejects: whoever comes computes it then. */
  begin(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  close(): void {
    this.#closed = true;
    this.#unfollow();
  }

  async #run(): Promise<void> {
    const { market, activity, pinnedValues, logger } = this.#parts;
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        if ((await currentSnapshot(market)).label === null) continue;
        await prepareScans(market);
        if (!this.#closed) await activity?.latest();
        // Of the processes that answer calls, whose page shows it.
        if (!this.#closed && activity !== null) await pinnedValues.latest();
      } catch (error) {
        if (!this.#closed) logger.debug({ err: error }, "could not compute ahead");
      }
    }
  }
}
