import { BASES, isOneOf, TIMEFRAMES } from "../../vocabulary/index.ts";
import type { Basis, Minute, Timeframe } from "../../vocabulary/index.ts";
import type { DayRange, Span } from "../tree.ts";
import { child } from "./cst.ts";
import type { Cst } from "./cst.ts";
import { replace } from "../diagnostic.ts";
import { refuseNumber, readText, readTime } from "./literals.ts";
import { numberText, readNumber, textLiteral } from "./literal-text.ts";
import { readPointMistake } from "./point-mistakes.ts";
import type { Reading } from "./reading.ts";

export interface NamePart extends Span {
  /** As written. */
  readonly text: string;
  /** The parentheses behind the name. */
  readonly params: Cst | null;
}

/** `at '10:00'`, or `at max volume`. */
type AtPart = Span &
  (
    | { readonly kind: "time"; readonly minute: Minute }
    | { readonly kind: "extreme"; readonly of: NamePart; readonly field: NamePart }
  );

/** The parts between the brackets, in any order, each at most once. */
export interface PointParts {
  readonly names: readonly NamePart[];
  readonly at: AtPart | null;
  readonly days: (Span & { readonly range: DayRange; readonly single: boolean }) | null;
  readonly times: (Span & { readonly start: Minute; readonly end: Minute; readonly single: boolean }) | null;
  readonly timeframe: (Span & { readonly minutes: Timeframe }) | null;
  readonly basis: (Span & { readonly value: Basis }) | null;
  readonly ofSymbol: (Span & { readonly symbol: string }) | null;
}

/** A signed number of sessions; null after a report. */
export function readDay(reading: Reading, cst: Cst): number | null {
  const number = child(cst, "Number");
  const digits = number ? reading.text(number) : "";
  if (!/^\d{1,9}$/.test(digits)) {
    const code = /^\d+$/.test(digits) ? "number-large" : "day-whole";
    reading.report(code, cst, {});
    return null;
  }
  const value = Number(digits);
  return value !== 0 && child(cst, "Minus") ? -value : value;
}

export const isTimeframe = isOneOf(TIMEFRAMES);
export const timeframes = TIMEFRAMES.map((minutes) => `${minutes}min`).join(", ");

function readTimeframe(reading: Reading, cst: Cst): Timeframe | null {
  const found = reading.text(cst);
  const match = /^(\d+)\s*(m|min|mins|minute|minutes|h|hour)$/i.exec(found);
  const minutes = Number(match?.[1]) * (match?.[2]?.toLowerCase().startsWith("h") ? 60 : 1);
  if (isTimeframe(minutes) && cst.name === "Timeframe") return minutes;
  // Suggests the sizes below and above.
  const near = isTimeframe(minutes)
    ? [minutes]
    : [TIMEFRAMES.findLast((known) => known < minutes), TIMEFRAMES.find((known) => known > minutes)];
  const fixes = near.map((size) => (size === undefined ? null : reading.fix(`${size}min`, cst)));
  reading.report("timeframe", cst, { found, options: timeframes }, fixes);
  return null;
}

/** Collects the parts of a data point. Null where one was refused. */
export function readParts(reading: Reading, point: Cst): PointParts | null {
  const before = reading.diagnostics.length;
  const names: NamePart[] = [];
  const found: { -readonly [Key in Exclude<keyof PointParts, "names">]: PointParts[Key] } = {
    at: null,
    days: null,
    times: null,
    timeframe: null,
    basis: null,
    ofSymbol: null,
  };
  const once = <Key extends keyof typeof found>(key: Key, what: string, part: (typeof found)[Key]): void => {
    if (part === null) return;
    const before = found[key];
    if (before === null) found[key] = part;
    else
      reading.report("repeated-part", part, { what }, [
        (key === "days" && rangeOf(reading, before, part)) || reading.remove(part),
      ]);
  };
  const name = (cst: Cst, params: Cst | null = null): NamePart => ({
    text: reading.text(cst),
    from: cst.from,
    to: cst.to,
    params,
  });
  let taken = 0;
  for (const [index, part] of point.kids.entries()) {
    const { from, to } = part;
    if (taken === 0) taken = readPointMistake(reading, point.kids, index);
    if (taken > 0) {
      taken -= 1;
      continue;
    }
    switch (part.name) {
      case "Item": {
        const next = point.kids[index + 1];
        names.push(name(part, next?.name === "Params" ? next : null));
        break;
      }
      case "Basis":
        once("basis", "adj, adjdiv or unadj", {
          from,
          to,
          value: BASES.find((basis) => basis === reading.text(part).toLowerCase()) ?? "unadj",
        });
        break;
      case "Timeframe": {
        const minutes = readTimeframe(reading, part);
        once("timeframe", "size of bars", minutes === null ? null : { from, to, minutes });
        break;
      }
      case "OfSymbol":
        once("ofSymbol", "symbol of another security", readOfSymbol(reading, part));
        break;
      case "At":
        once("at", "at", readAt(reading, part, name));
        break;
      case "Days":
        once("days", "day or range of days", readDays(reading, part));
        break;
      case "Times":
        once("times", "time or window", readTimes(reading, part));
        break;
      case "Comma":
        reading.report("misplaced", part, { found: reading.text(part) }, [reading.fix("", part, "Remove the comma")]);
        break;
      case "LooseNumber":
        looseNumber(reading, part);
        break;
      case "Text":
        readText(reading, part);
        refuseText(reading, part, names);
        break;
      case "Percent":
      case "Column":
        refuse(reading, part, null);
        break;
      default:
    }
  }
  return reading.diagnostics.length > before ? null : { names, ...found };
}

/** What is meant by words that stand where the basis does. */
export const BASIS_WORDS: ReadonlyMap<string, string> = new Map([
  ["adjusted", "adj"],
  ["unadjusted", "unadj"],
  ["raw", "unadj"],
]);

/** `close(-1)` and `close(1)` are the close of a day before; what else stands in parentheses says nothing of a field. */
export function parenthesesFix(reading: Reading, params: Cst): ReturnType<Reading["fix"]> {
  const [, days] = /^\(\s*-?(\d+)\s*\)$/.exec(reading.text(params)) ?? [];
  return days === undefined
    ? reading.fix("", params, "Remove them")
    : reading.fix(` -${days}`, params, `Write -${days}`);
}

/** Two days in one data point are the ends of a range; null where one is a range already. */
function rangeOf(reading: Reading, first: Span, last: Span): ReturnType<Reading["fix"]> | null {
  const [from, to] = [first, last].map((day) => /^(-?\d+)\s*:?$/.exec(reading.text(day))?.[1]);
  if (from === undefined || to === undefined) return null;
  return reading.fix(`${from} .. ${to}`, { from: first.from, to: last.to });
}

/** One day where a range of days belongs, which may be meant as a length. */
export function reportSingleDay(reading: Reading, place: Span, day: number): void {
  if (day > 0) reportLength(reading, place, day);
  else if (day < -1) reportOneDay(reading, place, day);
}

/** A positive number where a range of days belongs: the length of other languages, with today or up to yesterday. */
function reportLength(reading: Reading, place: Span, length: number): void {
  const { range } = reading.notation;
  const [today, before] = [range({ from: 1 - length, to: 0 }), range({ from: -length, to: -1 })];
  reading.report("day-not-length", place, { found: length, right: today }, [
    reading.fix(
      today,
      place,
      `Write ${today}: ${length === 1 ? "today alone" : `the last ${length} days, today included`}`,
    ),
    reading.fix(before, place, `Write ${before}: the ${length === 1 ? "day" : `${length} days`} before today`),
  ]);
}

/** A day far back where a range of days belongs: in `avg(x, -20)` that day alone, though twenty may be meant. */
function reportOneDay(reading: Reading, place: Span, day: number): void {
  const count = -day;
  const { range } = reading.notation;
  const [today, before, alone] = [
    range({ from: 1 - count, to: 0 }),
    range({ from: day, to: -1 }),
    range({ from: day, to: day }),
  ];
  reading.report("day-not-range", place, { found: day, count, right: today }, [
    reading.fix(today, place, `Write ${today}: the last ${count} days, today included`),
    reading.fix(before, place, `Write ${before}: the ${count} days before today`),
    reading.fix(alone, place, `Write ${alone}: that day alone`),
  ]);
}

/** The symbol behind `of`, in capitals; null after a report. */
export function readOfSymbol(reading: Reading, part: Cst): PointParts["ofSymbol"] {
  const [text, bare] = [child(part, "Text"), child(part, "Item")];
  const node = text ? readText(reading, text) : null;
  if (bare) {
    const right = textLiteral(reading.text(bare).toUpperCase());
    reading.report("wording", bare, { found: reading.text(bare), right }, [reading.fix(right, bare)]);
  }
  const symbol = node?.kind === "text" ? node.value.trim().toUpperCase() : "";
  if (node?.kind === "text" && symbol === "") reading.report("symbol-empty", part, {}, [reading.remove(part)]);
  return symbol === "" ? null : { from: part.from, to: part.to, symbol };
}

/** `[daily close "SPY"]`: `of` is missing. Elsewhere the quotes alone may be too much. */
function refuseText(reading: Reading, part: Cst, names: readonly NamePart[]): void {
  const inside = reading.text(part).slice(1, -1);
  const [group, field] = names.map(({ text }) => text.toLowerCase());
  const ofBars = group === "daily" || group === "intraday" || group === "indicator";
  if (ofBars && field !== undefined) reportOtherSecurity(reading, part, inside);
  else refuse(reading, part, inside);
}

const leftOut = (reading: Reading, part: Span) => {
  const { from, to } = reading.remove(part).edits[0] ?? part;
  return replace("Leave it out: of the row's own security", { from, to }, "");
};

/** A symbol on a data point that is of the row's own security only. */
export function refuseOtherSecurity(reading: Reading, part: Span & { readonly symbol: string }): void {
  reading.report("other-security", part, { found: part.symbol }, [leftOut(reading, part)]);
}

/** A symbol without `of`. */
export function reportOtherSecurity(reading: Reading, part: Span, symbol: string): void {
  const right = `of ${textLiteral(symbol.trim().toUpperCase())}`;
  const fixes = [reading.fix(right, part), leftOut(reading, part)];
  reading.report("wording", part, { found: reading.text(part), right }, fixes);
}

const refuse = (reading: Reading, part: Cst, instead: string | null): void =>
  reading.report("misplaced", part, { found: reading.text(part) }, [instead ? reading.fix(instead, part) : null]);

/** `5m` and `1h` are sizes of bars that were written as numbers. */
function looseNumber(reading: Reading, part: Cst): void {
  if (/^\d+\s*(?:m|min|mins|minutes?|h|hours?)$/i.test(reading.text(part))) readTimeframe(reading, part);
  else refuseNumber(reading, part);
}

function readAt(reading: Reading, part: Cst, name: (cst: Cst) => NamePart): AtPart | null {
  const { from, to } = part;
  const [of, field] = part.kids.filter((kid) => kid.name === "Item");
  if (of && field) return { from, to, kind: "extreme", of: name(of), field: name(field) };
  const time = part.kids.find((kid) => kid.name === "Time" || kid.name === "LooseTime");
  const minute = time ? readTime(reading, time) : null;
  return minute === null ? null : { from, to, kind: "time", minute };
}

function readDays(reading: Reading, part: Cst): PointParts["days"] {
  const days = part.kids.filter((kid) => kid.name === "Day");
  const [first, second = first] = days;
  const number = first && child(first, "Number");
  // 5m reads as five million days.
  if (days.length === 1 && number && /^\d+m$/i.test(reading.text(number))) {
    readTimeframe(reading, number);
    return null;
  }
  const [from, to] = [
    first && readDay(reading, first),
    second && second !== first ? readDay(reading, second) : undefined,
  ];
  if (from === undefined || from === null || to === null) return null;
  return { from: part.from, to: part.to, range: { from, to: to ?? from }, single: days.length === 1 };
}

function readTimes(reading: Reading, part: Cst): PointParts["times"] {
  const times = part.kids.filter((kid) => kid.name === "Time" || kid.name === "LooseTime");
  const minutes = times.map((time) => readTime(reading, time));
  const [start, end = start] = minutes;
  if (start === undefined || start === null || end === undefined || end === null) return null;
  return { from: part.from, to: part.to, start, end, single: times.length === 1 };
}

/** The values in the parentheses of an indicator; null after a report. */
export function readParameters(reading: Reading, params: Cst): readonly (number | string)[] | null {
  const values: (number | string)[] = [];
  let right = true;
  for (const param of params.kids.filter(({ name }) => name === "Param")) {
    const [number, text] = [child(param, "Number"), child(param, "Text")];
    const loose = child(param, "LooseNumber") ?? child(param, "Item");
    if (number) {
      const value = readNumber(reading.text(number));
      values.push(child(param, "Minus") && value !== 0 ? -value : value);
    } else if (text) {
      const node = readText(reading, text);
      if (node.kind === "text") values.push(node.value);
      else right = false;
    } else if (loose) {
      const found = reading.text(loose);
      const value = Number(found);
      if (Number.isFinite(value)) {
        const written = numberText(value);
        reading.report("number-format", loose, { found, right: written }, [reading.fix(written, loose)]);
      } else reading.report("number-unknown", loose, { found });
      right = false;
    } else right = false;
  }
  return right ? values : null;
}
