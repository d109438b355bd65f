import type { StreamEvent } from "../../contract/index.ts";

/** Events kept for callers whose connection broke. */
export const MAX_EVENTS = 5_000;

interface KeptEvent {
  readonly id: string;
  /** Null where it is for everybody. */
  readonly account: string | null;
  readonly event: StreamEvent;
}

/** The last events of this process, numbered. */
export class KeptEvents {
  readonly #process: string;
  readonly #events: KeptEvent[] = [];
  #count = 0;

  /** With a name of the process: the numbers of another one mean nothing here. */
  constructor(process: string) {
    this.#process = process;
  }

  get last(): string {
    return `${this.#process}-${this.#count}`;
  }

  /** Returns its id. */
  add(account: string | null, event: StreamEvent): string {
    this.#count += 1;
    this.#events.push({ id: this.last, account, event });
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
    return this.last;
  }

  /** The account's events after that one; null where they are not all known. */
  since(id: string, account: string): readonly KeptEvent[] | null {
    const [, process, digits = ""] = /^(\w+)-(\d{1,15})$/.exec(id) ?? [];
    const after = this.#count - Number(digits);
    if (process !== this.#process || after < 0 || after > this.#events.length) return null;
    return this.#events
      .slice(this.#events.length - after)
      .filter((event) => event.account === null || event.account === account);
  }
}
