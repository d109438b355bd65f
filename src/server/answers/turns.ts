import { ProblemAnswer } from "../problem.ts";

/** Lets so many pieces of work run at once and so many more wait, in order; the rest is told to come back. */
export class Turns {
  readonly #width: number;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(width: number, most: number) {
    this.#width = width;
    this.#most = most;
  }

  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#width) this.#running += 1;
    else await this.#wait(signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      // A turn that ends is handed on.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#most)
      throw new ProblemAnswer("too-many", "Too many answers of this kind are being computed.", [], 2);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    const leave = (): void => {
      const place = this.#waiting.indexOf(resolve);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      reject(new ProblemAnswer("bad-request", "The caller has left."));
    };
    signal.addEventListener("abort", leave, { once: true });
    return promise.finally(() => signal.removeEventListener("abort", leave));
  }
}
