import {
  ARITHMETIC_WORDS,
  BASIS_WORDS,
  COLUMN_WORDS,
  DOLLAR_WORDS,
  MAGNITUDE_WORDS,
  MULTIPLE_WORDS,
  PERCENT_WORDS,
  CALLS,
  COMPARE_WORDS,
  CROSSING_WORDS,
  DAY_OF_WORDS,
  DAY_WORDS,
  EVENT_WORDS,
  FIELDS,
  FIELD_VALUES,
  FUNCTION_WORDS,
  INDICATORS,
  JOINING_WORDS,
  LOGICAL_WORDS,
  MEMBERSHIP_WORDS,
  NAMED_SESSIONS,
  PERIOD_WORDS,
  SESSION_WORDS,
  SO_FAR_WORDS,
  STATEMENT_ITEMS,
  statementName,
  TRADE_FIELDS,
  TRADE_SIDES,
} from "../../vocabulary/index.ts";
import type {
  ArithmeticOp,
  Basis,
  EventField,
  Field,
  Indicator,
  NamedSession,
  PeriodGroup,
  RangeFunctionName,
  TradeClause,
  TradeField,
  TradeSide,
  Wording,
} from "../../vocabulary/index.ts";
import { CLAUSES } from "../code/trade-text.ts";
import type { CompareOp, Day } from "../tree.ts";

/** What a phrase of the words notation stands for. */
export type Meaning =
  | { readonly kind: "compare"; readonly op: CompareOp }
  | { readonly kind: "cross"; readonly call: "crosses_above" | "crosses_below" }
  | { readonly kind: "logical"; readonly op: "&" | "|" | "!" }
  | { readonly kind: "arithmetic"; readonly op: ArithmeticOp }
  | { readonly kind: "membership"; readonly call: "between" | "in"; readonly negated: boolean }
  /** In front of a value, and behind a number. */
  | { readonly kind: "multiple"; readonly factor: number }
  | { readonly kind: "magnitude"; readonly factor: number }
  | { readonly kind: "percent" }
  | { readonly kind: "dollars" }
  | { readonly kind: "column"; readonly name: string }
  | { readonly kind: "event"; readonly negated: boolean }
  | { readonly kind: "basis"; readonly basis: Basis }
  | { readonly kind: "function"; readonly func: RangeFunctionName }
  /** In front of a field, or behind it as `in the premarket`. */
  | { readonly kind: "session"; readonly session: NamedSession; readonly behind: boolean }
  /** Bars of weeks or months; the period where it is said with them. */
  | { readonly kind: "period"; readonly group: PeriodGroup; readonly offset: number | null }
  | { readonly kind: "so-far" }
  | { readonly kind: "day"; readonly day: Day }
  | { readonly kind: "day-of"; readonly day: Day }
  | { readonly kind: "joining"; readonly word: "of" | "from" | "to" | "at" | "by" | "between" | "the" }
  | { readonly kind: "extreme"; readonly of: "days" | "minutes" }
  /** One field, or the daily and the intraday one of that name. */
  | { readonly kind: "field"; readonly fields: readonly Field[] }
  | { readonly kind: "event-field"; readonly field: EventField }
  /** `line` is null where an indicator of several lines is named without one. */
  | { readonly kind: "indicator"; readonly entry: Indicator; readonly line: string | null }
  | { readonly kind: "call"; readonly name: string }
  /** `return of a short trade`, and what stands behind it. */
  | { readonly kind: "trade"; readonly field: TradeField; readonly side: TradeSide }
  | { readonly kind: "clause"; readonly clause: TradeClause }
  | { readonly kind: "value"; readonly value: string }
  /** A statement item; the quarter may follow it. */
  | { readonly kind: "statement"; readonly item: string };

/** One wording. The table of all of them is what tokenizer, reader, completion and the reference are made from. */
export interface Phrase {
  /** As read: lower case, one blank between words. */
  readonly text: string;
  /** How the canonical form says the same: the phrase itself for one wording of each meaning. */
  readonly canonical: string;
  /** What code writes for it. */
  readonly code: string;
  /** Understood and refused, with the canonical wording as the fix. */
  readonly refused: boolean;
  readonly means: Meaning;
}

function wordings<Code extends string>(
  table: readonly Wording<Code>[],
  means: (code: Code) => Meaning | null,
): readonly Phrase[] {
  return table.flatMap(({ code, canonical, accepted = [], refused = [] }) => {
    const meaning = means(code);
    if (meaning === null) return [];
    return [canonical, ...accepted, ...refused].map((text) => ({
      text: text.toLowerCase(),
      canonical,
      code,
      refused: refused.includes(text),
      means: meaning,
    }));
  });
}

const dayOf = (code: "0" | "-1" | "1"): Day => (code === "0" ? 0 : Number(code));

const sessionNamed = (name: NamedSession["name"]): NamedSession | undefined =>
  NAMED_SESSIONS.find((session) => session.name === name);

const sessions: readonly Phrase[] = [
  ...wordings(SESSION_WORDS, (code) => {
    const session = sessionNamed(code);
    return session ? { kind: "session", session, behind: false } : null;
  }),
  ...wordings(
    SESSION_WORDS.map(({ code, canonical, accepted = [] }) => ({
      code,
      canonical: `in the ${canonical} session`,
      accepted: [canonical, ...accepted].flatMap((name) =>
        ["in the", "in", "during the", "during"].flatMap((before) => [
          `${before} ${name}`,
          `${before} ${name} session`,
        ]),
      ),
    })),
    (code) => {
      const session = sessionNamed(code);
      return session ? { kind: "session", session, behind: true } : null;
    },
  ),
];

const joining: readonly Phrase[] = wordings(JOINING_WORDS, (code) => {
  if (code === "at max of days") return { kind: "extreme", of: "days" };
  return code === "at max of minutes" ? { kind: "extreme", of: "minutes" } : { kind: "joining", word: code };
});

const spoken = (name: string): string => name.replaceAll("_", " ");

/** Every way to name a field: its label, its name, its aliases, other words. */
const fieldTexts = (field: Field): readonly string[] => [
  field.label,
  field.name,
  spoken(field.name),
  ...(field.aliases ?? []).flatMap((alias) => [alias, spoken(alias)]),
  ...field.words,
];

const fields: readonly Phrase[] = FIELDS.filter(({ group }) => group !== "intraday").flatMap((field) => {
  const twin = FIELDS.find(({ group, name }) => field.group === "daily" && group === "intraday" && name === field.name);
  const means: Meaning =
    field.event === undefined
      ? { kind: "field", fields: twin ? [field, twin] : [field] }
      : { kind: "event-field", field: field.name };
  const code = `[${field.group} ${field.name}]`;
  return fieldTexts(field).map((text) => ({
    text: text.toLowerCase(),
    canonical: field.label,
    code,
    refused: false,
    means,
  }));
});

const intradayOnly: readonly Phrase[] = FIELDS.filter(
  ({ group, name }) => group === "intraday" && !FIELDS.some((other) => other.group === "daily" && other.name === name),
).flatMap((field) =>
  fieldTexts(field).map((text): Phrase => ({
    text: text.toLowerCase(),
    canonical: field.label,
    code: `[intraday ${field.name} …]`,
    refused: false,
    means: { kind: "field", fields: [field] },
  })),
);

const calls: readonly Phrase[] = CALLS.flatMap(({ name, signature }) =>
  [...new Set([name, spoken(name)])].map((text): Phrase => ({
    text,
    canonical: name,
    code: signature,
    refused: false,
    means: { kind: "call", name },
  })),
);

const values: readonly Phrase[] = Object.values(FIELD_VALUES)
  .flat()
  .map((value) => ({
    text: value.toLowerCase().replaceAll(/\s+/g, " "),
    canonical: `"${value}"`,
    code: `"${value}"`,
    refused: false,
    means: { kind: "value", value },
  }));

const statement = (text: string, item: string): Phrase => ({
  text: text.toLowerCase(),
  canonical: statementName(item, 1),
  code: `[earnings ${statementName(item, 1)}]`,
  refused: false,
  means: { kind: "statement", item },
});

const statements: readonly Phrase[] = STATEMENT_ITEMS.flatMap(({ item, accepted = [] }) =>
  [item, ...accepted].map((name) => statement(name, item)),
);

/** The same names with blanks. */
const spokenStatements: readonly Phrase[] = statements.flatMap(({ text, means }) =>
  text.includes("-") && means.kind === "statement" ? [statement(text.replaceAll("-", " "), means.item)] : [],
);

/** As printed: `return of a short trade`. */
export const tradeWords = (field: TradeField, side: TradeSide): string =>
  `${TRADE_FIELDS.find(({ name }) => name === field)?.label ?? field} of a ${side} trade`;

const trades: readonly Phrase[] = TRADE_FIELDS.flatMap(({ name, label }) =>
  TRADE_SIDES.flatMap((side) =>
    [...new Set([label, name, spoken(name)])].flatMap((said) =>
      [`${said} of a ${side} trade`, `${said} of ${side} trade`].map((text): Phrase => ({
        text,
        canonical: tradeWords(name, side),
        code: `[trade ${name} ${side} …]`,
        refused: false,
        means: { kind: "trade", field: name, side },
      })),
    ),
  ),
);

const clauses: readonly Phrase[] = CLAUSES.map((clause) => ({
  text: clause,
  canonical: clause,
  code: clause,
  refused: false,
  means: { kind: "clause", clause },
}));

/** Words for what the canonical form writes with signs and digits: only the accepted ones are phrases. */
const behindNumbers = (word: Wording, means: Meaning): readonly Phrase[] =>
  wordings([word], () => means).filter(({ text }) => word.accepted?.includes(text));

const ordinary: readonly Phrase[] = [
  ...wordings(COMPARE_WORDS, (op) => ({ kind: "compare", op })),
  ...wordings(CROSSING_WORDS, (call) => ({ kind: "cross", call })),
  ...wordings(LOGICAL_WORDS, (op) => ({ kind: "logical", op })),
  ...wordings(ARITHMETIC_WORDS, (op) => ({ kind: "arithmetic", op })),
  ...wordings(MEMBERSHIP_WORDS, (code) => ({
    kind: "membership",
    call: code.endsWith("in") ? "in" : "between",
    negated: code.startsWith("!"),
  })),
  ...MULTIPLE_WORDS.flatMap((word) => behindNumbers(word, { kind: "multiple", factor: word.factor })),
  ...MAGNITUDE_WORDS.flatMap((word) => behindNumbers(word, { kind: "magnitude", factor: word.factor })),
  ...PERCENT_WORDS.flatMap((word) => behindNumbers(word, { kind: "percent" })),
  ...DOLLAR_WORDS.flatMap((word) => behindNumbers(word, { kind: "dollars" })),
  ...COLUMN_WORDS.flatMap((word) => behindNumbers(word, { kind: "column", name: word.code })),
  ...wordings(EVENT_WORDS, (code) => ({ kind: "event", negated: code === "!had" })),
  ...wordings(BASIS_WORDS, (basis) => ({ kind: "basis", basis })),
  ...wordings(FUNCTION_WORDS, (func) => ({ kind: "function", func })),
  ...sessions,
  ...PERIOD_WORDS.flatMap((word) => wordings([word], (group) => ({ kind: "period", group, offset: word.offset }))),
  ...wordings(SO_FAR_WORDS, () => ({ kind: "so-far" })),
  ...wordings(DAY_WORDS, (code) => ({ kind: "day", day: dayOf(code) })),
  ...wordings(DAY_OF_WORDS, (code) => ({ kind: "day-of", day: dayOf(code) })),
  ...joining,
  ...fields,
  ...intradayOnly,
];

/** Phrases that other names must not hide. */
const taken: ReadonlySet<string> = new Set([...ordinary, ...statements, ...calls].map(({ text }) => text));
const textsOf = (kind: Meaning["kind"]): readonly string[] =>
  ordinary.filter(({ means }) => means.kind === kind).map(({ text }) => text);
/** `average volume` is a function and a field before it is the title of an indicator. */
const pairs: ReadonlySet<string> = new Set(
  textsOf("function").flatMap((func) => textsOf("field").map((field) => `${func} ${field}`)),
);

const isTaken = (text: string): boolean => taken.has(text) || pairs.has(text);

/** What can be read as a phrase: begins with a letter or digit and has no sign that opens something else. */
const isReadable = (text: string): boolean => /^[\p{L}\d_][^()[\]{}"',;/<>=!&|*^]*$/u.test(text);
/** Values may hold more: Oil & Gas E&P. */
const isReadableValue = (text: string): boolean => /^[\p{L}\d_][^()[\]{}"'|<>=!*^]*$/u.test(text);

/** The name of an indicator in words, as printed: its code unless that says something else. */
export function indicatorName(entry: Indicator): string {
  if (entry.words !== undefined) return entry.words;
  return isTaken(entry.code.toLowerCase()) ? `indicator ${entry.code}` : entry.code;
}

const indicators: readonly Phrase[] = INDICATORS.flatMap((entry) => {
  const own = indicatorName(entry);
  const names = [
    own,
    entry.code,
    entry.name,
    `indicator ${entry.code}`,
    ...(entry.aliases ?? []),
    ...(entry.spoken ?? []),
    entry.title,
  ];
  const several = entry.lines.length > 1;
  const phrase = (text: string, canonical: string, line: string | null): Phrase => ({
    text: text.toLowerCase(),
    canonical,
    code: `[indicator ${entry.name}${several ? `.${line ?? "…"}` : ""}]`,
    refused: false,
    means: { kind: "indicator", entry, line },
  });
  const readable = [...new Set(names.flatMap((name) => [name, spoken(name)]))].filter(
    (name) => isReadable(name) && !isTaken(name.toLowerCase()),
  );
  const [only] = entry.lines;
  if (!several) return readable.map((name) => phrase(name, own, only?.name ?? "value"));
  const [first] = entry.lines;
  return readable.flatMap((name) => [
    ...entry.lines.flatMap((line) =>
      [`${name} ${line.name}`, `${name}.${line.name}`].map((text) => phrase(text, `${own} ${line.name}`, line.name)),
    ),
    phrase(name, `${own} ${first?.name ?? ""}`, null),
  ]);
});

/** Every phrase, in the order in which meanings are tried where two say the same. */
export const PHRASES: readonly Phrase[] = [
  ...[...ordinary, ...statements, ...indicators, ...calls].filter(({ text }) => isReadable(text.replaceAll("'", ""))),
  ...values.filter(({ text }) => isReadableValue(text)),
  ...spokenStatements.filter(({ text }) => !isTaken(text)),
  ...trades,
  ...clauses,
];

/** A line of an indicator as the canonical form names it: `EMA`, `BBANDS upper`, `rolling average`. */
export const indicatorWords = (entry: Indicator, line: string): string =>
  entry.lines.length > 1 ? `${indicatorName(entry)} ${line}` : indicatorName(entry);

/** The canonical wording of what code writes, from one of the vocabulary's tables. */
export const wordOf = <Code extends string>(table: readonly Wording<Code>[], code: Code): string =>
  table.find((wording) => wording.code === code)?.canonical ?? code;
