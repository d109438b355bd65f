import type { Output } from "./command.ts";

/** One line on standard error that is written over; nothing where standard error is no terminal. */
export class ProgressLine {
  readonly #output: Output;
  #shown = false;

  constructor(output: Output) {
    this.#output = output;
  }

  show(text: string): void {
    if (!this.#output.terminal) return;
    this.#output.err(`\r\u001b[2K${text.slice(0, 100)}`);
    this.#shown = true;
  }

  clear(): void {
    if (this.#shown) this.#output.err("\r\u001b[2K");
    this.#shown = false;
  }
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
export const count = (value: number): string => whole.format(value);
export const seconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} s`;
export const percent = (share: number): string => `${Math.round(Math.min(1, Math.max(0, share)) * 100)} %`;
