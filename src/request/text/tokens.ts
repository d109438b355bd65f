import { ExternalTokenizer } from "@lezer/lr";
import type { InputStream } from "@lezer/lr";
import {
  AboutKeyword,
  Colon,
  ColumnKeyword,
  ColumnWord,
  Comment,
  DatesKeyword,
  end,
  FilterKeyword,
  FilterWord,
  Formula,
  HoldKeyword,
  LabelName,
  LabelText,
  NameKeyword,
  NotationKeyword,
  Off,
  OpenComment,
  OptionsKeyword,
  OutcomeKeyword,
  OutWord,
  ParameterKeyword,
  Rest,
  space,
  Stray,
  UnknownKeyword,
} from "./parser.terms.ts";

/** What begins a statement, by its word; case does not matter. A map: `constructor` is a word like any other. */
const KEYWORDS: ReadonlyMap<string, number> = new Map([
  ["filter", FilterKeyword],
  ["column", ColumnKeyword],
  ["request", NameKeyword],
  ["about", AboutKeyword],
  ["dates", DatesKeyword],
  ["options", OptionsKeyword],
  ["outcome", OutcomeKeyword],
  ["parameter", ParameterKeyword],
  ["hold", HoldKeyword],
  ["notation", NotationKeyword],
  ["off", Off],
]);

/** What `off` switches off. */
const SWITCHED: ReadonlyMap<string, number> = new Map([
  ["filter", FilterWord],
  ["column", ColumnWord],
]);

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
const STAR = 42;
const SLASH = 47;
const COLON = 58;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const BYTE_ORDER_MARK = 0xfeff;
const END = -1;

/** Comments that are looked past to see what follows them; reading stays linear in the length of the text. */
const MAX_COMMENTS_AHEAD = 20;

const isLetter = (char: number): boolean => (char >= 65 && char <= 90) || (char >= 97 && char <= 122);
const isBlank = (char: number): boolean =>
  char >= 0 && (char <= 32 || (char > 127 && /\s/.test(String.fromCharCode(char))));

/** Whether the first column of a line is at an offset from where the input stands. */
function atLineStart(input: InputStream, offset: number): boolean {
  const before = input.peek(offset - 1);
  if (before === BYTE_ORDER_MARK) return input.peek(offset - 2) === END;
  return before === END || before === NEWLINE || before === RETURN;
}

/** Whether the statement ends at an offset: the text does, or the next statement or a comment before it begins there. */
function endsAt(input: InputStream, offset: number): boolean {
  const char = input.peek(offset);
  if (char === END) return true;
  if (!isLetter(char) && char !== SLASH) return false;
  return atLineStart(input, offset) && (isLetter(char) || input.peek(offset + 1) === STAR);
}

/** Offset behind a comment that begins at an offset: behind its end, or where the statement ends before that. */
function afterComment(input: InputStream, offset: number): { to: number; closed: boolean } {
  let at = offset + 2;
  for (; !endsAt(input, at); at += 1)
    if (input.peek(at) === STAR && input.peek(at + 1) === SLASH) return { to: at + 2, closed: true };
  return { to: at, closed: false };
}

const beginsComment = (input: InputStream, offset: number): boolean =>
  input.peek(offset) === SLASH && input.peek(offset + 1) === STAR;

/** Offset of what follows blanks and comments within the statement; null where there are too many comments. */
function afterTrivia(input: InputStream, offset: number): number | null {
  let at = offset;
  for (let comments = 0; comments <= MAX_COMMENTS_AHEAD; comments += 1) {
    while (isBlank(input.peek(at))) at += 1;
    if (endsAt(input, at) || !beginsComment(input, at)) return at;
    at = afterComment(input, at).to;
  }
  return null;
}

/** Offset behind a text in quotes, doubled ones inside; null where it is open at the end of the statement. */
function afterText(input: InputStream, offset: number): number | null {
  for (let at = offset + 1; !endsAt(input, at); at += 1) {
    if (input.peek(at) !== QUOTE) continue;
    if (input.peek(at + 1) !== QUOTE) return at + 1;
    at += 1;
  }
  return null;
}

/** Offset behind the braces of a label: a name, perhaps a text, and a colon. Null where that is none but a formula. */
function afterLabelName(input: InputStream, offset: number): number | null {
  if (input.peek(offset) !== OPEN_BRACE) return null;
  let close = offset + 1;
  for (; input.peek(close) !== CLOSE_BRACE; close += 1)
    if (endsAt(input, close) || input.peek(close) === OPEN_BRACE) return null;
  let next = afterTrivia(input, close + 1);
  if (next !== null && input.peek(next) === QUOTE) {
    const after = afterText(input, next);
    next = after === null ? null : afterTrivia(input, after);
  }
  return next !== null && input.peek(next) === COLON ? close + 1 : null;
}

function word(input: InputStream): string {
  let text = "";
  while (isLetter(input.peek(text.length))) text += String.fromCharCode(input.peek(text.length));
  return text.toLowerCase();
}

const accept = (input: InputStream, term: number, length: number): void => {
  input.advance(length);
  input.acceptToken(term);
};

/** The end of a statement. */
export const statementEnd = new ExternalTokenizer((input, stack) => {
  if (endsAt(input, 0) && stack.canShift(end)) input.acceptToken(end);
});

/** The keyword of a statement, in the first column. */
export const statementStart = new ExternalTokenizer((input) => {
  if (!isLetter(input.next) || !atLineStart(input, 0)) return;
  const text = word(input);
  accept(input, KEYWORDS.get(text) ?? UnknownKeyword, text.length);
});

/** What stands between a keyword and the formula or the rest of its statement. */
export const labels = new ExternalTokenizer((input, stack) => {
  if (isLetter(input.next) && stack.canShift(FilterWord)) {
    const text = word(input);
    const term = SWITCHED.get(text);
    if (term !== undefined) accept(input, term, text.length);
  } else if (isLetter(input.next) && stack.canShift(OutWord)) {
    const text = word(input);
    if (text === "out") accept(input, OutWord, text.length);
  } else if (input.next === OPEN_BRACE && stack.canShift(LabelName)) {
    const to = afterLabelName(input, 0);
    if (to !== null) accept(input, LabelName, to);
  } else if (input.next === QUOTE && stack.canShift(LabelText)) {
    const to = afterText(input, 0);
    if (to !== null) accept(input, LabelText, to);
  } else if (input.next === COLON && stack.canShift(Colon)) accept(input, Colon, 1);
});

/** Everything else of a statement, without blanks around it: at least one character that is no comment. */
export const rest = new ExternalTokenizer((input, stack) => {
  if (isBlank(input.next) || endsAt(input, 0)) return;
  const formula = stack.canShift(Formula);
  const stray = !formula && !stack.canShift(Rest);
  const first = afterTrivia(input, 0) ?? (stray ? null : 0);
  if (first === null || endsAt(input, first)) return;
  // A comment before the label belongs to the statement, one behind it to the formula.
  if (formula && first > 0 && stack.canShift(LabelName) && afterLabelName(input, first) !== null) return;
  let blanks = 0;
  while (!endsAt(input, 0)) {
    blanks = isBlank(input.next) ? blanks + 1 : 0;
    input.advance();
  }
  input.acceptToken(formula ? Formula : stray ? Stray : Rest, -blanks);
});

/** Blanks, line breaks and comments. A comment that is still open where the next statement begins ends there. */
export const trivia = new ExternalTokenizer((input) => {
  let length = 0;
  while (isBlank(input.peek(length))) length += 1;
  if (length > 0) accept(input, space, length);
  else if (beginsComment(input, 0)) {
    const { to, closed } = afterComment(input, 0);
    accept(input, closed ? Comment : OpenComment, to);
  }
});
