import { write } from "node:fs";

/** Lines that wait for the one before them; what comes when so many wait is left out. */
const WAITING = 1_000;
const AGAIN_MS = 100;

/**
 * Writes lines of the log to a descriptor, one after another, without ever holding up the program: a full disk, a closed
 * pipe or a reader that stands still costs lines, never an answer. The first line that can be written again says how many.
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
    if (this.#waiting.length >= WAITING) {
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

  #send(rest: Buffer, told: number): void {
    write(this.#descriptor, rest, (error, written) => {
      if (error?.code === "EAGAIN") {
        setTimeout(() => this.#send(rest, told), AGAIN_MS).unref();
        return;
      }
      if (error !== null) this.#lost += 1;
      else if (written < rest.length) {
        this.#send(rest.subarray(written), told);
        return;
      } else this.#lost -= told;
      this.#next();
    });
  }

  #lostLine(): Buffer {
    const line = { level: 40, time: Date.now(), msg: "lines of the log could not be written", lines: this.#lost };
    return Buffer.from(`${JSON.stringify(line)}\n`);
  }
}
