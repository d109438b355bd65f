/** A queue of items by user: the next item is of the user with the fewest running, then of the one served longest ago. */
export class FairQueue<T> {
  /** How many items of one user run at once. */
  readonly #atOnce: number;
  readonly #waiting: { readonly user: string; readonly item: T }[] = [];
  readonly #running = new Map<string, number>();
  readonly #served = new Map<string, number>();
  #turns = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Number of waiting items. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Number of waiting items of one user. */
  waitingOf(user: string): number {
    return this.#waiting.filter((entry) => entry.user === user).length;
  }

  add(user: string, item: T): void {
    this.#waiting.push({ user, item });
  }

  /** Removes a waiting item; false where it has started. */
  remove(item: T): boolean {
    const place = this.#waiting.findIndex((entry) => entry.item === item);
    if (place >= 0) this.#waiting.splice(place, 1);
    return place >= 0;
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  /** Starts the next item; null where none may start. */
  next(): { readonly user: string; readonly item: T } | null {
    const rank = (user: string): readonly [number, number] => [
      this.#running.get(user) ?? 0,
      this.#served.get(user) ?? 0,
    ];
    const [first] = this.#waiting
      .filter(({ user }) => (this.#running.get(user) ?? 0) < this.#atOnce)
      .toSorted((a, b) => rank(a.user)[0] - rank(b.user)[0] || rank(a.user)[1] - rank(b.user)[1]);
    if (first === undefined) return null;
    this.remove(first.item);
    const { user } = first;
    this.#running.set(user, (this.#running.get(user) ?? 0) + 1);
    this.#served.set(user, (this.#turns += 1));
    return first;
  }

  /** An item of the user has ended. */
  end(user: string): void {
    const left = (this.#running.get(user) ?? 0) - 1;
    if (left > 0) this.#running.set(user, left);
    else this.#running.delete(user);
    if (left <= 0 && this.waitingOf(user) === 0) this.#served.delete(user);
  }
}
