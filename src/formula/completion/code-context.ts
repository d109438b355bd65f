import { tradeEnd } from "../code/balance.ts";
import { isGroup } from "../code/catalogue.ts";
import { MAX_WORD_LENGTH } from "./context.ts";
import type { CompletionContext } from "./context.ts";
import { expectedNext } from "./trade-context.ts";

const TOKEN =
  /(?<blank>\s+|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*)|(?<text>"(?:[^"]|"")*(?:"|$))|(?<time>'[^']*(?:'|$))|(?<column>\{[^{}]*(?:\}|$))|(?<point>\[(?:"[^"\]]*"|'[^'\]]*'|[^\][])*(?:\]|$|(?=\[)))|(?<parameter>\$(?:[\p{L}_][\p{L}\d_]*)?)|(?<name>[\p{L}_][\p{L}\d_]*(?:\.[\p{L}\d_]+)*(?:\.(?!\.))?)|(?<number>\d[\p{L}\d_.]*)|(?<close>\))|(?<other>[\s\S])/gu;

const TRADE = /^\[\s*trade\s/i;
const NAME_IN_POINT = /[\p{L}_][\p{L}\d_]*(?:[.-][\p{L}\d_]*)*$/u;
const LOGICAL = new Set(["and", "or", "not"]);

/** Signs behind which a condition begins, not only a value. */
const BEGINS_CONDITION = new Set(["&", "|", "!", "("]);

/** The context at a position of a code text, decided from the tokens before the word being typed. Never throws. */
export const codeContext = (text: string, position: number): CompletionContext => contextFrom(text, 0, position);

/** The same where a formula begins at `start`. */
function contextFrom(text: string, start: number, position: number): CompletionContext {
  let before: "value" | "start" = "start";
  let begins = true;
  // Names and numbers one behind the other are no code: what somebody says in words, as `ema 20` or `daily op`.
  let said: number | null = null;
  TOKEN.lastIndex = start;
  for (let match = TOKEN.exec(text); match && match.index < position; match = TOKEN.exec(text)) {
    const [token] = match;
    const { index: from, groups = {} } = match;
    if (TRADE.test(token)) {
      const end = tradeEnd(text, from)?.end ?? null;
      if (end === null || position < end) return inTrade(text, from, end, position);
      TOKEN.lastIndex = end;
      [before, begins, said] = ["value", false, null];
      continue;
    }
    const to = from + token.length;
    const inside = position < to || (position === to && isOpen(token));
    if (groups["blank"] !== undefined) {
      if (inside && /^\/[*/]/.test(token)) return { kind: "none", text, from: position, to: position };
      if (!/^ +$/.test(token)) said = null;
      continue;
    }
    if (inside && groups["point"] !== undefined) return inPoint(text, from, to, position);
    if (inside && groups["column"] !== undefined) {
      const closed = token.endsWith("}");
      return { kind: "column", text, from: from + 1, to: closed ? to - 1 : to, closed };
    }
    if (inside && groups["text"] !== undefined) return inText(text, from, to, position);
    if (groups["parameter"] !== undefined) {
      if (position <= to) return { kind: "value", text, from, to };
      [before, begins, said] = ["value", false, null];
      continue;
    }
    if (inside && groups["time"] !== undefined) return { kind: "none", text, from: position, to: position };
    const name = groups["name"] !== undefined && !LOGICAL.has(token.toLowerCase());
    const number = groups["number"] !== undefined;
    // The numbers of a formula are not what somebody says, unless a condition begins with one.
    if (said === null && before === "start" && (name || (number && begins && /^\d\d+$/.test(token)))) said = from;
    if (!name && !number) said = null;
    if ((number || groups["name"] !== undefined) && position <= to) {
      if (said !== null && position - said > MAX_WORD_LENGTH) return { kind: "none", text, from, to };
      if (said !== null || (before === "start" && !number)) return { kind: "value", text, from: said ?? from, to };
      return { kind: "none", text, from, to };
    }
    const logical = groups["name"] !== undefined && !name;
    before = groups["other"] !== undefined || logical ? "start" : "value";
    begins = logical || BEGINS_CONDITION.has(token);
  }
  if (said !== null && before === "value" && position - said <= MAX_WORD_LENGTH)
    return { kind: "value", text, from: said, to: position };
  return { kind: before === "value" ? "operator" : "value", text, from: position, to: position };
}

/** Inside the brackets of a trade: one of its words, or a formula inside, which has its own context. */
function inTrade(text: string, open: number, end: number | null, position: number): CompletionContext {
  const said: string[] = [];
  let [inner, depth] = [open, 0];
  let [from, to] = [position, position];
  TOKEN.lastIndex = open + (TRADE.exec(text.slice(open))?.[0].length ?? 1);
  for (let match = TOKEN.exec(text); match && match.index < position; match = TOKEN.exec(text)) {
    const [token] = match;
    const { index, groups = {} } = match;
    const after = index + token.length;
    const isWord = groups["name"] !== undefined || groups["number"] !== undefined;
    if (depth === 0 && isWord && position <= after) {
      if (groups["number"] !== undefined) return { kind: "none", text, from: index, to: after };
      [from, to] = [index, after];
      break;
    }
    if (/^\s/.test(token)) continue;
    if (groups["other"] === undefined && !isWord && (position < after || (position === after && isOpen(token))))
      return contextFrom(text, index, position);
    if (token === "(" && depth++ === 0) inner = after;
    if (token === ")") depth -= 1;
    if (depth === 0 && groups["blank"] === undefined) said.push(token);
  }
  if (depth > 0) return contextFrom(text, inner, position);
  // Behind a sign a value begins.
  if (/^[-+*/]$/.test(said.at(-1) ?? "")) return contextFrom(text, from, position);
  return { kind: "trade", text, from, to, open, close: end === null ? null : end - 1, expects: expectedNext(said) };
}

/** One that is not closed ends with the word at the caret: what follows is no part of it. */
function inText(text: string, from: number, end: number, position: number): CompletionContext {
  const closed = isClosedText(text.slice(from, end));
  const rest = /^[\p{L}\d_-]*/u.exec(text.slice(position, end))?.[0].length ?? 0;
  return { kind: "text", text, from, to: closed ? end : position + rest, closed };
}

const isClosedText = (token: string): boolean => token.length > 1 && /^"(?:[^"]|"")*"$/.test(token);

/** Whether a quote, brace, bracket or comment goes on after its last character. */
function isOpen(token: string): boolean {
  const closer = CLOSERS.get(token[0] ?? "");
  if (token.startsWith('"')) return !isClosedText(token);
  return closer !== undefined && (token.length === 1 || !token.endsWith(closer));
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["{", "}"],
  ["'", "'"],
  ["/", "*/"],
]);

function inPoint(text: string, open: number, end: number, position: number): CompletionContext {
  const closed = text[end - 1] === "]";
  const typed = text.slice(open + 1, position);
  const from = position - (NAME_IN_POINT.exec(typed.slice(-MAX_WORD_LENGTH))?.[0].length ?? 0);
  const rest = /^[\p{L}\d_.]*/u.exec(text.slice(position, closed ? end - 1 : end))?.[0].length ?? 0;
  const to = from < position ? position + rest : position;
  const earlier = text.slice(open + 1, from);
  const place = { text, from, to, open, close: closed ? end - 1 : null };
  const quoted = (earlier.match(/'/g)?.length ?? 0) % 2 === 1;
  const first = /^\s*([\p{L}_]+)\s/u.exec(earlier)?.[1]?.toLowerCase();
  // Words that begin with no group are what somebody says: `[ema 20`, `[market c`.
  const said = typed.trimStart();
  const [group] = /^[\p{L}_]+/u.exec(said) ?? [];
  if (
    group !== undefined &&
    first !== "mine" &&
    said.length <= MAX_WORD_LENGTH &&
    /^[\p{L}\d_. ]+$/u.test(said) &&
    !isGroup(group.toLowerCase())
  )
    return { kind: "group", ...place, from: position - said.length, to: Math.max(to, position) };
  // Digits, quotes and the parentheses of an indicator have nothing to choose from.
  if (quoted || earlier.lastIndexOf("(") > earlier.lastIndexOf(")") || /[\d+-]$/.test(earlier))
    return { kind: "none", text, from: position, to: position };
  if (first === undefined)
    return earlier.trim() === "" ? { kind: "group", ...place } : { kind: "none", text, from, to };
  if (first === "mine") return { kind: "mine", ...place };
  return isGroup(first) ? { kind: "point", group: first, ...place } : { kind: "none", text, from, to };
}
