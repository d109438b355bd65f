import type { Searched } from "./rank.ts";
import type { Slot } from "./slots.ts";

/** One entry of the completion list. */
export interface CompletionOption extends Searched {
  /** What stands from `context.from` to `context.to` afterwards. */
  readonly insert: string;
  /** Stretches of `insert` that are examples to type over, in order. */
  readonly slots: readonly Slot[];
  /** Characters behind `insert` that the caret goes beyond at the end: the closing bracket. */
  readonly skip: number;
  /** The data point as it would stand with the option in it; `insert` where it is none. */
  readonly whole: string;
  /** Unit, type, signature. */
  readonly detail: string;
}
