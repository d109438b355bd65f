import type { Logger } from "pino";
import { PROBLEMS } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import { hasNoRoom, missingSteps, stepsTaken, whyTooNew } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { CheckedPart } from "./checked-part.ts";

interface ReadinessParts {
  readonly db: Db;
  readonly market: Pick<Market, "version">;
  readonly logger: Logger;
}

/** Whether a server or worker should be given work: its parts answer, the schema fits, and it was not told to stop. */
export class Readiness {
  readonly #schema: CheckedPart<readonly string[]>;
  readonly #engine: CheckedPart<string>;
  readonly #told = Promise.withResolvers<void>();
  #stopping = false;

  constructor({ db, market, logger }: ReadinessParts) {
    this.#schema = new CheckedPart({
      name: "The account database",
      ask: () => stepsTaken(db),
      isBusy: hasNoRoom,
      warn: (error) => logger.warn({ err: error }, "account database does not answer"),
    });
    this.#engine = new CheckedPart({
      name: "The engine",
      ask: () => market.version(),
      warn: (error) => logger.warn({ err: error }, "engine does not answer"),
    });
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** From now on it is not ready, so that nobody sends it more work. */
  stop(): void {
    this.#stopping = true;
    this.#told.resolve();
  }

  /** The engine's version. Rejects with a ProblemAnswer. */
  async check(): Promise<string> {
    // Side by side: two slow parts together are no later than one.
    const parts = this.#stopping ? null : Promise.allSettled([this.#schema.check(), this.#engine.check()]);
    const checked = await Promise.race([parts, this.#told.promise]);
    if (!checked || this.#stopping) throw new ProblemAnswer("stopping", "The server was told to stop.", [], 1);
    const [schema, engine] = checked;
    if (schema.status === "rejected")
      throw new ProblemAnswer("database-down", `${PROBLEMS["database-down"].title}.`, [], 2);
    const why =
      whyTooNew(schema.value) ??
      (missingSteps(schema.value).length > 0
        ? "The account database is older than this version: run `migrate`."
        : null);
    if (why !== null) throw new ProblemAnswer("database-down", why, [], 30);
    if (engine.status === "rejected")
      throw new ProblemAnswer("engine-down", `${PROBLEMS["engine-down"].title}.`, [], 5);
    return engine.value;
  }
}
