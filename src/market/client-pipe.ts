import { randomUUID } from "node:crypto";
import { unlink } from "node:fs/promises";
import { Socket } from "node:net";
import { makePipe, openPipe } from "./engine/pipe.ts";
import { toMarketError } from "./client-errors.ts";

/** Size of a chunk, and the free space that a read needs at least: the capacity of a pipe. */
const CHUNK_BYTES = 1 << 20;
const MIN_READ_BYTES = 1 << 16;

/**
 * A pipe's bytes in large chunks. Three buffers are reused in turn (one being filled, one full, one in use): allocating
 * new ones for hundreds of megabytes would cost more in garbage collection than all else.
 */
class PipeReader {
  readonly #socket: Socket;
  #free: Buffer[] = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)];
  #filling: Buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  #filled = 0;
  #full: Buffer | null = null;
  #inUse: Buffer | null = null;
  #ended = false;
  #error: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(fd: number) {
    this.#socket = new Socket({
      fd,
      readable: true,
      writable: false,
      onread: {
        buffer: () => this.#filling.subarray(this.#filled),
        callback: (bytes) => this.#take(bytes),
      },
    });
    this.#socket.once("end", () => {
      this.#ended = true;
      this.#wake?.();
    });
    this.#socket.once("error", (error) => this.fail(error));
  }

  /** Returns whether to read on. The socket asks for the buffer of its next read right after, even when it will not read. */
  #take(bytes: number): boolean {
    this.#filled += bytes;
    if (CHUNK_BYTES - this.#filled >= MIN_READ_BYTES) return true;
    this.#full = this.#filling.subarray(0, this.#filled);
    this.#filling = this.#free.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
    this.#filled = 0;
    this.#wake?.();
    return false;
  }

  /** The next bytes, valid until the next call; null at the end. */
  async next(): Promise<Buffer | null> {
    if (this.#inUse) this.#free.push(this.#inUse);
    this.#inUse = null;
    while (this.#full === null && !this.#ended && this.#error === null)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#error) throw this.#error;
    const chunk = this.#full ?? this.#filling.subarray(0, this.#filled);
    if (this.#full === null) this.#filled = 0;
    else {
      this.#full = null;
      this.#inUse = Buffer.from(chunk.buffer);
      this.#socket.resume();
    }
    return chunk.length > 0 ? chunk : null;
  }

  /** The pending and the next call of `next` throw the error. */
  fail(error: Error): void {
    this.#error ??= error;
    this.#wake?.();
  }

  close(): void {
    this.#socket.destroy();
  }
}

/**
 * The rows of a statement straight from the engine's thread: it writes into a FIFO of the spool folder that is read here,
 * so that they pass through no other process and no other file. `send` sends the statement with the pipe's name, resolves
 * when the engine has written all of it, and ends it on the signal. Throws what `send` rejects with; leaving the
 * loop early ends the statement.
 */
export async function* rowsThroughPipe(
  spool: string,
  send: (pipe: string, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<Buffer, void> {
  const name = `rows-${randomUUID()}`;
  const path = await makePipe(spool, name);
  const stop = new AbortController();
  try {
    // Open before the statement is sent: a reader that opens later would never see the end of a writer that has closed.
    const reader = new PipeReader(openPipe(path));
    try {
      const sent = send(name, stop.signal);
      sent.catch((error: unknown) => reader.fail(error instanceof Error ? error : toMarketError(error)));
      for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) yield chunk;
      await sent;
    } finally {
      stop.abort();
      reader.close();
    }
  } finally {
    await unlink(path).catch(() => undefined);
  }
}
