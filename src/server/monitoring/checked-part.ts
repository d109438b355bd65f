import { within } from "./within.ts";

/** How long one check waits for an answer: less than proxies wait for theirs, so that they are told slow from down. */
export const CHECK_TIMEOUT_MS = 2_000;
/** Late checks in a row after which a part counts as down. */
export const LATE_CHECKS = 5;

interface PartOptions<T> {
  /** At the start of a sentence. */
  readonly name: string;
  readonly ask: () => Promise<T>;
  /** Whether it failed because it has no room for another question, which is a kind of being late. */
  readonly isBusy?: (error: unknown) => boolean;
  /** Told of each check without an answer. */
  readonly warn: (error: unknown) => void;
}

/**
 * A part that is asked whether it answers, by one question at a time, however many want to know. A late answer is that of a
 * machine with much to do: the part is down when several checks in a row were late, or at once when it fails.
 */
export class CheckedPart<T> {
  readonly #options: PartOptions<T>;
  #question: Promise<T> | null = null;
  #checking: Promise<T> | null = null;
  /** The last answer; null where it is down, and before the first. */
  #last: { readonly answer: T } | null = null;
  #late = 0;

  constructor(options: PartOptions<T>) {
    this.#options = options;
  }

  /** Its last answer. Rejects where it is down. */
  check(): Promise<T> {
    this.#checking ??= this.#check().finally(() => (this.#checking = null));
    return this.#checking;
  }

  async #check(): Promise<T> {
    try {
      return await this.#answer();
    } catch (error) {
      this.#options.warn(error);
      if (this.#question !== null || this.#options.isBusy?.(error) === true) return this.#lastOf(error);
    }
    // A connection that was kept may have broken since the check before; a new one shows whether the part did.
    try {
      return await this.#answer();
    } catch (error) {
      this.#options.warn(error);
      this.#last = null;
      throw error;
    }
  }

  /** The answer to the question that is open, or to a new one. */
  async #answer(): Promise<T> {
    if (this.#question === null) {
      const question = this.#options.ask().finally(() => {
        if (this.#question === question) this.#question = null;
      });
      this.#question = question;
    }
    const answer = await within(CHECK_TIMEOUT_MS, this.#options.name, this.#question);
    this.#last = { answer };
    this.#late = 0;
    return answer;
  }

  #lastOf(late: unknown): T {
    this.#late += 1;
    if (this.#last !== null && this.#late < LATE_CHECKS) return this.#last.answer;
    this.#last = null;
    // It may never be answered: the next check asks anew.
    this.#question = null;
    throw late;
  }
}
