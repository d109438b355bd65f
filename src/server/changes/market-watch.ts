import { currentSnapshot } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import type { Changes } from "./listener.ts";

/** How often a server looks whether the market is another one. */
const POLL_MS = 5_000;

/**
 * Notices a change of the market that nobody told of: an import, a demo or a way back by the command line, which may run
 * where there is no account database. Every server looks for itself, and tells those that follow its changes.
 */
export class MarketWatch {
  readonly #market: Market;
  readonly #changes: Changes;
  readonly #unfollow: () => void;
  /** The snapshot that was current at the last check; null before the first. */
  #number: number | null = null;
  #checking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(market: Market, changes: Changes) {
    this.#market = market;
    this.#changes = changes;
    // What was told of is not told again.
    this.#unfollow = changes.follow({
      changed: ({ kind }) => {
        if (kind === "market") void this.check(false);
      },
    });
  }

  start(): void {
    void this.check();
    this.#timer = setInterval(() => void this.check(), POLL_MS);
    this.#timer.unref();
  }

  /** One check after the other. Never rejects: while the engine does not answer, the market does not change. */
  check(tells = true): Promise<void> {
    this.#checking = this.#checking.then(async () => {
      const now = await currentSnapshot(this.#market).catch(() => null);
      if (now === null) return;
      const before = this.#number;
      this.#number = now.number;
      if (tells && before !== null && before !== now.number) this.#changes.tell({ kind: "market" });
    });
    return this.#checking;
  }

  /** Waits for no check: an engine that hangs would hold up the stop. */
  close(): void {
    clearInterval(this.#timer);
    this.#unfollow();
  }
}
