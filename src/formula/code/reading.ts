import { diagnostic, replace } from "../diagnostic.ts";
import type { Diagnostic, Fix, Parameters } from "../diagnostic.ts";
import type { DiagnosticCode } from "../../vocabulary/index.ts";
import type { Notation } from "../notation.ts";
import type { Argument, Node, Span } from "../tree.ts";

/** Findings shown for one text: 8,000 wrong characters must not give thousands of messages. */
export const MAX_DIAGNOSTICS = 100;

/** A text being read: the parsed text, the mapping to original offsets, and the findings so far. */
export class Reading {
  readonly source: string;
  readonly notation: Notation;
  readonly diagnostics: Diagnostic[] = [];
  readonly #original: (offset: number) => number;
  #mistakes = 0;

  constructor(source: string, notation: Notation, original: (offset: number) => number) {
    this.source = source;
    this.notation = notation;
    this.#original = original;
  }

  text({ from, to }: Span): string {
    return this.source.slice(from, to);
  }

  /** The span in the original text. */
  span({ from, to }: Span): Span {
    return { from: this.#original(from), to: this.#original(to) };
  }

  report<Code extends DiagnosticCode>(
    code: Code,
    place: Span,
    parameters: Parameters<Code>,
    fixes: readonly (Fix | null)[] = [],
  ): void {
    const given = fixes.filter((fix) => fix !== null);
    const found = diagnostic(code, this.span(place), parameters, { fixes: given, notation: this.notation.name });
    this.diagnostics.push(found);
    if (found.severity === "error") this.#mistakes += 1;
  }

  /** True with as many mistakes as are shown: later parts become invalid nodes, since the text is refused anyway. */
  get full(): boolean {
    return this.#mistakes >= MAX_DIAGNOSTICS;
  }

  /** A fix that replaces this span. */
  fix(insert: string, place: Span, label = `Write ${insert}`): Fix {
    return replace(label, this.span(place), insert);
  }

  /** The nearest name as a fix; null where there is none. */
  instead(name: string | null, place: Span): Fix | null {
    return name === null ? null : this.fix(name, place);
  }

  remove(place: Span): Fix {
    const blank = /\s/.test(this.source[place.from - 1] ?? "") && /[\s\])]/.test(this.source[place.to] ?? " ") ? 1 : 0;
    const what = this.text(place);
    return replace(`Remove ${what}`, this.span({ from: place.from - blank, to: place.to }), "");
  }
}

/**
 * Placeholder in a tree for what could not be read, so that the rest can still be checked, including its parts that were
 * `read`. Not visible outside reader and checks.
 */
export const invalidNode = (span: Span, read: readonly Argument[] = []): Node => ({
  ...span,
  kind: "call",
  name: "",
  args: read,
});
export const isInvalid = (node: { readonly kind: string; readonly name?: unknown }): boolean =>
  node.kind === "call" && node.name === "";

/** Comments as blanks of the same length. */
export const withoutComments = (text: string): string =>
  text.includes("/*") ? text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => " ".repeat(comment.length)) : text;
