import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const BATCH = 16;

/** The reading end of a FIFO that the engine writes one result into. */
interface Outlet {
  readonly path: string;
  readonly bytes: Socket;
  /** Gives the FIFO back. Only when the engine is done with it: a writer that opens it without a reader waits forever. */
  release(): void;
}

/**
 * FIFOs for results: the engine writes any format, gzipped or not, on a thread of its own and waits when the pipe is full;
 * the event loop reads without blocking and nothing touches the disk.
 */
export class Fifos {
  readonly #folder: string;
  readonly #free: string[] = [];
  #made = 0;
  #making: Promise<void> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async open(): Promise<Outlet> {
    while (this.#free.length === 0) await this.#make();
    const path = this.#free.pop();
    if (path === undefined) return this.open();
    // Opened for reading before the writer comes, which Linux and macOS allow without blocking; end of file is only
    // reported after a writer has come and gone.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const bytes = new Socket({ fd, readable: true, writable: false });
    // A statement whose format is refused opens the FIFO again after its end; without a reader it would wait for ever.
    const kept = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    let released = false;
    return {
      path,
      bytes,
      release: () => {
        if (released) return;
        released = true;
        closeSync(kept);
        // All of it may have been read already: closed then, or about to be.
        if (bytes.closed) this.#free.push(path);
        else bytes.once("close", () => this.#free.push(path)).destroy();
      },
    };
  }

  #make(): Promise<void> {
    this.#making ??= (async () => {
      const paths = Array.from({ length: BATCH }, () => join(this.#folder, `pipe-${this.#made++}`));
      await run("mkfifo", ["-m", "600", ...paths]);
      this.#free.push(...paths);
    })().finally(() => (this.#making = null));
    return this.#making;
  }
}
