import { parseEndOfWords } from "../words/parsed-words.ts";
import type { ParsedEnd } from "../words/parsed-words.ts";
import { PHRASES } from "../words/phrases.ts";
import { MAX_WORD_LENGTH } from "./context.ts";
import type { CompletionContext } from "./context.ts";
import { tradeAround } from "./trade-context.ts";

/** What goes on over blanks: texts, names, comments, placeholders. An apostrophe inside a word opens nothing. */
const TOKEN =
  /(?<comment>\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*)|(?<text>"(?:[^"]|"")*(?:"|$))|(?:[\p{L}\d_.]+(?:['’][sStT](?![\p{L}\d_]))?|[ \n]+)+|(?<time>'[^']*(?:'|$))|(?<column>\{[^{}]*(?:\}|$))|(?<placeholder>\[[^\][]*(?:\]|$))|[\s\S]/gu;

const WORD = /[\p{L}_][\p{L}\d_'’.-]*$/u;

/** Behind these a value begins. */
const OPENING = new Set(
  "AndWord OrWord NotWord PlusWord MinusWord TimesWord DividedByWord CompareWord IsBetween IsOneOf AndOp OrOp NotOp CompareOp PowerOp Plus Minus Times Divide Comma MultipleWord (".split(
    " ",
  ),
);
/** Behind these a data point goes on with a name. */
const LEADING = new Set("BasisWord Article SessionName DayOf DayCount MinuteCount FunctionOf Of OnThe Had".split(" "));
/** Behind these a value may have ended. */
const CLOSING = new Set(
  "Number FieldName EventName IndicatorName DayPhrase LastDays Bars SessionTail Value Statement Column Text Time TimeWord DateWord ColumnName MagnitudeWord PercentWord DollarWord )".split(
    " ",
  ),
);
const POINTS = new Set(["Data", "Event"]);

const OPERATOR_KINDS: ReadonlySet<string> = new Set(["compare", "cross", "logical", "arithmetic", "membership"]);
const OPERATORS = PHRASES.filter(({ means, refused }) => OPERATOR_KINDS.has(means.kind) && !refused).map(
  ({ text }) => text,
);

/** The context at a position of a words text, decided from the token before the word being typed. Never throws. */
export const wordsContext = (text: string, position: number): CompletionContext => contextAt(text, position, true);

/** The same; where `mayEndOperator` is false, what is typed is not looked for among the operators of several words. */
function contextAt(text: string, position: number, mayEndOperator: boolean): CompletionContext {
  const base = { text, notation: "words" } as const;
  const none: CompletionContext = { ...base, kind: "none", from: position, to: position };
  const within = insideToken(text, position);
  if (within !== undefined) return within ?? none;
  // A word has no blank in it.
  const typed =
    WORD.exec(
      text.slice(Math.max(text.lastIndexOf(" ", position - 1) + 1, position - MAX_WORD_LENGTH), position),
    )?.[0] ?? "";
  const from = position - typed.length;
  const before = text.slice(Math.max(0, from - 2), from);
  // Digits that are being typed have nothing to choose from.
  if (/[\p{L}\d_.:-]$/u.test(before) && (typed !== "" || /\d$/.test(before))) return none;
  const rest = typed === "" ? 0 : (/^[\p{L}\d_'’.]*/u.exec(text.slice(position))?.[0].length ?? 0);
  const place = { ...base, from, to: position + rest };
  const trade = tradeAround(text, from);
  if (trade !== null) return { ...place, kind: "trade", ...trade };
  const begun = mayEndOperator ? begunOperator(text, position, place.to) : null;
  if (begun !== null) return { ...begun, ...base, to: place.to };
  const end = parseEndOfWords(text, from);
  const leaf = end.leaves.findLast(
    ({ name, from: start, to }) => to > start && !name.endsWith("Comment") && name !== "Formula",
  );
  if (!leaf) return { ...place, kind: "phrase", open: from };
  const last = { name: leaf.name, from: end.base + leaf.from, to: end.base + leaf.to };
  const said = `${text.slice(last.from, last.to)} ${typed}`.toLowerCase().replaceAll(/\s+/g, " ");
  if (typed !== "" && OPENING.has(last.name) && OPERATORS.some((operator) => operator.startsWith(said)))
    return { ...place, kind: "after", from: last.from, open: null };
  const open = pointStart(end, leaf.to);
  if (OPENING.has(last.name)) return { ...place, kind: "phrase", open: from };
  if (LEADING.has(last.name)) return { ...place, kind: "phrase", open: open ?? last.from };
  return CLOSING.has(last.name) ? { ...place, kind: "after", open } : none;
}

/** The words before a caret, as far as an operator of several words may reach. */
const LAST_WORDS = /(?:(?<![\p{L}\d_'’.-])[\p{L}'’]+ +){1,4}[\p{L}'’]*$/u;

/**
 * The place of the operator of several words that is being typed behind a value (`close is greater th`); null where none
 * is. Of one word it is found as any word is.
 */
function begunOperator(text: string, position: number, to: number): CompletionContext | null {
  const before = text.slice(Math.max(0, position - MAX_WORD_LENGTH), position);
  const tail = LAST_WORDS.exec(before)?.[0];
  if (tail === undefined) return null;
  for (const { index } of tail.matchAll(/(?<![\p{L}'’])[\p{L}'’]/gu)) {
    const said = tail.slice(index).toLowerCase().replaceAll(/ +/g, " ");
    // Behind one that is said whole its value begins.
    if (!said.includes(" ") || OPERATORS.includes(said.trimEnd())) continue;
    if (!OPERATORS.some((operator) => operator.startsWith(said))) continue;
    const start = position - tail.length + index;
    const behind = contextAt(text.slice(0, start) + text.slice(to), start, false);
    if (behind.kind === "after") return behind;
  }
  return null;
}

/** Where the data point that ends at an offset begins; null where none does. */
function pointStart({ tree, base }: ParsedEnd, end: number): number | null {
  for (let node = tree.resolveInner(end, -1); ;) {
    if (POINTS.has(node.name)) return base + node.from;
    if (!node.parent || node.name === "Group" || node.name === "Call") return null;
    node = node.parent;
  }
}

/** The context inside quotes, braces or a comment: null where there is nothing to choose; undefined elsewhere. */
export function insideToken(text: string, position: number): CompletionContext | null | undefined {
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match && match.index < position; match = TOKEN.exec(text)) {
    const [token] = match;
    const { index: from, groups = {} } = match;
    const to = from + token.length;
    if (position > to) continue;
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    if (kind === undefined) continue;
    const closed = CLOSED[kind]?.test(token) ?? false;
    if (position === to && closed) continue;
    const base = { text, notation: "words" } as const;
    if (kind === "text") {
      // One that is not closed ends with the word at the caret: what follows is no part of it.
      const rest = /^[\p{L}\d_-]*/u.exec(text.slice(position, to))?.[0].length ?? 0;
      return { ...base, kind: "text", from, to: closed ? to : position + rest, closed };
    }
    if (kind !== "column") return null;
    return { ...base, kind: "column", from: from + 1, to: closed ? to - 1 : to, closed };
  }
  return undefined;
}

const CLOSED: Readonly<Record<string, RegExp>> = {
  comment: /\*\/$/,
  text: /^"(?:[^"]|"")*"$/,
  time: /^'[^']*'$/,
  column: /\}$/,
  placeholder: /\]$/,
};
