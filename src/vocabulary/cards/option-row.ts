import type { CardOption } from "./inputs.ts";

/**
 * What an option says: it decides how it is filled in, read, sent, worded and loaded again. `minutes` are those of a bar,
 * `field` the name of one, `clause` a part of a trade as
 * code has it, `name` a text as kept, without braces.
 */
export type OptionKind =
  | "basis"
  | "number"
  | "minutes"
  | "time"
  | "text"
  | "symbol"
  | "field"
  | "extreme"
  | "parameters"
  | "condition"
  | "clause"
  | "value"
  | "name";

/** Everything known of an option. */
export type OptionRow = {
  /** Empty where the label says it all. */
  readonly tooltip: string;
  /** What a new entry begins with, where its data point has nothing of its own. */
  readonly fresh: string;
  /** Key under which the cards send it. */
  readonly sentAs: string;
  /** The same on the Indicator card, where that is another. */
  readonly sentByIndicator?: string;
  /** No two columns may say the same. */
  readonly unique?: true;
} & (
  | (CardOption & { readonly holds: Exclude<OptionKind, "number" | "value"> })
  | (CardOption & { readonly holds: "number"; readonly bounds: readonly [least: number, most: number] })
  | { readonly holds: "value"; readonly label: string }
) &
  /** Said of the data point, of what it is compared with, or of the entry. */
  (
    | {
        readonly about: "point";
        /** Keys under which a request names it; the first is its name there. */
        readonly keys: readonly [string, ...string[]];
      }
    | { readonly about: "comparison" | "entry" }
  );
