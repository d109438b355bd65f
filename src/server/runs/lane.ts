import { FairQueue } from "../fair-queue.ts";

type Task = () => Promise<void>;

/** Runs tasks of users in turn, at most `width` at a time; those of one user in the order they came. A task never rejects. */
export class Lane {
  readonly #width: number;
  readonly #queue: FairQueue<Task>;
  readonly #running = new Set<Promise<void>>();

  constructor(width: number) {
    this.#width = width;
    this.#queue = new FairQueue(width);
  }

  /** Tasks that have not started, of all users. */
  get waiting(): number {
    return this.#queue.size;
  }

  waitingOf(user: string): number {
    return this.#queue.waitingOf(user);
  }

  add(user: string, task: Task): void {
    this.#queue.add(user, task);
    this.#next();
  }

  /** Forgets what has not started and resolves when what has started is done. */
  async close(): Promise<void> {
    this.#queue.clear();
    await Promise.all(this.#running);
  }

  #next(): void {
    if (this.#running.size >= this.#width) return;
    const next = this.#queue.next();
    if (next === null) return;
    const running = next.item().finally(() => {
      this.#running.delete(running);
      this.#queue.end(next.user);
      this.#next();
    });
    this.#running.add(running);
  }
}
