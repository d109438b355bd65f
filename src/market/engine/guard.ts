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

const TOKEN =
  /\s+|--[^\n]*|#[! ][^\n]*|\/\*[\s\S]*?\*\/|(?<text>'(?:[^'\\]|\\[\s\S]|'')*')|(?<heredoc>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<quoted>`(?:[^`\\]|\\[\s\S]|``)*`|"(?:[^"\\]|\\[\s\S]|"")*")|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<mark>[\s\S])/gu;

function* tokens(sql: string): Generator<Token> {
  for (const { groups } of sql.matchAll(TOKEN)) {
    if (groups?.["text"] !== undefined) yield { kind: "text", value: unquote(groups["text"]) };
    else if (groups?.["heredoc"] !== undefined) yield { kind: "mark", value: "$" };
    else if (groups?.["quoted"] !== undefined)
      yield { kind: "word", value: groups["quoted"].slice(1, -1).toLowerCase() };
    else if (groups?.["word"] !== undefined) yield { kind: "word", value: groups["word"].toLowerCase() };
    else if (groups?.["mark"] !== undefined) yield { kind: "mark", value: groups["mark"] };
  }
}

/** Escapes that stand for other characters stay as they are: no path of ours has one. */
function unquote(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\(['"\\])|'(')/g, "$1$2");
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

/** Why a statement is refused, or null. `spool` is the absolute path of the spool folder. */
export function refusal(sql: string, spool: string): string | null {
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
    if (token.kind === "mark" && token.value === "(" && last?.kind === "word") {
      if (FORBIDDEN.has(last.value)) return `Function ${last.value} is not allowed`;
      if (last.value === "file") call = last.value;
    }
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

/** A plain name in the spool folder: no globs, no way up. */
function isSpoolFile(token: Token, spool: string): boolean {
  return (
    token.kind === "text" &&
    token.value.startsWith(`${spool}/`) &&
    /^[\w-][\w.-]*$/.test(token.value.slice(spool.length + 1))
  );
}
