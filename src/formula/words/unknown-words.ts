import { CALLS } from "../../vocabulary/index.ts";
import { child } from "../code/cst.ts";
import type { Cst } from "../code/cst.ts";
import { foldedNames, hint, meantBy, nearestFolded } from "../code/nearest.ts";
import { invalidNode } from "../code/reading.ts";
import type { Reading } from "../code/reading.ts";
import { suggestFunction } from "../code/function-names.ts";
import type { Node, Span } from "../tree.ts";
import { PHRASES } from "./phrases.ts";
import { phrasesOf } from "./tokens.ts";

const TEXTS = foldedNames(new Set(PHRASES.filter(({ refused }) => !refused).map(({ text }) => text)));

/** The function that a name means; undefined where it means none. */
export function functionOf(text: string): string | undefined {
  for (const { means } of phrasesOf(text)) {
    if (means.kind === "call") return means.name;
  }
  return undefined;
}

const UNITS = new Set(["day", "days", "session", "sessions"]);

/** Words without a meaning, neighbours as one, with the phrase that was probably meant. */
export function reportUnknown(reading: Reading, place: Span): void {
  const found = reading.text(place);
  const near = meantBy(found) ?? nearestFolded(found, TEXTS);
  reading.report("unknown-phrase", place, { found, hint: hint(near) }, [reading.instead(near, place)]);
}

export function reportUnknownCall(reading: Reading, name: Span): void {
  const found = reading.text(name);
  const { meant, fixes } = suggestFunction(reading, name, null);
  reading.report("unknown-function", name, { found, hint: hint(meant) }, fixes);
}

/** Values side by side without an operator. Words without a meaning among them are the mistake, if there are any. */
export function readAdjacentWords(reading: Reading, cst: Cst, read: (cst: Cst) => Node): Node {
  const parts = cst.kids.filter(({ name, error }) => !error && !name.endsWith("Comment"));
  if (callBehind(reading, cst, parts)) {
    for (const part of parts.slice(0, 1)) read(part);
    return invalidNode(reading.span(cst));
  }
  const [length, indicator] = parts;
  if (
    length?.name === "Number" &&
    indicator?.name === "Data" &&
    parts.length === 2 &&
    lengthInFront(reading, length, indicator)
  )
    return invalidNode(reading.span(cst));
  if (lengthsBehind(reading, parts) || spacedMagnitude(reading, parts)) return invalidNode(reading.span(cst));
  let unknown = false;
  for (let index = 0; index < parts.length && !reading.full; index++) {
    const part = parts[index];
    if (!part) break;
    const day = dayAt(reading, parts, index);
    if (day !== null && reportDay(reading, day, parts[index - 1])) {
      unknown = true;
      index = day.last;
      continue;
    }
    if (part.name !== "BareName") {
      const next = parts[index + 1];
      if (part.name === "Number" && next && UNITS.has(reading.text(next).toLowerCase())) {
        reportDays(reading, part, next);
        unknown = true;
        index += 1;
      } else read(part);
      continue;
    }
    let last = part;
    while (parts[index + 1]?.name === "BareName") last = parts[++index] ?? last;
    if (last === part) read(part);
    else reportUnknown(reading, { from: part.from, to: last.to });
    unknown = true;
  }
  const [first, second] = parts;
  if (!unknown && first && second && !cst.kids.some(({ error }) => error)) {
    const place = { from: first.from, to: second.to };
    reading.report("missing-operator", place, { left: reading.text(first), right: reading.text(second) });
  }
  return invalidNode(reading.span(cst));
}

/** `close is null`: a function of one value behind it. */
function callBehind(reading: Reading, cst: Cst, parts: readonly Cst[]): boolean {
  const [value, name] = parts;
  if (!value || !name || parts.length !== 2 || value.name === "BareName" || name.name !== "BareName") return false;
  const call = CALLS.find((entry) => entry.name === functionOf(reading.text(name)) && entry.arguments.length === 1);
  if (!call) return false;
  const right = `${call.name}(${reading.text(value)})`;
  reading.report("function-parentheses", cst, { found: reading.text(name), right }, [reading.fix(right, cst)]);
  return true;
}

/** `20 SMA`: the length goes behind the indicator. */
function lengthInFront(reading: Reading, length: Cst, data: Cst): boolean {
  const name = child(data, "IndicatorName");
  if (!name || name.from !== data.from || child(data, "Params") || child(data, "Length")) return false;
  const place = { from: length.from, to: name.to };
  const right = `${reading.text(name)}(${reading.text(length)})`;
  reading.report("wording", place, { found: reading.text(place), right }, [reading.fix(right, place)]);
  return true;
}

/** `BB upper 20 2`: several parameters behind the indicator go in parentheses. */
function lengthsBehind(reading: Reading, parts: readonly Cst[]): boolean {
  const [data, ...numbers] = parts;
  const [name, length] = data?.name === "Data" ? [child(data, "IndicatorName"), child(data, "Length")] : [];
  if (!data || !name || !length || numbers.length === 0 || !numbers.every((part) => part.name === "Number"))
    return false;
  const [first, last] = [length, numbers.at(-1) ?? length];
  if (data.kids.some(({ from }) => from > length.from)) return false;
  const values = [first, ...numbers].map((part) => reading.text(part)).join(", ");
  const place = { from: name.from, to: last.to };
  const right = `${reading.text(name)}(${values})`;
  reading.report("wording", place, { found: reading.text(place), right }, [reading.fix(right, place)]);
  return true;
}

/** `5 B`: the letter stands at its number. */
function spacedMagnitude(reading: Reading, parts: readonly Cst[]): boolean {
  const [number, letter] = parts;
  if (number?.name !== "Number" || letter?.name !== "BareName" || parts.length !== 2) return false;
  if (!/^[kmb]$/i.test(reading.text(letter))) return false;
  const place = { from: number.from, to: letter.to };
  const right = `${reading.text(number)}${reading.text(letter).toUpperCase()}`;
  reading.report("number-format", place, { found: reading.text(place), right }, [reading.fix(right, place)]);
  return true;
}

const NUMBER_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Another day, as people say it: which parts say so, and how it is written. */
interface SaidDay extends Span {
  readonly last: number;
  readonly spelled: boolean;
  readonly right: string;
}

/** `two days ago`, `2 sessions later` where a value ends; null where no day begins. */
function dayAt(reading: Reading, parts: readonly Cst[], index: number): SaidDay | null {
  const [number, unit, side] = parts.slice(index, index + 3);
  if (!number || !unit || !side) return null;
  const [count, days, where] = [number, unit, side].map((one) => reading.text(one).toLowerCase());
  const word = NUMBER_WORDS.indexOf(count ?? "") + 1;
  const many = number.name === "Number" ? Number(count) : word;
  if (!Number.isInteger(many) || many < 1 || !UNITS.has(days ?? "") || !/^(?:ago|later)$/.test(where ?? ""))
    return null;
  const right = `${many} ${many === 1 ? "day" : "days"} ${where}`;
  return { from: number.from, to: side.to, last: index + 2, spelled: word > 0, right };
}

/** A number that is spelled out, or the day of a column, which is asked with at(x, day). */
function reportDay(reading: Reading, { from, to, spelled, right }: SaidDay, before: Cst | undefined): boolean {
  const ofColumn = before?.name === "ColumnName" || before?.name === "Column";
  if (!ofColumn && !spelled) return false;
  const place = { from: ofColumn ? before.from : from, to };
  const written = ofColumn ? `at(${reading.text(before)}, ${right})` : right;
  reading.report("wording", place, { found: reading.text(place), right: written }, [reading.fix(written, place)]);
  return true;
}

/** `5 days` says neither ago nor later. */
function reportDays(reading: Reading, number: Span, unit: Span): void {
  const place = { from: number.from, to: unit.to };
  const found = reading.text(place);
  const fixes = [`${found} ago`, `${found} later`].map((right) => reading.fix(right, place));
  reading.report("unknown-phrase", place, { found, hint: hint(`${found} ago`) }, fixes);
}

/** Characters behind a list's beginning that are looked through for its end. */
const MAX_LIST_CHARS = 1_000;

/** `is one of NYSE, NASDAQ`, as far as the list most probably goes. */
export function reportListWords(reading: Reading, list: Cst): void {
  const rest = reading.source.slice(list.from, list.from + MAX_LIST_CHARS);
  const stretch = /^(?:"(?:[^"]|"")*"|[^()&|"])*?(?=\s+(?:and|or)\b|[)&|]|$)/i.exec(rest)?.[0].trimEnd() ?? "";
  // One that goes on further is no list that anybody meant.
  const length = stretch.length < MAX_LIST_CHARS ? stretch.length : 0;
  const place = { from: list.from, to: list.from + Math.max(length, list.to - list.from) };
  const right = `(${reading.text(place)})`;
  reading.report("list-parentheses", place, { right }, [reading.fix(right, place)]);
}
