/**
 * What the host refuses before chDB sees it. The engine's user has no right to any network source, and its tables stand
 * in its own folder; files are the gap: chDB checks neither the path of `file()` nor INTO OUTFILE. So a statement may
 * read files of the spool folder, given as text, and nothing else. A second line of defence: values are bound and
 * identifiers come from catalogues before a statement gets here.
 */

interface Token {
  readonly kind: "word" | "text" | "mark";
  readonly value: string;
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy;
const HEREDOC = /\$\w*\$/y;
const COMMENT = /--|#[ !]/y;

/** The words, strings and signs of a statement as ClickHouse's lexer reads them, without comments. */
function* tokens(sql: string): Generator<Token> {
  let at = 0;
  const matchHere = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(sql)?.[0] ?? null;
  };
  const after = (mark: string, from: number): number => {
    const found = sql.indexOf(mark, from);
    return found < 0 ? sql.length : found + mark.length;
  };
  while (at < sql.length) {
    const sign = sql.charAt(at);
    if (sign === "'" || sign === '"' || sign === "`") {
      const end = afterQuoted(sql, at, sign);
      const value = sql.slice(at + 1, end - 1);
      yield sign === "'" ? { kind: "text", value: unescaped(value) } : { kind: "word", value: value.toLowerCase() };
      at = end;
      continue;
    }
    const word = matchHere(WORD);
    if (word !== null) {
      yield { kind: "word", value: word.toLowerCase() };
      at += word.length;
      continue;
    }
    const heredoc = sign === "$" ? matchHere(HEREDOC) : null;
    if (heredoc !== null) {
      yield { kind: "mark", value: heredoc };
      at = after(heredoc, at + heredoc.length);
    } else if (matchHere(COMMENT) !== null) at = after("\n", at);
    else if (sql.startsWith("/*", at)) at = after("*/", at);
    else {
      if (sign.trim() !== "") yield { kind: "mark", value: sign };
      at++;
    }
  }
}

function afterQuoted(sql: string, start: number, quote: string): number {
  const stop = quote === "'" ? /['\\]/g : quote === '"' ? /["\\]/g : /[`\\]/g;
  stop.lastIndex = start + 1;
  for (let match = stop.exec(sql); match; match = stop.exec(sql)) {
    if (match[0] === quote && sql.charAt(match.index + 1) !== quote) return match.index + 1;
    stop.lastIndex = match.index + 2;
  }
  return sql.length;
}

/** Escapes that stand for other characters stay as they are: no path of ours has one. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(['"\\])|'(')/g, "$1$2");
}

/** Functions that reach files, programs or statements in other ways. */
const FORBIDDEN = new Set([
  "filecluster",
  "filesystem",
  "iceberglocal",
  "iceberglocalcluster",
  "deltalakelocal",
  "paimonlocal",
  "executable",
  "catboostevaluate",
  "eval",
  "disk",
]);

/** Settings that name a file to be read, whose content would come with the rows. */
export const FILE_SETTINGS: ReadonlySet<string> = new Set([
  "format_template_row",
  "format_template_resultset",
  "format_schema",
]);

/** A statement without any of these cannot be refused; most have none. */
const SUSPECT = new RegExp(
  `[;\\\\\u2018\u2019\u201c\u201d]|file|function|(?:${[...FILE_SETTINGS].join("|")})\\b|${[...FORBIDDEN].join("|")}`,
  "i",
);

/** Why a statement is refused, or null. `spool` is the absolute path of the spool folder. */
export function refusal(sql: string, spool: string): string | null {
  if (!SUSPECT.test(sql)) return null;
  let before: Token | null = null;
  let last: Token | null = null;
  let call: string | null = null;
  let ended = false;
  for (const token of tokens(sql)) {
    if (ended) return "Multi-statements are not allowed";
    if (call !== null) {
      if (!isSpoolFile(token, spool)) return `${call}() may read files of the spool folder only`;
      call = null;
    }
    if (token.kind === "mark" && token.value === ";") ended = true;
    if (/^[\u2018\u2019\u201c\u201d]/.test(token.value) && token.kind === "mark")
      return "Only plain quotes are allowed";
    if (token.kind === "mark" && token.value === "(" && last?.kind === "word") {
      if (last.value.includes("\\")) return "A name of a function has no escapes";
      if (FORBIDDEN.has(last.value)) return `Function ${last.value} is not allowed`;
      if (last.value === "file") call = last.value;
    }
    if (token.kind === "word" && FILE_SETTINGS.has(token.value)) return `Setting ${token.value} is not allowed`;
    if (token.kind === "word" && last?.kind === "word") {
      if (last.value === "into" && token.value === "outfile") return "INTO OUTFILE is not allowed";
      if (last.value === "from" && token.value === "infile") return "FROM INFILE is not allowed";
      if (before?.value === "into" && last.value === "function") return "INSERT INTO FUNCTION is not allowed";
    }
    before = last;
    last = token;
  }
  return null;
}

/** A plain name in the spool folder: no globs, no parent folder. */
function isSpoolFile(token: Token, spool: string): boolean {
  return (
    token.kind === "text" &&
    token.value.startsWith(`${spool}/`) &&
    /^[\w-][\w.-]*$/.test(token.value.slice(spool.length + 1))
  );
}
