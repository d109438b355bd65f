/** Runs tasks in the order they came, at most `width` at a time. A task never rejects. */
export class Lane {
  readonly #width: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(width: number) {
    this.#width = width;
  }

  /** Tasks that have not started. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(task: () => Promise<void>): void {
    this.#waiting.push(task);
    this.#next();
  }

  /** Forgets what has not started and resolves when what has started is done. */
  async close(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all(this.#running);
  }

  #next(): void {
    if (this.#running.size >= this.#width) return;
    const task = this.#waiting.shift();
    if (task === undefined) return;
    const running = task().finally(() => {
      this.#running.delete(running);
      this.#next();
    });
    this.#running.add(running);
  }
}
