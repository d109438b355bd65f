import type { Logger } from "pino";
import { PROBLEMS } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import { missingSteps, stepsTaken, whyTooNew } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { within } from "./within.ts";

/** A part that answers later is as good as gone for whoever waits for an answer of this server. */
export const TIMEOUT_MS = 3_000;

interface ReadinessParts {
  readonly db: Db;
  readonly market: Market;
  readonly logger: Logger;
}

/** Whether a server or worker should be given work: its parts answer, the schema fits, and it was not told to stop. */
export class Readiness {
  readonly #parts: ReadinessParts;
  #stopping = false;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** From now on it is not ready, so that nobody sends it more work. */
  stop(): void {
    this.#stopping = true;
  }

  /** The engine's version. Rejects with a ProblemAnswer. */
  async check(): Promise<string> {
    if (this.#stopping) throw new ProblemAnswer("stopping", "The server was told to stop.", [], 1);
    await this.#schema();
    try {
      return await within(TIMEOUT_MS, "The engine", this.#parts.market.version());
    } catch (error) {
      this.#parts.logger.warn({ err: error }, "engine does not answer");
      throw new ProblemAnswer("engine-down", `${PROBLEMS["engine-down"].title}.`, [], 5);
    }
  }

  async #schema(): Promise<void> {
    let taken: readonly string[];
    try {
      taken = await within(TIMEOUT_MS, "The account database", stepsTaken(this.#parts.db));
    } catch (error) {
      this.#parts.logger.warn({ err: error }, "account database does not answer");
      throw new ProblemAnswer("database-down", `${PROBLEMS["database-down"].title}.`, [], 2);
    }
    const why =
      whyTooNew(taken) ??
      (missingSteps(taken).length > 0 ? "The account database is older than this version: run `migrate`." : null);
    if (why !== null) throw new ProblemAnswer("database-down", why, [], 30);
  }
}
