import { Client } from "pg";
import type { PoolConfig } from "pg";
import type { Logger } from "pino";
import { CHANNEL, readChange } from "./change.ts";
import type { Change } from "./change.ts";

/** Pause before the connection is made again; doubled up to the second while that fails. */
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5_000;
/** How often the connection is tried while nothing comes: a network that broke in silence would go unnoticed for minutes. */
const PROBE_MS = 10_000;
const PROBE_TIMEOUT_MS = 4_000;

export interface Follower {
  readonly changed: (change: Change) => void;
  /** The connection is back: changes may have been missed. */
  readonly resumed?: () => void;
  /** From now on changes may be missed. */
  readonly lost?: () => void;
}

/**
 * The changes of a database as they are committed, by one connection of this process: not one of the pool, whose
 * connections come and go. It is made again whenever it breaks.
 */
export class Changes {
  readonly #connection: PoolConfig;
  readonly #logger: Logger;
  readonly #followers = new Set<Follower>();
  #client: Client | null = null;
  #probe: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #pause = FIRST_RETRY_MS;
  #closed = false;
  #begun = false;

  constructor(connection: PoolConfig, logger: Logger) {
    this.#connection = connection;
    this.#logger = logger;
  }

  /** Whether changes are heard at this moment. */
  get live(): boolean {
    return this.#client !== null;
  }

  /** The returned function ends it. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Tells the followers of this process of a change. */
  tell(change: Change): void {
    for (const { changed } of this.#followers) changed(change);
  }

  /** Begins to listen. Where the database does not answer it goes on trying. */
  async start(): Promise<void> {
    await this.#connect();
  }

  /** The connection that listens, and its number at the database; null where there is none. */
  async connectionNumber(): Promise<{ readonly made: Client; readonly pid: number } | null> {
    const client = this.#client;
    if (client === null) return null;
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return { made: client, pid: rows[0]?.pid ?? 0 };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#probe);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new Client({ ...this.#connection, application_name: "scanbook changes", keepAlive: true });
    const broke = (error?: Error): void => this.#broke(client, error);
    client.on("error", broke);
    client.on("end", () => broke());
    client.on("notification", ({ payload = "" }) => {
      const change = readChange(payload);
      if (change !== null) this.tell(change);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!this.#closed) this.#again(error);
      return;
    }
    if (this.#closed) {
      await client.end().catch(() => undefined);
      return;
    }
    this.#client = client;
    this.#pause = FIRST_RETRY_MS;
    this.#probe = setInterval(() => void this.#try(client), PROBE_MS);
    this.#probe.unref();
    if (this.#begun) for (const { resumed } of this.#followers) resumed?.();
    this.#begun = true;
  }

  async #try(client: Client): Promise<void> {
    const late = setTimeout(() => this.#broke(client, new Error("no answer")), PROBE_TIMEOUT_MS);
    late.unref();
    // A failed query breaks the connection, which is noticed above.
    await client.query("SELECT 1").catch(() => undefined);
    clearTimeout(late);
  }

  #broke(client: Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    clearInterval(this.#probe);
    void client.end().catch(() => undefined);
    if (this.#closed) return;
    for (const { lost } of this.#followers) lost?.();
    this.#again(error);
  }

  #again(error: unknown): void {
    this.#logger.warn({ err: error, again: this.#pause }, "the changes of the account database are not heard");
    this.#retry = setTimeout(() => void this.#connect(), this.#pause);
    this.#retry.unref();
    this.#pause = Math.min(this.#pause * 2, LAST_RETRY_MS);
  }
}
