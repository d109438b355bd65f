import { FairQueue } from "../fair-queue.ts";
import { ProblemAnswer } from "../problem.ts";

export interface TurnBounds {
  /** What runs at once, of all users. One user leaves a place to others where there is more than one. */
  readonly atOnce: number;
  /** What of one user may wait. */
  readonly waiting: number;
}

/** What waits of all users together: a guard of the memory. */
const WAITING = 1_000;

/** Lets so many pieces of work run at once; those of one user wait for each other, not for those of another. */
export class Turns {
  readonly #bounds: TurnBounds;
  readonly #queue: FairQueue<() => void>;
  #running = 0;

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
    this.#queue = new FairQueue(Math.max(1, bounds.atOnce - 1));
  }

  async take<T>(user: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queue.add(user, resolve);
    this.#next();
    const refused = this.#queue.waitingOf(user) > this.#bounds.waiting || this.#queue.size > WAITING;
    if (refused && this.#queue.remove(resolve)) {
      throw new ProblemAnswer("too-many", "Too many answers of this kind are being computed.", [], 2);
    }
    const leave = (): void => {
      if (this.#queue.remove(resolve)) reject(new ProblemAnswer("bad-request", "The caller has left."));
    };
    signal.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", leave));
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#running -= 1;
      this.#queue.end(user);
      this.#next();
    }
  }

  #next(): void {
    while (this.#running < this.#bounds.atOnce) {
      const next = this.#queue.next();
      if (next === null) return;
      this.#running += 1;
      next.item();
    }
  }
}
