import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Header that names the FIFO a client has made in the spool folder, for the rows to go there and not into the answer. */
export const PIPE_HEADER = "x-scanbook-pipe";

const NAME = /^rows-[\w-]{1,64}$/;

/** The path of a pipe. */
function pipePath(spool: string, name: string): string {
  return join(spool, name);
}

/** Makes a FIFO for one statement and gives its path; the caller removes it. */
export async function makePipe(spool: string, name: string): Promise<string> {
  const path = pipePath(spool, name);
  await run("mkfifo", ["-m", "600", path]);
  return path;
}

/** A FIFO's reading end; does not wait for a writer. */
export function openPipe(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
}

/** The path of a client's pipe, or null where the name is none or no FIFO of the spool folder has it. */
export async function findPipe(spool: string, name: string): Promise<string | null> {
  if (!NAME.test(name)) return null;
  const path = pipePath(spool, name);
  const found = await lstat(path).catch(() => null);
  return found?.isFIFO() === true ? path : null;
}

/**
 * The host's own reading end of a client's pipe. It reads nothing, but while it is open a writer neither waits for a
 * reader nor fails for lack of one; `drain` reads and drops what is left, so that the writer can end.
 */
export class PipeKeeper {
  readonly #fd: number;
  #socket: Socket | null = null;

  constructor(path: string) {
    this.#fd = openPipe(path);
  }

  drain(): void {
    this.#socket ??= new Socket({ fd: this.#fd, readable: true, writable: false }).resume();
  }

  close(): void {
    if (this.#socket) this.#socket.destroy();
    else closeSync(this.#fd);
  }
}
