import { DIAGNOSTICS } from "../vocabulary/index.ts";
import type { DiagnosticCode, DiagnosticEntry, Severity } from "../vocabulary/index.ts";
import type { NotationName } from "./notation.ts";
import type { Span } from "./tree.ts";

/** One replacement in the text; `from` and `to` are equal for an insertion. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A way out, ready to apply: the edits are in order and do not overlap. */
export interface Fix {
  readonly label: string;
  readonly edits: readonly Edit[];
}

/** A finding in a formula, with offsets into the text as given. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly fixes?: readonly Fix[];
}

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
export type Parameters<Code extends DiagnosticCode> = Readonly<
  Record<Placeholders<(typeof DIAGNOSTICS)[Code]["text"]>, string | number>
>;

/** A diagnostic of the table, its parameters put into the text. */
export function diagnostic<Code extends DiagnosticCode>(
  code: Code,
  span: Span,
  parameters: Parameters<Code>,
  extra: { readonly fixes?: readonly Fix[]; readonly severity?: Severity; readonly notation?: NotationName } = {},
): Diagnostic {
  const { severity, text: inCode, words }: DiagnosticEntry = DIAGNOSTICS[code];
  const text = extra.notation === "words" ? (words ?? inCode) : inCode;
  const values = new Map<string, string | number>(Object.entries(parameters));
  const shown = (value: string | number | undefined, whole: string): string => shortened(String(value ?? whole));
  return {
    code,
    severity: extra.severity ?? severity,
    from: span.from,
    to: span.to,
    message: text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => shown(values.get(name), whole)),
    ...(extra.fixes && extra.fixes.length > 0 ? { fixes: extra.fixes } : {}),
  };
}

/** What a message or label shows of a text; the rest is in the formula for anybody to see. */
const shortened = (text: string): string =>
  text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS - 1)}…` : text;
const MAX_SHOWN_CHARS = 200;

/** A fix of one replacement. */
export const replace = (label: string, span: Span, insert: string): Fix => ({
  label: shortened(label),
  edits: [{ from: span.from, to: span.to, insert }],
});

/** In the order of the text; at one place the worst first. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const rank = { error: 0, warning: 1, info: 2 };
  return diagnostics.toSorted((a, b) => a.from - b.from || rank[a.severity] - rank[b.severity] || a.to - b.to);
}

/**
 * What reading and checking found, as one list. A later day that is no day at all is not also told as looking ahead, and
 * of a number with a percent sign is asked once what it is a part of.
 */
export function mergeDiagnostics(read: readonly Diagnostic[], checked: readonly Diagnostic[]): Diagnostic[] {
  const isReported = ({ code, from, to }: Diagnostic): boolean => {
    const cause = code === "lookahead" ? "day-not-length" : code === "percent-or-ratio" ? "percent-sign" : null;
    return read.some((found) => found.code === cause && from <= found.from && found.to <= to);
  };
  return inOrder([...read, ...checked.filter((found) => !isReported(found))]);
}
