import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { HEARTBEAT_SECONDS } from "../../contract/index.ts";
import type { StreamEvent } from "../../contract/index.ts";
import { newId } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { Change } from "../changes/change.ts";
import { KeptEvents } from "./kept-events.ts";
import type { Changes } from "../changes/listener.ts";

/** Streams of one account in this process; a page takes one. */
export const MAX_STREAMS = 10;
/** Streams of all accounts in this process. */
const MAX_ALL_STREAMS = 5_000;
/** Bytes that wait for a caller who does not read; with more he is dropped, and looks again when he is back. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** Milliseconds before a caller whose stream broke comes back. */
const RETRY_MS = 1_000;
/** Milliseconds before a check that could not be made is made once more: after a restart of the database a first statement may meet a connection that broke with it. */
const CHECK_AGAIN_MS = 250;

interface Caller {
  readonly account: string;
  /** The admin of a use-as session. */
  readonly admin: string | null;
  /** When its session or token ends by itself. */
  readonly ends: () => Promise<Date | null>;
  /** Whether it may still have the stream. */
  readonly allowed: () => Promise<boolean>;
}

interface OpenStream extends Caller {
  readonly out: Readable;
  until: number;
  /** Bytes that waited at the last heartbeat, none of which may wait at the next. */
  unread: number;
  check: Promise<void> | null;
  checkAgain: boolean;
}

const asText = ({ event, data }: StreamEvent, id?: string): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** The open streams of this process: each change goes to those of its account. An open stream costs no statement. */
export class Streams {
  readonly #changes: Pick<Changes, "live" | "follow">;
  readonly #open = new Map<string, Set<OpenStream>>();
  readonly #kept = new KeptEvents(newId());
  readonly #timer: NodeJS.Timeout;
  readonly #unfollow: () => void;
  /** Whether changes were heard at the last sign of life. */
  #wasLive = true;
  #closing = false;

  constructor(changes: Pick<Changes, "live" | "follow">) {
    this.#changes = changes;
    this.#unfollow = changes.follow({
      changed: (change) => this.#changed(change),
      resumed: () => {
        // Ends of sessions may have been missed as well.
        for (const stream of this.#all()) void this.#check(stream);
        this.#send(null, { event: "resync", data: {} });
      },
    });
    this.#timer = setInterval(() => this.heartbeat(), HEARTBEAT_SECONDS * 1000);
    this.#timer.unref();
  }

  /** Number of open streams. */
  get size(): number {
    return this.#all().length;
  }

  /** Opens a stream, with what was missed since the event `last`. Rejects with the answer where there are too many. */
  async open(caller: Caller, last: string | undefined): Promise<Readable> {
    if (this.#closing) throw new ProblemAnswer("overloaded", "The server is stopping.", [], 2);
    if (!this.#changes.live) throw new ProblemAnswer("database-down", "Changes are not heard at the moment.", [], 2);
    const mine = this.#open.get(caller.account) ?? new Set();
    if (mine.size >= MAX_STREAMS)
      throw new ProblemAnswer("too-many", `An account has at most ${MAX_STREAMS} open streams.`, [], HEARTBEAT_SECONDS);
    if (this.size >= MAX_ALL_STREAMS) throw new ProblemAnswer("overloaded", "Too many streams are open.", [], 30);
    const out = new Readable({ read: () => undefined });
    const stream: OpenStream = { ...caller, out, until: Infinity, unread: 0, check: null, checkAgain: false };
    this.#open.set(caller.account, mine.add(stream));
    out.once("close", () => {
      mine.delete(stream);
      if (mine.size === 0) this.#open.delete(caller.account);
    });
    // Asked after it counts as open: a session that ends from now on is told of.
    const ends = await caller.ends().catch((error: unknown) => {
      out.destroy();
      throw error;
    });
    if (ends === null) {
      out.destroy();
      throw new ProblemAnswer("unauthorized", "The session has ended. Sign in again.");
    }
    stream.until = ends.getTime();
    out.push(`retry: ${RETRY_MS}\nid: ${this.#kept.last}\n\n`);
    const missed = last === undefined ? [] : this.#kept.since(last, caller.account);
    if (missed === null) out.push(asText({ event: "resync", data: {} }, this.#kept.last));
    else for (const { id, event } of missed) out.push(asText(event, id));
    return out;
  }

  /** A sign of life to every stream; ends those that are over, and drops those that nobody reads. */
  heartbeat(now = Date.now()): void {
    const wasLive = this.#wasLive;
    this.#wasLive = this.#changes.live;
    for (const stream of this.#all()) {
      const { out, until, unread } = stream;
      // Without changes there is nothing to wait for, nor would the end of a session be noticed. A restart of the database
      // is over by the next sign of life.
      if (until <= now || !(wasLive || this.#wasLive)) out.push(null);
      else if (unread > 0 && out.readableLength >= unread) out.destroy();
      else {
        stream.unread = out.readableLength;
        out.push(":\n\n");
      }
    }
  }

  /** Ends all streams; there will be no others. */
  close(): void {
    this.#closing = true;
    clearInterval(this.#timer);
    this.#unfollow();
    for (const { out } of this.#all()) out.push(null);
  }

  #all(): readonly OpenStream[] {
    return [...this.#open.values()].flatMap((mine) => [...mine]);
  }

  #changed(change: Change): void {
    switch (change.kind) {
      case "status": {
        const { account, request: id, status } = change;
        return this.#send(account, { event: "run", data: { id, status, progress: null } });
      }
      case "progress": {
        const { account, request: id, progress } = change;
        const { stage, done, total, readRows: read_rows } = progress;
        const data = { id, status: "Running" as const, progress: { stage, done, total, read_rows } };
        // Not kept: the next one says more.
        return this.#write(account, asText({ event: "run", data }));
      }
      case "changed": {
        const { account, what, page } = change;
        return this.#send(account, { event: "changed", data: { what, page } });
      }
      case "market":
        return this.#send(null, { event: "market", data: {} });
      case "access": {
        const affected = this.#all().filter(({ account, admin }) => [account, admin].includes(change.account));
        for (const stream of affected) void this.#check(stream);
        return;
      }
      default:
        return change satisfies never;
    }
  }

  /** To the streams of an account, or of all. */
  #send(account: string | null, event: StreamEvent): void {
    this.#write(account, asText(event, this.#kept.add(account, event)));
  }

  #write(account: string | null, text: string): void {
    const to = account === null ? this.#all() : (this.#open.get(account) ?? []);
    for (const { out } of to) {
      if (out.readableLength > MAX_UNREAD_BYTES) out.destroy();
      else out.push(text);
    }
  }

  /** Ends a stream whose caller may not have it any more; also where that cannot be found out, tried twice. */
  #check(stream: OpenStream): Promise<void> {
    if (stream.check !== null) {
      stream.checkAgain = true;
      return stream.check;
    }
    const check = async (): Promise<void> => {
      do {
        stream.checkAgain = false;
        const again = async (): Promise<boolean> => {
          await setTimeout(CHECK_AGAIN_MS);
          return stream.allowed().catch(() => false);
        };
        if (!(await stream.allowed().catch(again))) stream.out.push(null);
      } while (stream.checkAgain);
      stream.check = null;
    };
    stream.check = check();
    return stream.check;
  }
}
