import { LISTED_FIELDS, STATEMENT_ITEMS, textKey } from "../../vocabulary/index.ts";

const quoted = (words: readonly string[]): string =>
  `[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", ")}]`;

/** SQL for `textKey` of the vocabulary. */
const textKeySql = (text: string): string => `lowerUTF8(replaceRegexpAll(trim(${text}), '[\\\\s_-]+', '-'))`;

const transformSql = (
  key: string,
  pairs: readonly (readonly [from: string, to: string])[],
  otherwise: string,
): string =>
  `transform(${key}, ${quoted(pairs.map(([from]) => from))}, ${quoted(pairs.map(([, to]) => to))}, ${otherwise})`;

/**
 * SQL for a text of a listed field: a vendor's spelling becomes the value of the list, `United States` USA, `CS` Common
 * Stock. A text that is in no list stays as it is.
 */
export function listedText(field: string, text: string): string {
  const pairs = (LISTED_FIELDS[field] ?? []).flatMap(({ value, accepted = [] }) =>
    accepted.map((spelling) => [textKey(spelling), value] as const),
  );
  return pairs.length === 0 ? text : transformSql(textKeySql(text), pairs, text);
}

/** SQL for the statement item of a text under any of its names; empty where there is none. */
export function statementItemOf(text: string): string {
  const pairs = STATEMENT_ITEMS.flatMap(({ item, accepted = [] }) =>
    [item, ...accepted].map((name) => [name, item] as const),
  );
  return transformSql(`lower(replaceRegexpAll(trim(${text}), '[\\\\s_.-]+', '-'))`, pairs, "''");
}

/** Why a text of another encoding is refused: as a rule all of its file is, as spreadsheets save one. */
export const NOT_UTF8 = "not UTF-8: save the file as UTF-8";

/** What no text may hold: control characters, those that reverse or hide text, and line separators. */
const INVISIBLE = String.raw`[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]`;

/** Blanks that look like a space and are none; a symbol with one would be another security. */
const OTHER_BLANKS = String.raw`[\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}]`;

/** SQL conditions under which a symbol cannot be taken besides those of a text. */
export const symbolProblems = (text: string): readonly (readonly [condition: string, reason: string])[] => [
  [`match(${text}, '${OTHER_BLANKS}')`, "a blank that is no space"],
];

/** SQL conditions under which a text cannot be taken, each with its reason. */
export const textProblems = (
  text: string,
  maxChars: number,
): readonly (readonly [condition: string, reason: string])[] => [
  [`NOT isValidUTF8(${text})`, NOT_UTF8],
  [`match(${text}, '${INVISIBLE}')`, "control character"],
  [`lengthUTF8(${text}) > ${maxChars}`, `longer than ${maxChars} characters`],
];

/**
 * SQL for a symbol whose suffixes are lower case, as the consolidated tape writes them: `BACpL` is BAC.PRL (preferred),
 * `XYZr` XYZ.RT (rights), `GEVw` GEV.WI (when issued). Upper-casing would make another company's symbol of them. A
 * suffix that is not known here stays in lower case.
 */
export function suffixedSymbol(text: string): string {
  const steps: readonly (readonly [pattern: string, by: string])[] = [
    ["^([A-Z0-9.]+)p([A-Z]?)", ".PR"],
    ["^([A-Z0-9.]+)r(w?)$", ".RT"],
    ["^([A-Z0-9.]+)w()$", ".WI"],
  ];
  return steps.reduce((sql, [pattern, by]) => `replaceRegexpOne(${sql}, '${pattern}', '\\\\1${by}\\\\2')`, text);
}
