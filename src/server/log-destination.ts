import { write } from "node:fs";

/** Lines that may wait; further ones are dropped. */
const MAX_WAITING_LINES = 1_000;
const RETRY_MS = 100;

/**
 * Writes lines of the log to a descriptor without ever blocking the program: with a full disk, a closed pipe or a reader
 * that does not read, lines are dropped. The first line that can be written again says how many.
 */
export class LogDestination {
  readonly #descriptor: number;
  readonly #waiting: Buffer[] = [];
  #writing = false;
  #lost = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(line: string): void {
    if (this.#waiting.length >= MAX_WAITING_LINES) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(Buffer.from(line));
    if (!this.#writing) this.#next();
  }

  #next(): void {
    const line = this.#waiting.shift();
    this.#writing = line !== undefined;
    if (line !== undefined) this.#send(this.#lost === 0 ? line : Buffer.concat([this.#lostLine(), line]), this.#lost);
  }

  #send(rest: Buffer, reportedLost: number): void {
    write(this.#descriptor, rest, (error, written) => {
      if (error?.code === "EAGAIN") {
        setTimeout(() => this.#send(rest, reportedLost), RETRY_MS).unref();
        return;
      }
      if (error !== null) this.#lost += 1;
      else if (written < rest.length) {
        this.#send(rest.subarray(written), reportedLost);
        return;
      } else this.#lost -= reportedLost;
      this.#next();
    });
  }

  #lostLine(): Buffer {
    const line = { level: 40, time: Date.now(), msg: "lines of the log could not be written", lines: this.#lost };
    return Buffer.from(`${JSON.stringify(line)}\n`);
  }
}
