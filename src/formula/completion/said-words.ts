import { PHRASES } from "../words/phrases.ts";
import { MAX_WORD_LENGTH } from "./context.ts";
import { insideToken } from "./words-context.ts";

const OPERATOR_KINDS: ReadonlySet<string> = new Set(["compare", "cross", "logical", "arithmetic", "membership"]);
const operators = PHRASES.filter(({ means }) => OPERATOR_KINDS.has(means.kind));
const alternatives = (kinds: (kind: string) => boolean): string =>
  operators
    .filter(({ means }) => kinds(means.kind))
    .map(({ text }) => text.replaceAll(" ", " +"))
    .toSorted((a, b) => b.length - a.length)
    .join("|");

/** What a value stands behind: signs and the words for them. */
const OPENING = new RegExp(
  String.raw`[()[\]{}"<>=!&|+*/,;:]|(?<= )-(?= )|(?<![\p{L}\d_])(?:${alternatives(() => true)})(?![\p{L}\d_])`,
  "giu",
);
/** What a condition begins behind. */
const LOGICAL = new RegExp(String.raw`^(?:[(&|!]|${alternatives((kind) => kind === "logical")})$`, "iu");

/**
 * All that somebody says of a value that ends at a position of a words text, a word of which may be read as something
 * else: `moving average`, `ema 20`, `52 week`. Null where there is none; `from` is where it begins.
 */
export function saidWords(text: string, position: number): { readonly from: number } | null {
  const start = Math.max(0, position - MAX_WORD_LENGTH);
  const before = text.slice(start, position);
  let [from, opening] = [0, ""];
  for (const { 0: token, index } of before.matchAll(OPENING)) {
    from = index + token.length;
    opening = token;
  }
  // Nothing that stands so far in front is looked at.
  if (opening === "" && start > 0) return null;
  const said = before.slice(from);
  const trimmed = said.trimStart();
  if (!/^[\p{L}\d][\p{L}\d_.'’% -]*$/u.test(trimmed)) return null;
  if (
    /^\d/.test(trimmed) &&
    (!/^\d\d/.test(trimmed) || (opening !== "" && !LOGICAL.test(opening.replaceAll(/ +/g, " "))))
  )
    return null;
  if (insideToken(text, position) !== undefined) return null;
  return { from: position - trimmed.length };
}
