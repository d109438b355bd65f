import type { Route } from "../../contract/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { Limits } from "./limits.ts";

interface Window {
  used: number;
  readonly until: number;
}

/** Callers remembered at most; beyond it the oldest are removed, so that many addresses cannot fill the memory. */
const MAX_CALLERS = 20_000;

/** Counts calls by route and caller within this process: a guard against floods, not against guessing (see allowances). */
export class RateLimits {
  readonly #limits: Limits;
  readonly #windows = new Map<string, Window>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Throws the 429 answer for a call beyond the route's limit. */
  take(route: Route, caller: string, now = Date.now()): void {
    const { calls, seconds } = this.#limits.of(route);
    const key = `${route.method} ${route.path} ${caller}`;
    const known = this.#windows.get(key);
    const window = known !== undefined && known.until > now ? known : { used: 0, until: now + seconds * 1000 };
    window.used += 1;
    if (window !== known) {
      this.#windows.delete(key);
      this.#windows.set(key, window);
      const [oldest] = this.#windows.keys();
      if (this.#windows.size > MAX_CALLERS && oldest !== undefined) this.#windows.delete(oldest);
    }
    if (window.used > calls) {
      const wait = Math.ceil((window.until - now) / 1000);
      throw new ProblemAnswer("too-many", "Too many calls. Try again in a moment.", [], wait);
    }
  }
}
