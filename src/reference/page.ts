/** A page of the reference. Texts hold `code` between backticks and [links](address); nothing else is markup. */
export interface Page {
  /** Its address: `functions` is docs/reference/functions.md and /reference/functions. */
  readonly name: string;
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly summary: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "heading"; readonly text: string; readonly anchor: string }
  /** An entry that is linked to: its anchor is its name. */
  | { readonly kind: "entry"; readonly title: string; readonly anchor: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** One for each row, where rows are linked to. */
      readonly anchors: readonly string[] | null;
    }
  /** Formulas, one a line. */
  | { readonly kind: "code"; readonly lines: readonly string[] }
  /** A whole request as its text, or the grammar of one. */
  | { readonly kind: "request"; readonly text: string };

export const text = (content: string): Block => ({ kind: "text", text: content });
export const heading = (content: string): Block => ({
  kind: "heading",
  text: content,
  anchor: content.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
});
export const entry = (title: string, anchor: string): Block => ({ kind: "entry", title, anchor });
export const list = (...items: readonly string[]): Block => ({ kind: "list", items });
export const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  anchors: readonly string[] | null = null,
): Block => ({ kind: "table", head, rows, anchors });
export const requestText = (content: string): Block => ({ kind: "request", text: content });
export const code = (...lines: readonly string[]): Block => ({ kind: "code", lines });

/** A formula within a text. */
export const mark = (formula: string): string => `\`${formula}\``;
export const sentence = (words: string): string => `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}.`;
