import type { Readable } from "node:stream";
import { openChdb, type Connection } from "./chdb.ts";
import { failure, readFailure, type Failure } from "./failure.ts";
import { Fifos } from "./fifos.ts";
import { Lanes, type Lane } from "./lanes.ts";
import { PipeKeeper } from "./pipe.ts";
import { intoFile, prelude, quote, TAG_SETTING, type EngineStatement, type Form } from "./statement.ts";

/** A statement that waits or runs. */
export interface Running {
  /** Key of the caller (`log_comment`), under which others cancel it. */
  readonly key: string | undefined;
  /** Resolves when the engine is done with it, failed or not. */
  readonly gone: Promise<void>;
  /** Aborted by `cancel`. */
  readonly signal: AbortSignal;
  /** Asks the engine to end it, repeatedly until it is gone. */
  cancel(): void;
}

export type Outcome =
  | { readonly ok: true; readonly text: Uint8Array }
  | { readonly ok: false; readonly failure: Failure };

interface Started extends Running {
  readonly outcome: Promise<Outcome>;
}

const KILL_AGAIN_MS = 50;

/** chDB on one folder: every statement on a connection of its own (settings and parameters leak on a used one), in its lane, to be cancelled while it runs. */
export class Engine {
  readonly #connect: (args?: readonly string[]) => Connection;
  readonly #root: Connection;
  readonly #lanes = new Lanes();
  readonly #fifos: Fifos;
  readonly #running = new Set<Running>();
  #serial = 0;

  /** Throws chDB's error where another process holds the folder. */
  constructor(folder: string, config: string, spool: string) {
    this.#connect = openChdb(folder);
    this.#fifos = new Fifos(spool);
    // Kept open: the engine stops with its last connection, and is configured by its first.
    this.#root = this.#connect([`--config-file=${config}`]);
  }

  get running(): ReadonlySet<Running> {
    return this.#running;
  }

  /** Runs a statement and keeps its (small) result, in TabSeparated where it has rows by default. */
  run(statement: EngineStatement, lane: Lane, format?: string): Started {
    return this.#start(statement, lane, (connection) => connection.query(statement.sql, format));
  }

  /** Runs a SELECT whose bytes come out of `outlet` while it runs. */
  async stream(statement: EngineStatement, lane: Lane, form: Form): Promise<Started & { readonly bytes: Readable }> {
    const outlet = await this.#fifos.open();
    const sql = intoFile(statement.sql, form, outlet.path);
    const running = this.#start(statement, lane, (connection) => connection.query(sql));
    // A cancelled statement may be waiting for a reader: its remaining rows are read and dropped.
    const drop = () => outlet.bytes.removeAllListeners("data").resume();
    running.signal.addEventListener("abort", drop, { once: true });
    void running.outcome.then(({ ok }) => {
      if (ok && !outlet.bytes.readableEnded) outlet.bytes.once("end", () => outlet.release());
      else outlet.release();
    });
    return { ...running, bytes: outlet.bytes };
  }

  /** Runs a SELECT whose bytes go into a FIFO that somebody else reads. */
  into(path: string, statement: EngineStatement, lane: Lane, form: Form): Started {
    const keeper = new PipeKeeper(path);
    const sql = intoFile(statement.sql, form, path);
    const running = this.#start(statement, lane, (connection) => connection.query(sql));
    running.signal.addEventListener("abort", () => keeper.drain(), { once: true });
    void running.outcome.then(() => keeper.close());
    return running;
  }

  #start(statement: EngineStatement, lane: Lane, call: (connection: Connection) => Promise<Uint8Array>): Started {
    const tag = `s${this.#serial++}`;
    const cancel = new AbortController();
    const outcome = this.#attempt(statement, lane, tag, cancel.signal, call);
    const gone = outcome.then(() => undefined);
    const running = {
      key: statement.settings.get("log_comment"),
      gone,
      outcome,
      signal: cancel.signal,
      cancel: () => cancel.abort(),
    };
    this.#running.add(running);
    void gone.then(() => this.#running.delete(running));
    return running;
  }

  async #attempt(
    statement: EngineStatement,
    lane: Lane,
    tag: string,
    signal: AbortSignal,
    call: (connection: Connection) => Promise<Uint8Array>,
  ): Promise<Outcome> {
    let leave;
    try {
      leave = await this.#lanes.enter(lane, signal);
    } catch {
      return { ok: false, failure: failure("QUERY_WAS_CANCELLED", "Cancelled while it waited for its turn") };
    }
    let connection: Connection | null = null;
    let stopKilling: (() => void) | null = null;
    try {
      connection = this.#connect();
      await connection.query(prelude(statement, tag));
      if (signal.aborted) return { ok: false, failure: failure("QUERY_WAS_CANCELLED", "Cancelled before it ran") };
      stopKilling = this.#killWhenAborted(tag, signal);
      return { ok: true, text: await call(connection) };
    } catch (error) {
      if (signal.aborted) return { ok: false, failure: failure("QUERY_WAS_CANCELLED", "Cancelled while it ran") };
      return { ok: false, failure: readFailure(error) };
    } finally {
      stopKilling?.();
      connection?.close();
      leave();
    }
  }

  /** KILL does not find a statement that is not yet registered, so it is repeated until the statement is gone. */
  #killWhenAborted(tag: string, signal: AbortSignal): () => void {
    let timer: NodeJS.Timeout | null = null;
    let over = false;
    const kill = () => {
      const connection = this.#connect();
      connection
        .query(`KILL QUERY WHERE Settings['${TAG_SETTING}'] = ${quote(tag)} ASYNC`)
        .catch(() => undefined)
        .finally(() => {
          connection.close();
          if (!over) timer = setTimeout(kill, KILL_AGAIN_MS);
        });
    };
    signal.addEventListener("abort", kill, { once: true });
    return () => {
      over = true;
      signal.removeEventListener("abort", kill);
      if (timer) clearTimeout(timer);
    };
  }

  close(): void {
    this.#root.close();
  }
}
