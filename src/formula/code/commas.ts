import type { Cst } from "./cst.ts";
import { numberText, readNumber } from "./literal-text.ts";
import type { Reading } from "./reading.ts";
import { CONDITIONS } from "./common-mistakes.ts";

/** Commas outside the arguments of a function: separators in a number, or between conditions. */
export function reportCommas(reading: Reading, cst: Cst): void {
  const done = { to: 0 };
  for (const [at, { name }] of cst.kids.entries()) {
    if (reading.full) return;
    if (name === "Comma") reportComma(reading, cst, at, done);
  }
}

function reportComma(reading: Reading, { kids }: Cst, at: number, done: { to: number }): void {
  const comma = kids[at];
  if (!comma || comma.from < done.to) return;
  const grouped = groupedNumber(reading, comma.from) ?? decimalComma(reading, comma.from);
  if (grouped) {
    done.to = grouped.to;
    reportGrouped(reading, grouped);
    return;
  }
  const joins = [kids[at - 1], kids[at + 1]].every((kid) => CONDITIONS.has(kid?.name ?? ""));
  const and = reading.notation.sign("&");
  const right = /\s/.test(reading.source[comma.from - 1] ?? "") ? and : ` ${and}`;
  // What ends a statement elsewhere ends nothing here.
  const last = kids.slice(at + 1).every(({ from, to }) => from === to);
  reading.report("comma", comma, {}, [
    joins ? reading.fix(right, comma, `Write ${and}`) : last ? reading.remove(comma) : null,
  ]);
}

/** `1,5` as a number with a decimal comma: no blank on either side. */
function decimalComma(reading: Reading, at: number): Grouped | null {
  const before = /(?<![\w.,])\d+$/.exec(reading.source.slice(Math.max(0, at - MAX_NUMBER_CHARS), at))?.[0];
  const after = /^,\d+(?![\w.,])/.exec(reading.source.slice(at, at + MAX_NUMBER_CHARS))?.[0];
  return before === undefined || after === undefined ? null : { from: at - before.length, to: at + after.length };
}

/** Maximum length of a number, so that thousands of commas do not each search the whole text. */
const MAX_NUMBER_CHARS = 60;

interface Grouped {
  readonly from: number;
  readonly to: number;
}

/** The digits with separators around an offset: 1,000,000. */
function groupedNumber(reading: Reading, at: number): Grouped | null {
  const start = Math.max(0, at - MAX_NUMBER_CHARS);
  const near = reading.source.slice(start, at + MAX_NUMBER_CHARS);
  for (const match of near.matchAll(/(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?[kmb]?(?![\w,])/gi)) {
    const from = start + match.index;
    const to = from + match[0].length;
    if (from < at && at < to) return { from, to };
  }
  return null;
}

function reportGrouped(reading: Reading, place: Grouped): void {
  const found = reading.text(place);
  const grouped = /^\d{1,3}(?:,\d{3})+(?!\d)/.test(found);
  const right = numberText(readNumber(found.replaceAll(",", grouped ? "" : ".")));
  reading.report("number-format", place, { found, right }, [reading.fix(right, place)]);
}

/** A number with separators that made one argument too many of a call. */
export function reportGroupedArgument(reading: Reading, call: Cst): boolean {
  for (const kid of call.kids) {
    const grouped = kid.name === "Comma" ? groupedNumber(reading, kid.from) : null;
    if (grouped === null) continue;
    reportGrouped(reading, grouped);
    return true;
  }
  return false;
}
