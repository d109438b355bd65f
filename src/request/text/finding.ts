import type { Fix, Span } from "../../formula/index.ts";
import type { Severity } from "../../vocabulary/index.ts";

/** Mistakes of the text itself; formulas and requests have codes of their own. */
export const TEXT_FINDINGS = {
  "statement-unknown": [
    "error",
    "A statement begins with request, about, dates, options, outcome, parameter, hold out, notation, filter or column, not with {word}.",
  ],
  "statement-place": ["error", "A statement begins in the first column with its keyword."],
  "statement-twice": ["error", "A request has one {keyword}; an earlier line says it already."],
  "statement-off": ["error", "off switches a filter or a column off: off filter …"],
  "comment-open": ["error", "This comment is not closed. It ends where the next statement begins."],
  "quote-open": ["error", "This text is not closed."],
  "quote-after": ["error", "Nothing belongs behind the closing quotation mark."],
  "about-text": ["error", 'The description stands in quotation marks: about "…".'],
  "days-two": ["error", "Two days belong here: 2025-10-01 .. 2025-12-31."],
  "option-unknown": ["error", "There is no option {word}. There are daily updates, e-mail and overwrite."],
  "outcome-name": ["error", "The name of a column belongs here, in braces."],
  "parameter-says": [
    "error",
    "A parameter has a name and values: $gap 5 .. 100 step 5, perhaps with a chosen one, = 10.",
  ],
  "parameter-range": ["error", "{word}"],
  "parameter-twice": ["error", "There is another parameter {word}."],
  "parameter-unused": ["warning", "No formula names {word}."],
  "hold-out": ["error", "The last part of the days is held out: hold out last third."],
  "notation-unknown": ["error", "Formulas are written in code or in words: notation words."],
  "notation-late": ["error", "The notation stands before the first filter or column."],
  "column-off": ["error", "The column {word} is switched off."],
  "formula-missing": ["error", "A formula belongs here."],
  "text-line-break": ["info", "The line break inside this text counts as a blank."],
} as const satisfies Readonly<Record<string, readonly [Severity, string]>>;

export type TextFindingCode = keyof typeof TEXT_FINDINGS;

/** Something to say about a request's text, at offsets into it. */
export interface TextFinding extends Span {
  readonly severity: Severity;
  /** A code of the text, of a formula or of the request. */
  readonly code: string;
  readonly message: string;
  readonly fixes?: readonly Fix[];
}

const MAX_SHOWN_CHARS = 40;

/** A finding of the table, its parameters put into the text. */
export function textFinding(
  code: TextFindingCode,
  { from, to }: Span,
  { word = "", fixes = [] }: { readonly word?: string; readonly fixes?: readonly Fix[] } = {},
): TextFinding {
  const [severity, message] = TEXT_FINDINGS[code];
  // Where the whole message is given there is nothing to shorten.
  const shown = message !== "{word}" && word.length > MAX_SHOWN_CHARS ? `${word.slice(0, MAX_SHOWN_CHARS)}…` : word;
  return {
    from,
    to,
    severity,
    code,
    message: message.replaceAll(/\{\w+\}/g, () => shown),
    ...(fixes.length === 0 ? {} : { fixes }),
  };
}
