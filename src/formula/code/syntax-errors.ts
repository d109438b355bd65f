import { diagnostic } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Cst } from "./cst.ts";
import { reportNumber } from "./literals.ts";
import type { Reading } from "./reading.ts";
import type { Span } from "../tree.ts";

const COMMENTS = new Set(["BlockComment", "OpenComment", "LineComment"]);
const OPERATOR = /^(?:[<>=!&|+\-*/^%−–×·÷≤≥≠]+|and|or|not)$/i;
const KNOWN = /^[\p{L}\d_\s[\](){}'",;.<>=!&|+\-*/^%‘’“”≤≥≠×·÷−–]+$/u;
/** Syntax errors shown: 8,000 wrong characters must not give 8,000 messages. */
const MAX_SYNTAX_ERRORS = 20;

/** Reports what the grammar could not read, neighbours as one: a missing value, or a misplaced token. */
export function reportSyntaxErrors(
  reading: Reading,
  all: readonly Cst[],
  isOperatorWord: (text: string) => boolean = () => false,
  isDay: (text: string) => boolean = () => false,
): void {
  const isOperator = (text: string): boolean => OPERATOR.test(text) || isOperatorWord(text);
  const leaves = all.filter(({ name, kids }) => !COMMENTS.has(name) && !(name === "Formula" && kids.length === 0));
  const reported = reading.diagnostics.filter(({ severity }) => severity === "error");
  const overlaps = overlapping(reported);
  if (leaves.every(({ error, from, to }) => error && from === to)) {
    if (reported.length === 0) reading.report("empty", { from: 0, to: reading.source.length }, {});
    return;
  }
  let count = 0;
  for (let index = 0; index < leaves.length && count < MAX_SYNTAX_ERRORS; index++) {
    const first = leaves[index];
    if (!first?.error) continue;
    let last = first;
    while (leaves[index + 1]?.error) last = leaves[++index] ?? last;
    const place = { from: first.from, to: last.to };
    const span = reading.span(place);
    if (overlaps(span)) continue;
    const before = leaves.slice(0, leaves.indexOf(first)).findLast(({ from, to }) => to > from);
    const after = leaves.slice(index + 1).find(({ from, to }) => to > from);
    count += 1;
    if (before !== undefined && dayOfColumn(reading, place, isDay, before)) continue;
    report(reading, place, isOperator, before, after);
  }
}

/** Whether one of the spans touches a place. The spans must be tested in the order of the text, so that each is visited once. */
function overlapping(spans: readonly Span[]): (place: Span) => boolean {
  const sorted = spans.toSorted((a, b) => a.from - b.from);
  let [next, end] = [0, -1];
  return ({ from, to }) => {
    for (let span = sorted[next]; span && span.from <= to; span = sorted[++next]) end = Math.max(end, span.to);
    return end >= from;
  };
}

/** The finding for a text that the parser did not read to its end; null where it did. */
export function unreadRest(reading: Reading, root: Cst, leaves: readonly Cst[]): Diagnostic | null {
  if (root.to >= reading.source.length) return null;
  const first = leaves.find(({ error }) => error) ?? root;
  const span = reading.span({ from: first.from, to: Math.max(first.to, first.from + 1) });
  return diagnostic("too-many-mistakes", span, {});
}

/** `gap yesterday`: the value of a column on another day is asked with at(x, day). */
function dayOfColumn(reading: Reading, place: Span, isDay: (text: string) => boolean, before: Cst): boolean {
  const day = reading.text(place).trim();
  if (!isDay(day) || !(before.name === "ColumnName" || before.name === "Column")) return false;
  const whole = { from: before.from, to: place.to };
  const right = `at(${reading.text(before)}, ${day})`;
  reading.report("wording", whole, { found: reading.text(whole), right }, [reading.fix(right, whole)]);
  return true;
}

function report(
  reading: Reading,
  place: { from: number; to: number },
  isOperator: (text: string) => boolean,
  before?: Cst,
  after?: Cst,
): void {
  const found = reading.text(place).trim();
  const from = place.from + (/^\s*/.exec(reading.text(place))?.[0].length ?? 0);
  const span = { from, to: from + found.length };
  const split = before && splitOperator(reading, before, place, after);
  if (split) {
    reading.report("operator-spelling", split.place, { found: reading.text(split.place), right: split.right }, [
      reading.fix(split.right, split.place),
    ]);
    return;
  }
  if (found === "." && before?.name === "Number" && before.to === from) {
    reportNumber(reading, { from: before.from, to: span.to }, Number(reading.text(before)));
    return;
  }
  if (found === "") {
    const where = before
      ? `after ${shortened(reading.text(before))}`
      : after
        ? `before ${shortened(reading.text(after))}`
        : "here";
    const at = before ? { from: before.from, to: before.to } : place;
    reading.report("missing-value", at, { where });
    return;
  }
  if (!KNOWN.test(found)) {
    const [character = found] = /[^\p{L}\d_\s[\](){}'",;.<>=!&|+\-*/^%‘’“”≤≥≠×·÷−–]/u.exec(found) ?? [];
    // Where the formula continues as if nothing was there, the token is only removed.
    const alone =
      found === character &&
      (startsValue(before, reading) || (before !== undefined && isOperator(reading.text(before)))) !==
        (after === undefined || endsValue(after, reading) || isOperator(reading.text(after)));
    reading.report("unknown-character", span, { found: character }, [alone ? reading.remove(span) : null]);
    return;
  }
  const afterOperator = !before || isOperator(reading.text(before)) || ["(", "Comma"].includes(before.name);
  if (isOperator(found) && afterOperator) reading.report("missing-value", span, { where: `before ${found}` });
  else reading.report("misplaced", span, { found: shortened(found) });
}

const OPENS = /^(?:[<>=!&|+\-*/^]+|and|or|not|\(|\[|,|;)$/i;
/** Whether a value must follow a token. */
const startsValue = (before: Cst | undefined, reading: Reading): boolean => !before || OPENS.test(reading.text(before));
/** Whether a token can follow a value. */
const endsValue = (after: Cst, reading: Reading): boolean =>
  /^(?:[<>=!&|+\-*/^,;)]+|and|or)$/i.test(reading.text(after));

const SPLIT: ReadonlyMap<string, string> = new Map([
  [">=", ">="],
  ["<=", "<="],
  ["!=", "!="],
  ["=!", "!="],
  ["<>", "!="],
  ["==", "="],
  ["=<", "<="],
  ["=>", ">="],
  ["&&", "&"],
  ["||", "|"],
]);

/** An operator of two signs with a blank between them, or the two turned round: `> =`, `=!`. */
function splitOperator(
  reading: Reading,
  before: Cst,
  error: { readonly from: number; readonly to: number },
  after: Cst | undefined,
): { readonly place: { from: number; to: number }; readonly right: string } | null {
  const signs = [before, { ...before, ...error }, ...(after ? [after] : [])].filter((cst) =>
    /^[<>=!&|]$/.test(reading.text(cst).trim()),
  );
  const [one, other] = signs;
  if (!one || !other || signs.length !== 2) return null;
  const right = SPLIT.get(reading.text(one).trim() + reading.text(other).trim());
  const gap = reading.source.slice(one.to, other.from);
  const start = one.from + (/^\s*/.exec(reading.text(one))?.[0].length ?? 0);
  return right === undefined || gap.trim() !== "" ? null : { place: { from: start, to: other.to }, right };
}

const shortened = (text: string): string => (text.length > 30 ? `${text.slice(0, 29)}…` : text);
