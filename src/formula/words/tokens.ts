import { withoutComments } from "../code/reading.ts";
import { ExternalTokenizer } from "@lezer/lr";
import type { InputStream, Stack } from "@lezer/lr";
import * as terms from "../parser-words.terms.ts";
import { BAR_SIZE, DAY, DAY_COUNT, LAST_DAYS, MINUTE_COUNT, PERIODS_AWAY, STATEMENT } from "./patterns.ts";
import type { NumberPattern } from "./patterns.ts";
import { PHRASES } from "./phrases.ts";
import type { Meaning, Phrase } from "./phrases.ts";

/** The terminal of the grammar that a phrase is. */
function termOf(means: Meaning): number {
  switch (means.kind) {
    case "compare":
    case "cross":
      return terms.CompareWord;
    case "logical":
      return { "&": terms.AndWord, "|": terms.OrWord, "!": terms.NotWord }[means.op];
    case "arithmetic":
      return { "+": terms.PlusWord, "-": terms.MinusWord, "*": terms.TimesWord, "/": terms.DividedByWord }[means.op];
    case "membership":
      return means.call === "in" ? terms.IsOneOf : terms.IsBetween;
    case "multiple":
      return terms.MultipleWord;
    case "magnitude":
      return terms.MagnitudeWord;
    case "percent":
      return terms.PercentWord;
    case "dollars":
      return terms.DollarWord;
    case "column":
      return terms.ColumnName;
    case "event":
      return terms.Had;
    case "basis":
      return terms.BasisWord;
    case "function":
      return terms.FunctionOf;
    case "session":
      return means.behind ? terms.SessionTail : terms.SessionName;
    case "period":
      return terms.PeriodName;
    case "so-far":
      return terms.SoFar;
    case "day":
      return terms.DayPhrase;
    case "day-of":
      return terms.DayOf;
    case "joining":
      return JOINING[means.word];
    case "extreme":
      return terms.OnThe;
    case "field":
      return terms.FieldName;
    case "event-field":
      return terms.EventName;
    case "indicator":
      return terms.IndicatorName;
    case "call":
      return terms.FunctionName;
    case "trade":
      return terms.TradeWord;
    case "clause":
      return terms.ClauseWord;
    case "value":
      return terms.Value;
    case "statement":
      return terms.Statement;
  }
  return means satisfies never;
}

const JOINING = {
  of: terms.Of,
  from: terms.From,
  to: terms.To,
  at: terms.At,
  by: terms.ByWord,
  between: terms.BetweenWord,
  the: terms.Article,
} as const;

interface Entry {
  readonly phrase: Phrase;
  readonly term: number;
}

/** Phrases of one text, with their terms as tried before a parenthesis and elsewhere. */
interface Bucket {
  readonly text: string;
  readonly elsewhere: readonly Entry[];
  readonly called: readonly Entry[];
}

const firstWord = (text: string): string => /^[\p{L}\d_]+/u.exec(text)?.[0] ?? "";

/** Before a parenthesis a name is that of a function, then of an indicator; elsewhere anything else comes first. */
const rank = ({ term }: Entry): number => (term === terms.FunctionName ? 2 : term === terms.IndicatorName ? 1 : 0);

/** By first word, longest first: a keystroke looks at a handful of phrases, not at all of them. */
const INDEX: ReadonlyMap<string, readonly Bucket[]> = (() => {
  const texts = new Map<string, Entry[]>();
  for (const phrase of PHRASES) {
    const entries = texts.get(phrase.text) ?? [];
    entries.push({ phrase, term: termOf(phrase.means) });
    texts.set(phrase.text, entries);
  }
  const index = new Map<string, Bucket[]>();
  for (const [text, entries] of texts) {
    // Sorting is stable: the order of the table decides between equals. Values come last in it.
    const elsewhere = entries.toSorted((a, b) => rank(a) - rank(b));
    const bucket = { text, elsewhere, called: entries.toSorted((a, b) => rank(b) - rank(a)) };
    const word = firstWord(text);
    index.set(word, [...(index.get(word) ?? []), bucket]);
  }
  for (const [word, buckets] of index) {
    index.set(
      word,
      buckets.toSorted((a, b) => b.text.length - a.text.length),
    );
  }
  return index;
})();

/** The word behind the first and a blank; empty where there is none. */
const secondWord = (text: string): string => /^[\p{L}\d_]+ ([\p{L}\d_]+)/u.exec(text)?.[1] ?? "";

/**
 * The same by the first two words: a hundred phrases begin with `is`. Those of one word, or with a hyphen behind it, stand
 * under the empty one; they are shorter than any other that fits, so trying them last keeps the longest first.
 */
const BY_WORDS: ReadonlyMap<string, ReadonlyMap<string, readonly Bucket[]>> = new Map(
  [...INDEX].map(([word, buckets]) => [word, Map.groupBy(buckets, ({ text }) => secondWord(text))]),
);

/** Phrases that may begin at an offset, longest first. */
function* candidatesAt(at: CharAt, from: number, first: string): Generator<Bucket, void, undefined> {
  const buckets = BY_WORDS.get(first);
  if (buckets === undefined) return;
  const end = from + first.length;
  const second = buckets.size === 1 && buckets.has("") ? "" : wordAt(at, skipBlank(at, end));
  if (second !== "") yield* buckets.get(second) ?? [];
  yield* buckets.get("") ?? [];
}

const BY_TEXT: ReadonlyMap<string, readonly Phrase[]> = new Map(
  [...INDEX.values()].flat().map(({ text, elsewhere }) => [text, elsewhere.map(({ phrase }) => phrase)]),
);

/** The phrases that a text may be, blanks and case aside. */
export const phrasesOf = (text: string): readonly Phrase[] =>
  // As printed, most of the time.
  BY_TEXT.get(text) ??
  BY_TEXT.get(withoutComments(text).trim().toLowerCase().replaceAll("’", "'").replaceAll(/\s+/g, " ")) ??
  [];

/** Code units of a text by offset, -1 behind its end. */
type CharAt = (offset: number) => number;

const isBlank = (code: number): boolean => (code >= 9 && code <= 13) || code === 32 || code === 160;

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  (code >= 128 && /[\p{L}\d_]/u.test(String.fromCharCode(code)));

function lower(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  if (code === 8217) return 39;
  return code < 128 ? code : String.fromCharCode(code).toLowerCase().charCodeAt(0);
}

/** The end of blanks and comments from an offset on. */
function skipBlank(at: CharAt, from: number): number {
  for (let offset = from; ;) {
    if (isBlank(at(offset))) offset += 1;
    else if (at(offset) === 47 && at(offset + 1) === 42) {
      let end = offset + 2;
      while (at(end) !== -1 && !(at(end) === 42 && at(end + 1) === 47)) end += 1;
      if (at(end) === -1) return offset;
      offset = end + 2;
    } else return offset;
  }
}

/** Where a phrase that begins at an offset ends; -1 where it does not stand there. */
function matchEnd(at: CharAt, from: number, text: string): number {
  let offset = from;
  for (let i = 0; i < text.length; i++) {
    const wanted = text.charCodeAt(i);
    if (wanted === 32) {
      const end = skipBlank(at, offset);
      if (end === offset) return -1;
      offset = end;
    } else if (lower(at(offset)) === wanted) offset += 1;
    else return -1;
  }
  return isWord(at(offset)) && isWord(text.charCodeAt(text.length - 1)) ? -1 : offset;
}

function wordAt(at: CharAt, from: number): string {
  let word = "";
  for (let offset = from; isWord(at(offset)); offset++) word += String.fromCharCode(lower(at(offset)));
  return word;
}

/** The end of `-2q` or ` 2Q` behind a statement item. */
function withQuarter(at: CharAt, end: number): number {
  let offset = at(end) === 45 || at(end) === 95 ? end + 1 : skipBlank(at, end);
  if (offset === end) return end;
  const digits = offset;
  while (at(offset) >= 48 && at(offset) <= 57 && offset < digits + 2) offset += 1;
  const quarter = offset > digits && at(digits) !== 48 && lower(at(offset)) === 113 && !isWord(at(offset + 1));
  return quarter ? offset + 1 : end;
}

interface Token {
  readonly term: number;
  readonly end: number;
}

/** What the phrases that begin at an offset with this word are, longest first. */
function* phrasesAt(at: CharAt, from: number, first = wordAt(at, from)): Generator<Token, void, undefined> {
  for (const { text, elsewhere, called } of candidatesAt(at, from, first)) {
    const end = matchEnd(at, from, text);
    if (end === -1) continue;
    const entries = elsewhere.length > 1 && at(skipBlank(at, end)) === 40 ? called : elsewhere;
    for (const { term } of entries) yield { term, end: term === terms.Statement ? withQuarter(at, end) : end };
  }
}

/** Numbers and words that may begin a phrase with a number. */
const DIGITS: readonly (readonly [NumberPattern<object>, number])[] = [
  [PERIODS_AWAY, terms.PeriodPhrase],
  [DAY, terms.DayPhrase],
  [MINUTE_COUNT, terms.MinuteCount],
  [DAY_COUNT, terms.DayCount],
];
const WORDS: readonly (readonly [NumberPattern<object>, number])[] = [
  [BAR_SIZE, terms.Bars],
  [LAST_DAYS, terms.LastDays],
  [DAY, terms.DayPhrase],
];
const TRIGGERS = new Set("of over in during for within the last past previous prior on".split(" "));
/** Characters that a phrase with a number may take, blanks between its words included. */
export const MAX_NUMBER_PHRASE_CHARS = 80;

const LEADS = new Set<number>([
  terms.IndicatorName,
  terms.FieldName,
  terms.FunctionOf,
  terms.BasisWord,
  terms.SessionName,
]);
const COUNTS = new Set<number>([terms.DayCount, terms.MinuteCount]);

/** Second words of phrases with a number that begin with one of the triggers. */
const FOLLOWERS = new Set("the last past previous prior one hourly".split(" "));

/** Whether a phrase with a number may stand here, by its second word: most words and numbers are none. */
function mayBeNumbered(at: CharAt, first: string, digit: boolean): boolean {
  if (digit) {
    let offset = 1;
    while (at(offset) >= 48 && at(offset) <= 57) offset += 1;
    for (let from = -1; from !== offset;) {
      from = offset;
      offset = skipBlank(at, offset);
      while (at(offset) === 45) offset += 1;
    }
    // Trading, day, session, minute, month, week; blanks that only patterns know.
    const code = lower(at(offset));
    return code === 116 || code === 100 || code === 115 || code === 109 || code === 119 || code >= 128;
  }
  if (!TRIGGERS.has(first)) return false;
  const second = wordAt(at, skipBlank(at, first.length));
  return second === "" || (second >= "0" && second < ":") || FOLLOWERS.has(second);
}

function numberedAt(at: CharAt, first: string): readonly Token[] {
  const digit = at(0) >= 48 && at(0) <= 57;
  if (!mayBeNumbered(at, first, digit)) return [];
  let text = "";
  for (let offset = 0; offset < MAX_NUMBER_PHRASE_CHARS && at(offset) !== -1; offset++)
    text += String.fromCharCode(at(offset));
  text = withoutComments(text);
  const found: Token[] = [];
  for (const [pattern, term] of digit ? DIGITS : WORDS) {
    const match = pattern.match(text);
    if (!match) continue;
    // `20 day` says something only in front of what it counts for.
    if (COUNTS.has(term) && !phrasesAt(at, skipBlank(at, match.length)).some((one) => LEADS.has(one.term))) continue;
    found.push({ term, end: match.length });
  }
  return found;
}

function statementAt(at: CharAt, first: string): Token | null {
  if (at(first.length) !== 45) return null;
  let text = first;
  for (let offset = first.length; isWord(at(offset)) || at(offset) === 45; offset++) {
    // No statement item has a name as long as that.
    if (offset >= MAX_NUMBER_PHRASE_CHARS) return null;
    text += String.fromCharCode(at(offset));
  }
  const found = STATEMENT.match(text);
  return found && { term: terms.Statement, end: found.length };
}

/** What may stand at a position, whatever the parser can take there. */
interface TokenChoice {
  readonly position: number;
  /** In the order of preference. */
  readonly tokens: readonly Token[];
  /** What it is where the parser can take none. */
  readonly otherwise: Token | null;
  /** The furthest offset that this was decided by. */
  readonly reach: number;
}

function tokenChoiceAt(input: InputStream): TokenChoice {
  let reach = 0;
  const at: CharAt = (offset) => {
    if (offset > reach) reach = offset;
    return input.peek(offset);
  };
  const first = wordAt(at, 0);
  const numbered = numberedAt(at, first);
  const statement = statementAt(at, first);
  const phrased = statement ? [statement] : [...phrasesAt(at, 0, first)];
  // The words of clauses are names like any other outside a trade.
  const otherwise = phrased.find(({ term }) => term !== terms.ClauseWord) ?? null;
  return { position: input.pos, tokens: [...numbered, ...phrased], otherwise, reach };
}

/** The last position of each text: the parser asks again after every reduction in front of the same token. */
const LATEST = new WeakMap<InputStream, TokenChoice>();

function tokenChoice(input: InputStream): TokenChoice {
  const known = LATEST.get(input);
  if (known?.position === input.pos) {
    // The parser keeps account of how far a token looked.
    input.peek(known.reach);
    return known;
  }
  const made = tokenChoiceAt(input);
  LATEST.set(input, made);
  return made;
}

/** The tokenizer of the words grammar: whatever has a meaning, longest first. */
export const phrases = new ExternalTokenizer(
  (input: InputStream, stack: Stack) => {
    if (!isWord(input.next)) return;
    const { tokens, otherwise } = tokenChoice(input);
    const sure = tokens.length === 1 && otherwise !== null;
    const found = sure ? otherwise : (tokens.find(({ term }) => stack.canShift(term)) ?? otherwise);
    if (found) input.acceptToken(found.term, found.end);
  },
  { contextual: true },
);
