import { isOneOf, TRADE_FIELDS } from "../../vocabulary/index.ts";
import { CLAUSES } from "../code/trade-text.ts";
import type { TradeExpects } from "./trade-candidates.ts";

const isClause = isOneOf(CLAUSES);

/**
 * What the words of a trade in its brackets that were said so far, formulas inside left out, ask for next: the first two
 * are its field and its side.
 */
export function expectedNext(said: readonly string[]): TradeExpects {
  if (said.length < 2) return said.length === 0 ? "field" : "side";
  return behindWord(said.at(-1) ?? "");
}

function behindWord(word: string): TradeExpects {
  const last = word.toLowerCase();
  return isClause(last) && last !== "worst" && last !== "best" ? last : "clause";
}

const SAID = TRADE_FIELDS.flatMap(({ name, label }) => [label, name]).join("|");
const HEAD = new RegExp(String.raw`(?<![\p{L}\d_])(?:${SAID}) of (?:a )?(?:long|short) trade *\(`, "giu");

/**
 * The trade in words in whose parentheses an offset is, before the value of a clause has begun: where it begins and
 * closes, and what comes next. Null elsewhere, and in formulas inside.
 */
export function tradeAround(
  text: string,
  offset: number,
): { readonly open: number; readonly close: number | null; readonly expects: TradeExpects } | null {
  const head = [...text.slice(0, offset).matchAll(HEAD)].at(-1);
  if (head === undefined) return null;
  const inside = head.index + head[0].length;
  let [depth, clause] = [1, inside];
  for (let at = inside; at < offset && depth > 0; at++) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (text[at] === "," && depth === 1) clause = at + 1;
  }
  const said = text.slice(clause, offset).trim();
  const expects = behindWord(said);
  if (depth !== 1 || (said !== "" && expects === "clause")) return null;
  return { open: head.index, close: closingAt(text, offset), expects };
}

function closingAt(text: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return null;
}
