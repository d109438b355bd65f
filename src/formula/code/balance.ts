import { LIMITS } from "../../vocabulary/index.ts";
import { diagnostic, replace } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { NotationName } from "../notation.ts";

/**
 * Checks before parsing: length, nesting, and every quote, brace, bracket and parenthesis that lacks its partner. Missing
 * partners are inserted into the text that the grammar reads, so that one mistake gives one message and the rest of
 * the formula is still checked.
 */
interface Balanced {
  /** The text to parse; null where it must not be parsed. */
  readonly text: string | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Maps an offset of the repaired text to the original text. */
  readonly original: (offset: number) => number;
}

/** With this many unbalanced brackets the text is not a formula and is not checked further. */
const MAX_UNBALANCED = 50;

interface Insertion {
  readonly at: number;
  readonly text: string;
}

const OPENER_NAMES = {
  "(": "parenthesis",
  "[": "bracket",
  "{": "column name",
  '"': "text",
  "'": "time or date",
  "/*": "comment",
} as const;
type Opener = keyof typeof OPENER_NAMES;
const CLOSER = { "(": ")", "[": "]", "{": "}", '"': '"', "'": "'", "/*": "*/" } as const;

/** Matches tokens that may contain brackets, their unclosed forms, and everything else by characters. */
const tokens = (word: string): RegExp =>
  new RegExp(
    String.raw`(?<blank>\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<whole>"(?:[^"]|"")*"(?!")|'[^']*'|\{[^{}]*\}|[‘’][^‘’]*[‘’]|[“”][^“”]*[“”])|(?<open>\/\*|["'{[(])|(?<close>[\])}])|(?<sign>[-!+−–])|(?<word>${word})|(?<other>[\s\S])`,
    "gu",
  );

interface NotationLexer {
  readonly token: RegExp;
  /** Words that are signs in front of a value, and so add to the nesting. */
  readonly signs: ReadonlySet<string>;
}

const LEXERS: Readonly<Record<NotationName, NotationLexer>> = {
  code: { token: tokens(String.raw`[\p{L}\d_.]+`), signs: new Set(["not"]) },
  // An apostrophe inside a word opens nothing: yesterday's, didn't.
  words: { token: tokens(String.raw`[\p{L}\d_.]+(?:['’][sStT](?![\p{L}\d_]))?`), signs: new Set(["not", "minus"]) },
};

const unchanged = (offset: number): number => offset;

export function balance(
  source: string,
  notation: NotationName = "code",
  limit: number = LIMITS.formulaCharacters,
): Balanced {
  const levels = LIMITS.formulaLevels;
  if (source.length > limit) {
    const found = diagnostic("too-long", { from: limit, to: source.length }, { limit, length: source.length });
    return { text: null, diagnostics: [found], original: unchanged };
  }
  const scan = new Scan(source, notation);
  scan.run();
  const deep = scan.tooDeep;
  if (deep !== null) {
    const found = diagnostic("too-deep", { from: deep, to: Math.min(deep + 1, source.length) }, { limit: levels });
    return { text: null, diagnostics: [found], original: unchanged };
  }
  if (scan.diagnostics.length >= MAX_UNBALANCED)
    return { text: null, diagnostics: scan.diagnostics, original: unchanged };
  const insertions = scan.insertions.toSorted((a, b) => a.at - b.at);
  return {
    text: repaired(source, scan.removed, insertions),
    diagnostics: scan.diagnostics,
    original: (offset) => originalOffset(offset, insertions),
  };
}

function repaired(source: string, removed: readonly number[], insertions: readonly Insertion[]): string {
  if (removed.length === 0 && insertions.length === 0) return source;
  const without = new Set(removed);
  let text = "";
  let done = 0;
  const copy = (to: number): void => {
    for (; done < to; done++) text += without.has(done) ? " " : (source[done] ?? "");
  };
  for (const { at, text: inserted } of insertions) {
    copy(at);
    text += inserted;
  }
  copy(source.length);
  return text;
}

function originalOffset(offset: number, insertions: readonly Insertion[]): number {
  let shift = 0;
  for (const { at, text } of insertions) {
    if (offset <= at + shift) break;
    if (offset < at + shift + text.length) return at;
    shift += text.length;
  }
  return offset - shift;
}

/** Where a trade ends, which has formulas inside, and how deep it nests; null where a partner is missing, or it is none. */
export function tradeEnd(source: string, at: number): { readonly end: number; readonly levels: number } | null {
  const token = /\/\*[\s\S]*?\*\/|'[^']*'|"(?:[^"]|"")*"|\{[^{}]*\}|[[\](){}'"]/y;
  if (!/^\[\s*trade\b/i.test(source.slice(at, at + 100))) return null;
  const open: string[] = [];
  let levels = 0;
  for (let offset = at; offset < source.length;) {
    token.lastIndex = offset;
    const found = token.exec(source)?.[0];
    offset += found?.length ?? 1;
    if (found === "[" || found === "(") {
      levels = Math.max(levels, open.push(found));
    } else if (found === "]" || found === ")") {
      if (open.pop() !== (found === "]" ? "[" : "(")) return null;
      if (open.length === 0) return { end: offset, levels };
    } else if (found?.length === 1) return null;
  }
  return null;
}

/** One pass over the text. An unclosed bracket or quote is closed where its end was most probably meant. */
class Scan {
  readonly source: string;
  readonly notation: NotationName;
  readonly diagnostics: Diagnostic[] = [];
  readonly insertions: Insertion[] = [];
  readonly removed: number[] = [];
  tooDeep: number | null = null;
  /** Open parentheses, with the signs before each. */
  readonly #parens: { readonly at: number; readonly signs: number }[] = [];
  #signs = 0;
  #level = 0;
  /** Whether a value may begin here, so that `-` is a sign and not an operator. */
  #prefix = true;
  /** End of the last token that is not blank. */
  #end = 0;

  constructor(source: string, notation: NotationName) {
    this.source = source;
    this.notation = notation;
  }

  run(): void {
    const { token, signs } = LEXERS[this.notation];
    for (let at = 0; at < this.source.length && this.tooDeep === null && this.diagnostics.length < MAX_UNBALANCED;) {
      token.lastIndex = at;
      const match = token.exec(this.source);
      if (!match) break;
      const groups = match.groups ?? {};
      at = match.index + match[0].length;
      if (groups["blank"] !== undefined) continue;
      if (groups["open"] !== undefined) at = this.#open(groups["open"], match.index);
      else if (groups["close"] !== undefined) this.#close(groups["close"], match.index);
      else if (groups["sign"] !== undefined) this.#sign(at);
      else if (groups["whole"] !== undefined) this.#value();
      else if (groups["word"] !== undefined) {
        if (signs.has(match[0].toLowerCase())) this.#sign(at);
        else this.#value();
      } else this.#prefix = true;
      this.#end = Math.max(this.#end, at);
    }
    const [first] = this.#parens;
    const last = this.#parens.at(-1);
    if (first && last) this.#insert("(", last.at, this.#end, ")".repeat(this.#parens.length));
  }

  #sign(at: number): void {
    if (!this.#prefix) {
      this.#prefix = true;
      return;
    }
    this.#signs += 1;
    this.#deeper(at - 1);
  }

  #deeper(at: number): void {
    this.#level += 1;
    if (this.#level > LIMITS.formulaLevels) this.tooDeep = at;
  }

  #value(): void {
    this.#level -= this.#signs;
    this.#signs = 0;
    this.#prefix = false;
  }

  /** Returns the offset at which scanning continues. */
  #open(opener: string, at: number): number {
    if (opener === "(") {
      this.#parens.push({ at, signs: this.#signs });
      this.#signs = 0;
      this.#prefix = true;
      this.#deeper(at);
      return at + 1;
    }
    const brackets = opener === "[" && this.notation === "code";
    const end = brackets ? this.#brackets(at) : this.#unclosed(opener, at);
    if (opener !== "/*") this.#value();
    return end;
  }

  #close(closer: string, at: number): void {
    const partner = closer === ")" ? this.#parens.pop() : undefined;
    if (partner) {
      this.#value();
      this.#signs = partner.signs;
      this.#level -= 1;
      this.#value();
      return;
    }
    this.#stray(closer, at);
  }

  #stray(closer: string, at: number): void {
    // Several in a row are one mistake.
    const again = this.removed.at(-1) === at - 1;
    this.removed.push(at);
    if (again) return;
    const opener = closer === ")" ? "(" : closer === "]" ? "[" : "{";
    const begin = this.#beginning(closer, at);
    if (begin !== null) {
      this.removed.pop();
      this.insertions.push({ at: begin, text: opener });
      const insert = replace(`Insert ${opener}`, { from: begin, to: begin }, opener);
      this.diagnostics.push(
        diagnostic("not-opened", { from: at, to: at + 1 }, { closer, opener }, { fixes: [insert] }),
      );
      return;
    }
    const row = /^[\])}]+/.exec(this.source.slice(at))?.[0].length ?? 1;
    const span = { from: at, to: at + 1 };
    const fixes = row === 1 ? [replace(`Remove ${closer}`, span, "")] : [];
    this.diagnostics.push(diagnostic("not-opened", span, { closer, opener }, { fixes }));
  }

  /** Start of the name or data point that a closing brace or bracket was meant for. */
  #beginning(closer: string, at: number): number | null {
    const pattern =
      closer === "}"
        ? /(?<=^|[\s(,&|!<>=+\-*/])[\p{L}_][\p{L}\d_]*$/u
        : /(?<=^|[\s(,&|!<>=+\-*/])(?:daily|intraday|indicator|identity|fundamental|ownership|earnings)\s[^[\]{}<>=!&|/]*$/i;
    if (closer === ")") return null;
    const start = Math.max(0, at - 200);
    const found = pattern.exec(this.source.slice(start, at));
    return found ? start + found.index : null;
  }

  #insert(opener: Opener, at: number, where: number, text: string): void {
    this.insertions.push({ at: where, text });
    // An unclosed comment at the beginning covers the whole formula, and its end cannot be guessed.
    const lost = opener === "/*" && this.#end === 0;
    const fixes = lost ? [] : [replace(`Insert ${text}`, { from: where, to: where }, text)];
    const span = { from: at, to: at + opener.length };
    this.diagnostics.push(
      diagnostic("not-closed", span, { what: OPENER_NAMES[opener], closer: CLOSER[opener] }, { fixes }),
    );
  }

  /** The probable end of an unclosed quote, brace or comment. */
  #unclosed(opener: string, at: number): number {
    const rest = this.source.slice(at + opener.length);
    const reach = (pattern: RegExp): number => at + opener.length + (pattern.exec(rest)?.[0] ?? "").trimEnd().length;
    switch (opener) {
      case "/*":
      case '"':
        this.#insert(opener, at, at + opener.length + rest.trimEnd().length, CLOSER[opener]);
        return this.source.length;
      case "'": {
        const where = reach(/^\s*(?:\d{1,4}(?:[:-]\d{1,2})*|[^<>=!&|+*/()[\]{},'"]*)/);
        this.#insert("'", at, where, "'");
        return where;
      }
      case "[": {
        // A placeholder of the words notation, closed or not.
        const inner = /^[^[\]]*\]/.exec(rest)?.[0];
        if (inner !== undefined) return at + 1 + inner.length;
        const where = reach(/^[^<>=!&|+*/()[\]{},'"]*/);
        this.#insert("[", at, where, "]");
        return where;
      }
      default: {
        const where = reach(/^[^<>=!&|+*/()[\]{},'"]*/);
        this.#insert("{", at, where, "}");
        return where;
      }
    }
  }

  /** The end of a data point. It is unclosed where another `[` or the end of the text comes before its `]`. */
  #brackets(at: number): number {
    const trade = tradeEnd(this.source, at);
    if (trade !== null) {
      if (this.#level + trade.levels > LIMITS.formulaLevels) this.tooDeep = at;
      return trade.end;
    }
    let stop: number | null = null;
    let paren: number | null = null;
    const inner = /'(?:[^'\].]|\.(?!\.))*'|"[^"\]]*"|\/\*[\s\S]*?\*\/|[[\]()<>=!&|*/^{'"]/g;
    inner.lastIndex = at + 1;
    for (let match = inner.exec(this.source); match; match = inner.exec(this.source)) {
      const [token] = match;
      if (token === "]") {
        if (paren !== null) this.#closeParameters(paren);
        return match.index + 1;
      }
      if (token === "[") {
        const nested = /^\[[^[\]]*\]\s*\]/.exec(this.source.slice(match.index))?.[0];
        if (nested !== undefined && stop === null) {
          this.#nested(match.index, match.index + nested.indexOf("]"));
          return match.index + nested.length;
        }
        stop ??= match.index;
        break;
      }
      if (token === "'" || token === '"') {
        const digits = /^.\s*[\d:]*/.exec(this.source.slice(match.index))?.[0].trimEnd().length ?? 1;
        this.#insert(token, match.index, match.index + digits, token);
        continue;
      }
      if (token === "(") paren ??= match.index;
      else if (token === ")") {
        if (paren === null && stop === null) {
          // Outside parentheses are closed after a bracket, not in it.
          if (this.#parens.length > 0) stop = match.index;
          else {
            this.#stray(")", match.index);
            continue;
          }
        }
        paren = null;
      } else if (token.length === 1) stop ??= match.index;
    }
    if (paren !== null) this.#closeParameters(paren);
    const end = stop ?? this.source.length;
    let where = end;
    while (where > at + 1 && /[\s,;+-]/.test(this.source[where - 1] ?? "")) where -= 1;
    this.#insert("[", at, where, "]");
    return where;
  }

  #nested(open: number, close: number): void {
    this.removed.push(open, close);
    // close[1] is the value of the bar before in other languages.
    const back = /^\s*\d+\s*$/.test(this.source.slice(open + 1, close));
    const edits = [
      { from: open, to: open + 1, insert: back ? " -" : "" },
      { from: close, to: close + 1, insert: "" },
    ];
    const fixes = [{ label: back ? "Write it as a day" : "Remove the inner brackets", edits }];
    this.diagnostics.push(
      diagnostic("misplaced", { from: open, to: close + 1 }, { found: "A data point inside a data point" }, { fixes }),
    );
  }

  #closeParameters(paren: number): void {
    const given = /^\([\s\d.,;+-]*/.exec(this.source.slice(paren))?.[0].trimEnd() ?? "(";
    this.#insert("(", paren, paren + given.length, ")");
  }
}
