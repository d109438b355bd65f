import { FairQueue } from "../fair-queue.ts";
import { ProblemAnswer } from "../problem.ts";

interface TurnBounds {
  /** How many run at once, of all users; where it is more than one, a single user gets one fewer. */
  readonly atOnce: number;
  /** How many of one user may wait. */
  readonly waiting: number;
}

/** How many of all users may wait, which bounds the memory. */
const MAX_WAITING = 1_000;

/** Limits how much work runs at once, fairly between users: one user's work does not wait for all of another's. */
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
    const refused = this.#queue.waitingOf(user) > this.#bounds.waiting || this.#queue.size > MAX_WAITING;
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
