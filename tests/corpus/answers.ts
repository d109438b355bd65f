import {
  columnsByKey,
  diagnose,
  knownAtLabel,
  members,
  parseAnswer,
  parseCode,
  printCode,
  printWords,
} from "../../src/formula/index.ts";
import type { Fix, Member } from "../../src/formula/index.ts";
import { namesOf } from "../../src/reference/index.ts";

/** A formula and where it stands: what a row of the corpus asks. */
export interface Question {
  readonly text: string;
  /** The text stands so many times in a row; once when left out. */
  readonly times?: number;
  readonly notation?: "words";
  readonly use: "filter" | "column";
  /** Columns of the request: with formulas as the page knows them, or by name alone as `POST /parse` does. */
  readonly columns?: Readonly<Record<string, string>> | readonly string[];
  /** Names of the account's lists, which the page alone knows; any name is one where they are left out. */
  readonly lists?: readonly string[];
  /** Symbols of the market; any is one where they are left out. */
  readonly symbols?: readonly string[];
}

/** What browser and server must both say to it. Texts of messages are no part of it: they may get better. */
export interface Answer {
  /** Canonical code and words; null where the formula has a mistake. */
  readonly code: string | null;
  readonly words: string | null;
  readonly type: string | null;
  readonly unit: string | null;
  /** As the page shows it; null for constants. */
  readonly known: string | null;
  readonly members: readonly Member[];
  readonly diagnostics: readonly StoredDiagnostic[];
}

export interface StoredDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly from: number;
  readonly to: number;
  /** The whole text after each fix. */
  readonly fixed?: readonly string[];
}

export const textOf = ({ text, times = 1 }: Question): string => text.repeat(times);

/** The text after a fix. */
export const applied = (text: string, { edits }: Fix): string =>
  edits.toReversed().reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);

/** Diagnostics as the corpus keeps them; texts after fixes only where they are short enough to be read. */
export function storedDiagnostics(
  text: string,
  diagnostics: readonly (Omit<StoredDiagnostic, "fixed"> & { readonly fixes?: readonly Fix[] | undefined })[],
): readonly StoredDiagnostic[] {
  return diagnostics.map(({ code, severity, from, to, fixes = [] }) => ({
    code,
    severity,
    from,
    to,
    ...(fixes.length > 0 && text.length < 500 ? { fixed: fixes.map((fix) => applied(text, fix)) } : {}),
  }));
}

/** The answer to a question that `POST /parse` can be asked. */
export const questionBody = (question: Question) => ({
  formula: textOf(question),
  is_filter: question.use === "filter",
  notation: question.notation ?? ("code" as const),
  ...(isNames(question.columns) ? { column_list: question.columns.join("|") } : {}),
});

export const isNames = (columns: Question["columns"]): columns is readonly string[] => Array.isArray(columns);

/** Columns with formulas are known to the page alone: the server is told names. */
export const serverMayAnswer = ({ columns, lists, symbols }: Question): boolean =>
  lists === undefined && symbols === undefined && (columns === undefined || isNames(columns));

/** The one answer of the language, whoever runs it. */
export function answerOf(question: Question): Answer {
  const text = textOf(question);
  const { columns = {}, lists, symbols } = question;
  if (serverMayAnswer(question)) {
    const { code, words, type, unit, known_at, result, diagnostics } = parseAnswer(questionBody(question));
    return {
      code,
      words,
      type,
      unit,
      known: known_at?.label ?? null,
      members: result,
      diagnostics: storedDiagnostics(text, diagnostics),
    };
  }
  const known = columnsByKey(
    Object.entries(isNames(columns) ? {} : columns).map(([name, formula]) => ({ name, tree: parseCode(formula).tree })),
  );
  const { notation = "code", use } = question;
  const { tree, type, unit, knownAt, diagnostics } = diagnose(
    text,
    { columns: known, use, ...namesOf({ lists, symbols }) },
    notation,
  );
  return {
    code: tree && printCode(tree),
    words: tree && printWords(tree),
    type: tree && type,
    unit: tree && unit,
    known: tree && knownAt ? knownAtLabel(knownAt) : null,
    members: tree ? members(tree) : [],
    diagnostics: storedDiagnostics(text, diagnostics),
  };
}
