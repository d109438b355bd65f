import type { Adjusted, CardOptionName, Condition, OptionValueKinds, OptionKind } from "../../vocabulary/index.ts";

/** The input of an option: a text as typed, or a list where several may be chosen. */
export interface Typed extends Readonly<Record<Exclude<OptionKind, "basis" | "condition" | "value">, string>> {
  readonly basis: Adjusted;
  /** 0 is none yet. */
  readonly condition: Condition | 0;
  readonly value: string | readonly string[];
}

/** The input for a data point; an empty text is not filled in yet. */
export type Selected = { readonly [Name in CardOptionName]?: Typed[OptionValueKinds[Name]] };
