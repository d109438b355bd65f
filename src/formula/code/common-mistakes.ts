import { indicatorCall } from "./indicator-call.ts";
import { BUILT_IN_COLUMNS, CALLS, GROUPS } from "../../vocabulary/index.ts";
import type { Fix } from "../diagnostic.ts";
import type { Node, Span } from "../tree.ts";
import { fieldOf, indicatorOf, fieldNames, isGroup } from "./catalogue.ts";
import { child } from "./cst.ts";
import type { Cst } from "./cst.ts";
import { numberText } from "./literal-text.ts";
import { literalHint } from "./compared-names.ts";
import { DAY_HINT, looseNumber, reportNumber } from "./literals.ts";
import { suggestFunction } from "./function-names.ts";
import { foldedNames, hint, meantBy, nearestFolded } from "./nearest.ts";
import { invalidNode } from "./reading.ts";
import type { Reading } from "./reading.ts";

/** Other spellings of an operator, each with the right one. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["==", "="],
  ["===", "="],
  ["!==", "!="],
  ["<>", "!="],
  ["≠", "!="],
  ["=<", "<="],
  ["≤", "<="],
  ["=>", ">="],
  ["≥", ">="],
  ["&&", "&"],
  ["and", "&"],
  ["||", "|"],
  ["or", "|"],
  ["not", "!"],
  ["−", "-"],
  ["–", "-"],
  ["×", "*"],
  ["·", "*"],
  ["÷", "/"],
]);

/** The operator a token stands for; reports another spelling. */
export function readOperator(reading: Reading, cst: Cst): string {
  const found = reading.text(cst);
  const right = SPELLINGS.get(found.toLowerCase());
  if (right === undefined) return found;
  const written = reading.notation.sign(right);
  // `not x` becomes `!x`.
  const blank = right === "!" ? (/^\s*/.exec(reading.source.slice(cst.to))?.[0].length ?? 0) : 0;
  reading.report("operator-spelling", cst, { found, right: written }, [
    reading.fix(written, { from: cst.from, to: cst.to + blank }),
  ]);
  return right;
}

export const CONDITIONS: ReadonlySet<string> = new Set(["Comparison", "And", "Or", "Not"]);

/** `x = "a", "b"` and `x = ("a", "b")`: one of several. */
export function reportList(reading: Reading, cst: Cst): boolean {
  const kids = cst.kids.filter(
    ({ name, error }) => !error && !name.endsWith("Comment") && name !== "(" && name !== ")",
  );
  const [first, ...rest] = kids;
  const last = kids.at(-1);
  const comma = rest.find(({ name }) => name === "Comma");
  const values = rest.filter(({ name }) => name !== "Comma");
  const op = first && (child(first, "CompareOp") ?? child(first, "CompareWord"));
  const sign = op && reading.text(op);
  const [equal, unequal] = ["=", "!="].map((code) => [code, reading.notation.sign(code)].includes(sign ?? ""));
  if (first?.name !== "Comparison" || !last || !comma || !(equal === true || unequal === true)) return false;
  if (values.length === 0 || values.some(({ name }) => name !== "Text" && name !== "Value")) return false;
  const [left, right] = first.kids.filter((kid) => !kid.error && kid !== op);
  if (!left || (right?.name !== "Text" && right?.name !== "Value")) return false;
  const texts = [right, ...values].map((value) => reading.text(value));
  const one = reading.notation.oneOf(reading.text(left), texts);
  const meant = equal === true ? one : reading.notation.not(one);
  reading.report("comma", comma, { sign: "A comma" }, [reading.fix(meant, { from: first.from, to: last.to })]);
  return true;
}

/** Reports comments to the end of the line, which would hide the rest once line breaks become blanks. */
export function reportLineComments(reading: Reading, comments: readonly (Span & { readonly name: string })[]): void {
  for (const comment of comments) {
    if (comment.name !== "LineComment") continue;
    if (reading.full) return;
    const inner = reading.text(comment).slice(2).trim().replaceAll("*/", "* /");
    reading.report("line-comment", comment, {}, [reading.fix(`/* ${inner} */`, comment)]);
  }
}

const WORDS = new Set(
  "day days ago later today yesterday tomorrow previous last is above below least most than greater less equals equal times plus minus of the from to had adjusted unadjusted highest lowest average total divided by times".split(
    " ",
  ),
);

/** Values side by side without an operator. Words among them give one mistake, not many. */
export function readAdjacent(reading: Reading, cst: Cst, read: (cst: Cst) => Node): Node {
  const parts = cst.kids.filter(({ name, error }) => !error && !name.endsWith("Comment"));
  const span = reading.span(cst);
  const [first, second] = parts;
  const bare = parts.filter(({ name }) => name === "BareName");
  const value = looseNumber(reading.text(cst));
  if (Number.isFinite(value)) {
    reportNumber(reading, cst, value);
    return invalidNode(span);
  }
  if (callBeside(reading, cst, parts) || bareIndicator(reading, cst, parts)) return invalidNode(span);
  if (bare.some((name) => WORDS.has(reading.text(name).toLowerCase()))) {
    const words = reading.text({ from: (second ?? cst).from, to: cst.to });
    const found = bare.length === parts.length ? reading.text(cst) : words;
    const days = bare.some((name) => DAYS.has(reading.text(name).toLowerCase())) ? DAY_HINT : "";
    reading.report("words-in-code", cst, { found, hint: days }, [
      daysAgo(reading, cst, parts) ?? operatorWords(reading, parts),
    ]);
    return invalidNode(span);
  }
  if (first?.name === "BareName") {
    if (second?.name === "DataPoint") seriesIndex(reading, cst, first, second);
    else if (bare.length === parts.length) reportName(reading, cst);
    else reportName(reading, first);
    return invalidNode(span);
  }
  for (const part of parts) if (part.name !== "BareName") read(part);
  const name = bare[0];
  if (name) reportName(reading, name);
  else if (first && second && !cst.kids.some(({ error }) => error)) {
    const place = { from: first.from, to: second.to };
    reading.report("missing-operator", place, { left: reading.text(first), right: reading.text(second) });
  }
  return invalidNode(span);
}

/** `bb upper 20 2`: an indicator, perhaps a line of it, and its parameters. */
function bareIndicator(reading: Reading, cst: Cst, parts: readonly Cst[]): boolean {
  const names = parts.filter(({ name }) => name === "BareName");
  const numbers = parts.slice(names.length);
  if (names.length === 0 || numbers.length === 0 || !numbers.every(({ name }) => name === "Number")) return false;
  const right = indicatorCall(
    names.map((name) => reading.text(name)),
    numbers.map((number) => reading.text(number)),
  );
  if (right === null) return false;
  reading.report("bare-data-point", cst, { right: `[${right}]` }, [reading.fix(`[${right}]`, cst)]);
  return true;
}

/** `is_null [daily close]` and `[identity exchange] in ("A", "B")`. */
function callBeside(reading: Reading, cst: Cst, parts: readonly Cst[]): boolean {
  const [first, second] = parts;
  if (!first || !second || parts.length !== 2) return false;
  const named = (name: string): boolean =>
    CALLS.some((entry) => entry.name === name.toLowerCase() && entry.arguments.length - (entry.optional ?? 0) === 1);
  const call = second.name === "Call" ? child(second, "Name") : undefined;
  const right =
    first.name === "BareName" && named(reading.text(first)) && second.name !== "BareName"
      ? `${reading.text(first).toLowerCase()}(${reading.text(second)})`
      : call && first.name !== "BareName" && INFIX.has(reading.text(call).toLowerCase())
        ? `${reading.text(call).toLowerCase()}(${reading.text(first)}, ${/\(([\s\S]*)\)$/.exec(reading.text(second))?.[1]?.trim() ?? ""})`
        : null;
  if (right === null) return false;
  const found = reading.text(call ?? first);
  reading.report("function-parentheses", cst, { found, right }, [reading.fix(right, cst)]);
  return true;
}

/** `[daily close] between 5 and 10`, the second value behind its `and`. Null for anything else. */
export function readBetween(
  reading: Reading,
  cst: Cst | undefined,
  last: Cst | undefined,
  read: (cst: Cst) => Node,
): Node | null {
  const [value, word, first, more] = cst?.name === "Adjacent" ? cst.kids : [];
  if (!cst || !last || !value || !first || more || word?.name !== "BareName") return null;
  if (reading.text(word).toLowerCase() !== "between" || CONDITIONS.has(last.name)) return null;
  const place = { from: cst.from, to: last.to };
  const right = `between(${[value, first, last].map((part) => reading.text(part)).join(", ")})`;
  reading.report("function-parentheses", place, { found: "between", right }, [reading.fix(right, place)]);
  return invalidNode(reading.span(place), [value, first, last].map(read));
}

const INFIX: ReadonlySet<string> = new Set([
  "in",
  "between",
  "contains",
  "starts_with",
  "crosses_above",
  "crosses_below",
]);

const DAYS = new Set(["day", "days", "ago", "later", "today", "yesterday", "tomorrow", "previous"]);

/** Operators written in words where code is meant. */
const OPERATOR_WORDS: ReadonlyMap<string, string> = new Map([
  ["is above", ">"],
  ["is greater than", ">"],
  ["is below", "<"],
  ["is less than", "<"],
  ["is at least", ">="],
  ["is at most", "<="],
  ["is not", "!="],
  ["is", "="],
  ["equals", "="],
  ["plus", "+"],
  ["minus", "-"],
  ["times", "*"],
  ["divided by", "/"],
]);

/** `[daily close] is above 5`. */
function operatorWords(reading: Reading, parts: readonly Cst[]): Fix | null {
  const [first, last] = [parts[1], parts.at(-2)];
  if (!first || !last || parts.length < 3) return null;
  const place = { from: first.from, to: last.to };
  const operator = OPERATOR_WORDS.get(reading.text(place).toLowerCase().replaceAll(/\s+/g, " "));
  return operator === undefined ? null : reading.fix(operator, place);
}

/** `[daily close] 5 days ago` and `close 5 days ago`. */
function daysAgo(reading: Reading, cst: Cst, parts: readonly Cst[]): Fix | null {
  const [what, ...rest] = parts;
  const words = rest.map((part) => reading.text(part).toLowerCase()).join(" ");
  const days = /^(\d{1,4}) days? (ago|later)$/.exec(words);
  const day = days
    ? (days[2] === "ago" ? -1 : 1) * Number(days[1])
    : ({ yesterday: -1, today: 0, tomorrow: 1 }[words] ?? null);
  if (day === null || !what) return null;
  const written = day === 0 ? "" : ` ${day}`;
  const text = reading.text(what);
  const group = GROUPS.find((known) => fieldOf(known, text));
  if (
    what.name === "Column" ||
    (what.name === "BareName" && group === undefined && COLUMNS.includes(text.toLowerCase()))
  ) {
    const column = what.name === "Column" ? text : `{${text.toLowerCase()}}`;
    return reading.fix(day === 0 ? column : `at(${column}, ${day})`, cst);
  }
  if (what.name === "BareName") {
    return group === undefined ? null : reading.fix(`[${group} ${text.toLowerCase()}${written}]`, cst);
  }
  const simple =
    what.name === "DataPoint" && !child(what, "Days") ? /^\[(.*?)(\s+(?:(?:un)?adj|adjdiv))?\s*\]$/i.exec(text) : null;
  return simple ? reading.fix(`[${simple[1]?.trim() ?? ""}${written}${simple[2] ?? ""}]`, cst) : null;
}

/** `close[1]`, as Pine writes the value of the bar before. */
function seriesIndex(reading: Reading, cst: Cst, name: Cst, index: Cst): void {
  const back = /^\[\s*(\d{1,4})\s*\]$/.exec(reading.text(index))?.[1];
  const field = fieldOf("daily", reading.text(name));
  if (back === undefined || !field) {
    reportName(reading, name);
    return;
  }
  const right = `[daily ${field.name}${Number(back) === 0 ? "" : ` -${Number(back)}`}]`;
  reading.report("bare-data-point", cst, { right }, [reading.fix(right, cst)]);
}

const COLUMNS = BUILT_IN_COLUMNS.map(({ name }) => name);
const FIELD_NAMES = foldedNames([...fieldNames("daily"), ...GROUPS.flatMap(fieldNames)]);
const COLUMN_NAMES = foldedNames(COLUMNS);

/** A name that stands alone: a data point without brackets, a column without braces, a function without arguments. */
export function reportName(reading: Reading, cst: Cst): void {
  const found = reading.text(cst);
  const name = found.toLowerCase();
  const literal = literalHint(name);
  if (literal !== null) {
    reading.report("no-literal", cst, { found, hint: literal });
    return;
  }
  const group = GROUPS.find((known) => fieldOf(known, name));
  if (group !== undefined) {
    const right = `[${group} ${fieldOf(group, name)?.name ?? name}]`;
    reading.report("bare-data-point", cst, { right }, [reading.fix(right, cst)]);
    return;
  }
  const indicator = indicatorOf(name);
  if (indicator) {
    const line = indicator.lines.length > 1 ? `.${indicator.lines[0]?.name ?? ""}` : "";
    const right = `[indicator ${indicator.name}${line}]`;
    reading.report("bare-data-point", cst, { right }, indicator.intradayOnly ? [] : [reading.fix(right, cst)]);
    return;
  }
  const words = name.split(/\s+/);
  if (isGroup(words[0] ?? "") && words.length > 1) {
    const right = `[${found}]`;
    reading.report("bare-data-point", cst, { right }, [reading.fix(right, cst)]);
    return;
  }
  if (COLUMNS.includes(name)) {
    const right = `{${name}}`;
    reading.report("bare-column", cst, { right }, [reading.fix(right, cst)]);
    return;
  }
  const call = CALLS.find((entry) => entry.name === name);
  if (call) {
    reading.report("function-parentheses", cst, { found, right: call.example });
    return;
  }
  const field = meantBy(name) ?? nearestFolded(name, FIELD_NAMES);
  const owner = field === null ? undefined : GROUPS.find((known) => fieldOf(known, field));
  const column = nearestFolded(name, COLUMN_NAMES);
  const right = owner !== undefined ? `[${owner} ${field ?? ""}]` : column === null ? null : `{${column}}`;
  reading.report("unknown-name", cst, { found, hint: hint(right) }, [reading.instead(right, cst)]);
}

/** `sma([daily close adj], 20)` and `sma(close, 20)`: the source comes first in other languages. */
function sourceFirst(call: string): { readonly source: string; readonly parameters: string } | null {
  const match =
    /^\w+\s*\(\s*(?:\[\s*daily\s+(\w+(?:\s+-?\d+)?(?:\s+(?:(?:un)?adj|adjdiv))?)\s*\]|(\w+))\s*,\s*([\d.]+(?:\s*,\s*[\d.]+)*)\s*\)$/i.exec(
      call,
    );
  const source = match?.[1] ?? match?.[2];
  if (!match || source === undefined || !fieldOf("daily", source.split(/\s+/)[0] ?? "")) return null;
  return { source: source.toLowerCase(), parameters: match[3] ?? "" };
}

/** Reports a call of something that is not a function. */
export function reportFunction(reading: Reading, name: Cst, call: Cst): void {
  const found = reading.text(name);
  const indicator = indicatorOf(found);
  if (indicator) {
    const inside = /^\w+\s*\(([\s\d.,]*)\)$/.exec(reading.text(call))?.[1]?.trim();
    const line = indicator.lines.length > 1 ? `.${indicator.lines[0]?.name ?? ""}` : "";
    const values = inside ?? indicator.parameters.map((parameter) => numberText(parameter.default)).join(", ");
    const parameters = values === "" ? "" : `(${values})`;
    const source = indicator.source === null ? "" : ` ${indicator.source}`;
    const given = sourceFirst(reading.text(call));
    const right =
      given && indicator.source !== null
        ? `[indicator ${indicator.name}${line}(${given.parameters}) ${given.source}]`
        : `[indicator ${indicator.name}${line}${parameters}${source}]`;
    const fits = (inside !== undefined || given !== null) && !indicator.intradayOnly;
    reading.report("indicator-call", call, { found, right }, [fits ? reading.fix(right, call) : null]);
    return;
  }
  const { meant, fixes } = suggestFunction(reading, name, call);
  reading.report("unknown-function", name, { found, hint: hint(meant) }, fixes);
}
