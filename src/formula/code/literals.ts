import { clock } from "../../vocabulary/index.ts";
import type { Minute } from "../../vocabulary/index.ts";
import type { Node, Span } from "../tree.ts";
import type { Cst } from "./cst.ts";
import { numberText, oneLine, readNumber, textLiteral } from "./literal-text.ts";
import { invalidNode } from "./reading.ts";
import type { Reading } from "./reading.ts";

const withoutQuotes = (text: string): string => text.slice(1, -1);

/** HH:MM, H:MM and HH:MM:00; null for anything else. */
export function clockMinute(text: string): Minute | null {
  const match = /^\s*(\d{1,2}):(\d{2})(?::00)?\s*$/.exec(text);
  if (!match) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2])];
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** The probable minute of 930, 9.30, 9:30 am or 4pm; null where it is unclear. */
export function looseMinute(text: string): Minute | null {
  const match = /^\s*(\d{1,2})(?:[:.h]?(\d{2}))?(?:[:.]\d{2})?\s*([ap])?\.?(?:m\.?)?\s*$/i.exec(text);
  if (!match || (match[2] === undefined && match[3] === undefined)) return null;
  const half = match[3]?.toLowerCase();
  const hour = Number(match[1]);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const on = half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0);
  return clockMinute(`${on}:${match[2] ?? "00"}`);
}

export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year > 0 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** 2024-3-8, 2024/03/08, 03/08/2024 (MM/dd/yyyy, as on screen) as 2024-03-08. */
function looseDate(text: string): string | null {
  const iso = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\s*$/.exec(text);
  const us = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : us ? [us[3], us[1], us[2]] : [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDate(date) ? date : null;
}

const BARE_DATE = /^(?:19|20)\d\d([-/])\d\d?\1\d\d?$|^\d\d?([-/])\d\d?\2(?:19|20)\d\d$/;

/** `2024-12-10` and `12/10/2024` without quotes and blanks, which would be computed with. True after a report. */
export function reportBareDate(reading: Reading, cst: Cst): boolean {
  const found = cst.name === "Sum" || cst.name === "Product" ? reading.text(cst) : "";
  if (!BARE_DATE.test(found)) return false;
  const date = looseDate(found);
  reading.report("date-format", cst, {}, [date === null ? null : reading.fix(`'${date}'`, cst)]);
  return true;
}

const timeText = (minute: Minute): string => `'${clock(minute)}'`;

/** The minute of a Time or LooseTime token inside a data point; null after a report. */
export function readTime(reading: Reading, cst: Cst): Minute | null {
  const text = reading.text(cst);
  const inner = cst.name === "LooseTime" ? text : withoutQuotes(text);
  const minute = clockMinute(inner);
  if (cst.name === "Time" && text.startsWith("'") && minute !== null) return minute;
  const meant = minute ?? looseMinute(inner);
  reading.report("time-format", cst, {}, [meant === null ? null : reading.fix(timeText(meant), cst)]);
  return null;
}

/** A quoted time or date, or a probable one without quotes. */
export function readTimeOrDate(reading: Reading, cst: Cst): Node {
  const span = reading.span(cst);
  const text = reading.text(cst);
  const bare = cst.name === "LooseTime" || cst.name === "LooseDate";
  const inner = bare ? text : withoutQuotes(text);
  const minute = clockMinute(inner);
  const date = isDate(inner.trim()) ? inner.trim() : null;
  if (text.startsWith("'")) {
    if (minute !== null) return { ...span, kind: "time", minute };
    if (date !== null) return { ...span, kind: "date", date };
  }
  const [time, day] = [minute ?? looseMinute(inner), date ?? looseDate(inner)];
  const meant = day === null ? (time === null ? null : timeText(time)) : `'${day}'`;
  const fixes = [meant === null ? null : reading.fix(meant, cst)];
  if (/^\s*\d{4}-\d{1,2}-\d{1,2}\s*$/.test(inner) && day === null) reading.report("date-invalid", cst, {});
  else if (!bare && meant !== null && !text.startsWith("'"))
    reading.report("quote-shape", cst, { right: meant }, fixes);
  else if (day !== null || cst.name === "LooseDate") reading.report("date-format", cst, {}, fixes);
  else if (time !== null || /^[\s\d:.]*$/.test(inner)) reading.report("time-format", cst, {}, fixes);
  else reading.report("single-quotes", cst, {}, [reading.fix(textLiteral(inner), cst)]);
  return invalidNode(span);
}

export function readText(reading: Reading, cst: Cst): Node {
  const span = reading.span(cst);
  const text = reading.text(cst);
  if (text.startsWith('"')) {
    return { ...span, kind: "text", value: oneLine(withoutQuotes(text).replaceAll('""', '"')) };
  }
  const right = textLiteral(withoutQuotes(text));
  reading.report("quote-shape", cst, { right }, [reading.fix(right, cst)]);
  return invalidNode(span);
}

export function readNumberNode(reading: Reading, cst: Cst): Node {
  const span = reading.span(cst);
  const value = readNumber(reading.text(cst));
  if (Number.isFinite(value)) return { ...span, kind: "number", value };
  reading.report("number-large", cst, {});
  return invalidNode(span);
}

export const DAY_HINT = " In code the day goes inside the brackets, as in [daily close -5].";

/** Other spellings of a magnitude, as powers of ten. */
const MAGNITUDES: ReadonlyMap<string, number> = new Map([
  ["k", 3],
  ["m", 6],
  ["b", 9],
  ["thousand", 3],
  ["mil", 6],
  ["mio", 6],
  ["mm", 6],
  ["mn", 6],
  ["mln", 6],
  ["million", 6],
  ["bn", 9],
  ["bil", 9],
  ["billion", 9],
  ["t", 12],
  ["tn", 12],
  ["trillion", 12],
]);

/** The number of `1e6`, `1_000`, `1 000`, `1.000.000`, `10mil` or `5 B`; NaN where it is none. */
export function looseNumber(text: string): number {
  if (/^\d{1,3}(?:([_ ])\d{3})(?:\1\d{3})*$|^\d{1,3}(?:\.\d{3}){2,}$/.test(text))
    return Number(text.replaceAll(/[_ .]/g, ""));
  const [, digits = "", word = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text) ?? [];
  const power = MAGNITUDES.get(word.toLowerCase());
  return power === undefined ? Number(text) : Number(`${digits}e${power}`);
}

export function reportNumber(reading: Reading, place: Span, value: number): void {
  const right = numberText(value);
  reading.report("number-format", place, { found: reading.text(place), right }, [reading.fix(right, place)]);
}

/** `.5`, `1e6` and digits that run into letters. */
export function refuseNumber(reading: Reading, cst: Cst): Node {
  const found = reading.text(cst);
  const value = looseNumber(found);
  if (Number.isFinite(value)) reportNumber(reading, cst, value);
  else if (/^\d+(?:d|days?|ago)$/i.test(found)) reading.report("words-in-code", cst, { found, hint: DAY_HINT });
  else reading.report("number-unknown", cst, { found });
  return invalidNode(reading.span(cst));
}
