import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { ROUTES } from "../contract/index.ts";
import { parseAnswer } from "../formula/index.ts";
import { Turns } from "./answers/turns.ts";
import { callerOf } from "./auth/caller.ts";
import { ProblemAnswer } from "./problem.ts";
import { answer } from "./route.ts";
import { whileConnected } from "./while-connected.ts";

/** Formulas of one caller that may wait: enough for an office behind one address. */
const MAX_WAITING = 200;
/** Milliseconds of work for one caller in one window. */
const MAX_WORK_MS = 15_000;
const WINDOW_MS = 60_000;
/** Callers remembered at most. */
const MAX_CALLERS = 20_000;

/** Counts the work done for callers without a sign-in. */
export class WorkDone {
  readonly #spent = new Map<string, { ms: number; readonly until: number }>();

  /** Throws the 429 answer for a caller who has used up the work of the window. */
  check(caller: string, now = Date.now()): void {
    const known = this.#spent.get(caller);
    if (known === undefined || known.until <= now || known.ms < MAX_WORK_MS) return;
    const wait = Math.ceil((known.until - now) / 1000);
    throw new ProblemAnswer("too-many", "Too much work for one address. Try again later.", [], wait);
  }

  add(caller: string, ms: number, now = Date.now()): void {
    const known = this.#spent.get(caller);
    if (known !== undefined && known.until > now) {
      known.ms += ms;
      return;
    }
    this.#spent.delete(caller);
    this.#spent.set(caller, { ms, until: now + WINDOW_MS });
    const [oldest] = this.#spent.keys();
    if (this.#spent.size > MAX_CALLERS && oldest !== undefined) this.#spent.delete(oldest);
  }
}

/** Reads a formula for any caller: one at a time, callers in turn, with other work in between, and limited for each caller. */
export function parseRoute(app: FastifyInstance): void {
  const turns = new Turns({ atOnce: 1, waiting: MAX_WAITING });
  const work = new WorkDone();
  answer(app, ROUTES.parse, async ({ actor, body, reply }) => {
    const caller = callerOf(actor.address);
    return whileConnected(reply, (signal) =>
      turns.take(caller, signal, async () => {
        work.check(caller);
        await setImmediate();
        const begun = performance.now();
        try {
          return parseAnswer(body);
        } finally {
          work.add(caller, performance.now() - begun);
        }
      }),
    );
  });
}
