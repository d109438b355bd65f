import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { ROUTES } from "../contract/index.ts";
import { parseAnswer } from "../formula/index.ts";
import { Turns } from "./answers/turns.ts";
import { callerOf } from "./auth/caller.ts";
import { ProblemAnswer } from "./problem.ts";
import { answer } from "./route.ts";
import { whileThere } from "./while-there.ts";

/** Formulas of one caller that may wait: of an office behind one address, not of a flood. */
const WAITING = 200;
/** Milliseconds of work for one caller in a window of so many milliseconds. */
const WORK = 15_000;
const WINDOW = 60_000;
/** Callers remembered at most. */
const CALLERS = 20_000;

/** Work done for callers without a sign-in. */
export class WorkDone {
  readonly #spent = new Map<string, { ms: number; readonly until: number }>();

  /** Throws the 429 answer for a caller for whom as much was done as may be. */
  check(caller: string, now = Date.now()): void {
    const known = this.#spent.get(caller);
    if (known === undefined || known.until <= now || known.ms < WORK) return;
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
    this.#spent.set(caller, { ms, until: now + WINDOW });
    const [oldest] = this.#spent.keys();
    if (this.#spent.size > CALLERS && oldest !== undefined) this.#spent.delete(oldest);
  }
}

/** Reads a formula for anybody. One at a time, callers in turn, everything else between them; so much for each caller. */
export function parseRoute(app: FastifyInstance): void {
  const turns = new Turns({ atOnce: 1, waiting: WAITING });
  const work = new WorkDone();
  answer(app, ROUTES.parse, async ({ actor, body, reply }) => {
    const caller = callerOf(actor.address);
    return whileThere(reply, (signal) =>
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
