import type { Call } from "./command.ts";
import { printable } from "./printable.ts";

/** One line on standard error that is written over; nothing where standard error is no terminal. */
export class ProgressLine {
  readonly #call: Pick<Call, "terminal" | "overwrite">;
  #shown = false;

  constructor(call: Pick<Call, "terminal" | "overwrite">) {
    this.#call = call;
  }

  show(text: string): void {
    if (!this.#call.terminal) return;
    this.#call.overwrite(`\r\u001b[2K${printable(text.slice(0, 100))}`);
    this.#shown = true;
  }

  clear(): void {
    if (this.#shown) this.#call.overwrite("\r\u001b[2K");
    this.#shown = false;
  }
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
export const count = (value: number): string => whole.format(value);
export const seconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} s`;
export const percent = (share: number): string => `${Math.round(Math.min(1, Math.max(0, share)) * 100)} %`;
