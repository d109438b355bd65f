import type { CardOptionName, Condition, OptionValueKinds, OptionKind } from "../../vocabulary/index.ts";

/** What an option holds while it is filled in: a text as typed, a list where several may be chosen. */
export interface Typed extends Readonly<Record<Exclude<OptionKind, "flag" | "condition" | "value">, string>> {
  readonly flag: boolean;
  /** 0 is none yet. */
  readonly condition: Condition | 0;
  readonly value: string | readonly string[];
}

/** What is selected about a data point while it is filled in; an empty text is the unfilled placeholder. */
export type Selected = { readonly [Name in CardOptionName]?: Typed[OptionValueKinds[Name]] };
