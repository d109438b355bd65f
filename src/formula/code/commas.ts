import type { CallEntry } from "../../vocabulary/index.ts";
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
  reading.report("comma", comma, { sign: signOf(reading, comma) }, [
    joins ? reading.fix(right, comma, `Write ${and}`) : last ? reading.remove(comma) : null,
  ]);
}

/** What stands where a comma does not belong. */
const signOf = (reading: Reading, comma: Cst): string => (reading.text(comma) === ";" ? "A semicolon" : "A comma");

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

/** 1,000,000, and the same between arguments, where a comma may stand on either side. */
const GROUPED = /(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?[kmb]?(?![\w,])/gi;
const GROUPED_ARGUMENT = /(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?[kmb]?(?![\w.])/gi;

/** The digits with separators around an offset. */
function groupedNumber(reading: Reading, at: number, shape: RegExp = GROUPED): Grouped | null {
  const start = Math.max(0, at - MAX_NUMBER_CHARS);
  const near = reading.source.slice(start, at + MAX_NUMBER_CHARS);
  for (const match of near.matchAll(shape)) {
    const from = start + match.index;
    const to = from + match[0].length;
    if (from < at && at < to) return { from, to };
  }
  return null;
}

const written = (found: string): string => {
  const grouped = /^\d{1,3}(?:,\d{3})+(?!\d)/.test(found);
  return numberText(readNumber(found.replaceAll(",", grouped ? "" : ".")));
};

function reportGrouped(reading: Reading, place: Grouped, all: readonly Grouped[] = [place]): void {
  const found = reading.text(place);
  const right = written(found);
  const edits = all.map((each) => ({ ...each, insert: written(reading.text(each)) }));
  reading.report("number-format", place, { found, right }, [{ label: `Write ${right}`, edits }]);
}

/** The numbers with separators among the arguments of a call. */
function groupedArguments(reading: Reading, call: Cst): readonly Grouped[] {
  const found: Grouped[] = [];
  for (const kid of call.kids) {
    if (kid.name !== "Comma" || kid.from < (found.at(-1)?.to ?? 0)) continue;
    const grouped = groupedNumber(reading, kid.from, GROUPED_ARGUMENT);
    if (grouped !== null) found.push(grouped);
  }
  return found;
}

/**
 * Separators of thousands among the arguments of a call: an error where they make too many, and of `1,000`, for nobody writes
 * 000 as a value; of `1,200` a warning asks where the call would take one number as well. True after an error.
 */
export function reportCommasInCall(reading: Reading, call: Cst, entry: CallEntry, count: number): boolean {
  const found = groupedArguments(reading, call);
  const isTooMany = !entry.repeats && count > entry.arguments.length;
  const wrong = isTooMany ? found : found.filter((place) => /,0\d\d/.test(reading.text(place)));
  const [first] = wrong;
  if (first !== undefined) {
    reportGrouped(reading, first, wrong);
    return true;
  }
  const spare = count - entry.arguments.length + (entry.optional ?? 0);
  for (const place of found) {
    const text = reading.text(place);
    const values = text.split(",");
    if (values.length - 1 > spare) continue;
    const right = written(text);
    reading.report("comma-in-number", place, { found: text, count: values.length, right }, [
      reading.fix(right, place),
      reading.fix(values.join(", "), place),
    ]);
  }
  return false;
}
