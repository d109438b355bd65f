import type { ValueType } from "./types.ts";

/**
 * What an argument must be: a type, `same` as the argument of that index, `any`, a whole literal, a range of days, a group
 * (`by sector`), the name of an aggregate, or what the aggregate of that index is made of.
 */
export type ArgumentRule =
  | { readonly kind: "value"; readonly type: ValueType | "any" | "orderable" }
  | { readonly kind: "same"; readonly as: number }
  | { readonly kind: "literal"; readonly min: number; readonly max: number; readonly whole: boolean }
  | { readonly kind: "day" }
  | { readonly kind: "range" }
  /** The name of a list of the account, written as a text. */
  | { readonly kind: "own-list" }
  /** The name of a number of the account, written as a text. */
  | { readonly kind: "own-number" }
  /** The symbol of another security, written as a text. */
  | { readonly kind: "symbol" }
  | { readonly kind: "group" }
  | { readonly kind: "aggregate" }
  | { readonly kind: "aggregated"; readonly by: number };

/** A function of the language: everything the checker, completion, printer of help, scan and naive evaluator share. */
export interface CallEntry<Name extends string = string> {
  readonly name: Name;
  readonly arguments: readonly { readonly name: string; readonly rule: ArgumentRule }[];
  /** How many of the arguments may be left out, from the end. */
  readonly optional?: number;
  /** A group may stand in place of the second argument, and of those behind it. */
  readonly orGroup?: true;
  /** The last argument may repeat. */
  readonly repeats?: true;
  /** A type, or the type of the argument of that index. */
  readonly result: ValueType | { readonly as: number };
  /** `keep` the unit of the argument of that index, a fixed one, or none. */
  readonly unit: { readonly keep: number } | { readonly aggregate: number } | "percent" | "sessions" | "count" | "none";
  readonly signature: string;
  readonly example: string;
}
