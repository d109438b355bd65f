import type { Group } from "../../vocabulary/index.ts";
import type { NotationName } from "../notation.ts";
import type { TradeExpects } from "./trade-candidates.ts";

/** No name is longer; the word before the caret is looked for in so many characters. */
export const MAX_WORD_LENGTH = 200;

/** What may stand at a position, decided from the tokens before the word being typed. */
export type CompletionContext = {
  readonly text: string;
  /** The word being typed: what an option replaces. */
  readonly from: number;
  readonly to: number;
  /** Left out in code. */
  readonly notation?: NotationName;
} & (
  | { readonly kind: "none" }
  /** A value begins: data point, function, column, text, sign. */
  | { readonly kind: "value" }
  /** A value has ended. */
  | { readonly kind: "operator" }
  /** First word in the brackets; `open` and `close` are those of the brackets, `close` null where it is missing. */
  | ({ readonly kind: "group" } & Brackets)
  /** A later word in the brackets. */
  | ({ readonly kind: "point"; readonly group: Group } & Brackets)
  /** A later word in the brackets of a number of the account's own. */
  | ({ readonly kind: "mine" } & Brackets)
  /** A word of a trade; in words `open` is where it begins and `close` its last parenthesis. */
  | ({ readonly kind: "trade"; readonly expects: TradeExpects } & Brackets)
  /** In words, where a value begins or goes on: `open` is where the data point that is being said begins. */
  | { readonly kind: "phrase"; readonly open: number }
  /** In words, behind a value: an operator, or more of the data point that began at `open`, if it is one. */
  | { readonly kind: "after"; readonly open: number | null }
  /** Inside braces; `from` and `to` are those of the name, `closed` whether the brace is. */
  | { readonly kind: "column"; readonly closed: boolean }
  /** Inside double quotes; `from` and `to` are those of the whole literal. */
  | { readonly kind: "text"; readonly closed: boolean }
);

interface Brackets {
  readonly open: number;
  readonly close: number | null;
}
