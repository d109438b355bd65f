import type { Market } from "../../market/index.ts";
import { clock } from "../../vocabulary/index.ts";
import { values } from "../explain/index.ts";
import type { Answer, ExplainedFormula, Mistake } from "../explain/index.ts";

/** What a formula has to give on a security-day, whatever was imported since, and whichever version computes it. */
export interface PinnedValue {
  /** Its row in the file, counted from 1. */
  readonly row: number;
  readonly symbol: string;
  /** yyyy-MM-dd */
  readonly date: string;
  readonly formula: string;
  /** As it was written: a number, a text, `true`, `false`, a time as HH:mm; empty for null. */
  readonly expected: string;
}

/** A pinned value that is not what it was: another value, no row, or a formula that says nothing any more. */
export interface BrokenPin extends PinnedValue {
  /** The value of now as text, or why there is none. */
  readonly seen: string;
}

/**
 * Pinned values that the market does not give, in the order of the list. A number holds where it rounds to the digits that
 * were written: 12.34 is what lies from 12.335 to 12.345.
 */
export async function brokenPins(
  market: Market,
  pins: readonly PinnedValue[],
  signal?: AbortSignal,
): Promise<readonly BrokenPin[]> {
  const broken: BrokenPin[] = [];
  for (const day of Map.groupBy(pins, ({ symbol, date }) => `${symbol}\t${date}`).values())
    broken.push(...(await brokenOfDay(market, day, signal)));
  return broken.sort((a, b) => a.row - b.row);
}

/** Of one security-day: all in one question, and each alone where one of them cannot be asked. */
async function brokenOfDay(
  market: Market,
  pins: readonly PinnedValue[],
  signal?: AbortSignal,
): Promise<readonly BrokenPin[]> {
  const [first] = pins;
  if (first === undefined) return [];
  const { symbol, date } = first;
  const outcome = await values(market, { symbol, date, formulas: pins.map(({ formula }) => formula) }, signal);
  if (outcome.ok) {
    const { absence, formulas } = outcome.value;
    return pins.flatMap((pin, place): BrokenPin[] => {
      const seen = absence === null ? seenOf(pin, formulas[place]) : `no row: ${absence.text}`;
      return seen === null ? [] : [{ ...pin, seen }];
    });
  }
  if (pins.length === 1) return [{ ...first, seen: mistakeText(outcome.mistakes) }];
  const alone: BrokenPin[] = [];
  for (const pin of pins) alone.push(...(await brokenOfDay(market, [pin], signal)));
  return alone;
}

const mistakeText = (mistakes: readonly Mistake[]): string => mistakes.map(({ message }) => message).join(" ");

/** What was seen instead; null where the pin holds. */
function seenOf({ expected }: PinnedValue, formula: ExplainedFormula | undefined): string | null {
  if (formula === undefined) return "no value";
  const { value, type } = formula.root;
  if (holds(expected, value, type === "time")) return null;
  const seen = textOf(value, type === "time");
  const unreadable = expected === "" ? null : unreadableAs(expected, value, type === "time");
  return unreadable === null ? seen : `${seen}, and ${expected} is ${unreadable}`;
}

/** What a pinned value is not, where it cannot be a value of this kind at all. */
function unreadableAs(expected: string, value: Answer, isTime: boolean): string | null {
  if (typeof value === "boolean") return /^(?:true|false)$/i.test(expected) ? null : "neither true nor false";
  if (typeof value !== "number") return null;
  if (isTime) return /^\d\d:\d\d$/.test(expected) ? null : "no time as HH:mm";
  return Number.isFinite(Number(expected)) ? null : "no number";
}

const textOf = (value: Answer, isTime: boolean): string =>
  value === null ? "null" : isTime && typeof value === "number" ? clock(value) : String(value);

function holds(expected: string, value: Answer, isTime: boolean): boolean {
  if (expected === "") return value === null;
  // Spreadsheets write TRUE.
  if (typeof value === "boolean") return String(value) === expected.toLowerCase();
  if (typeof value !== "number" || isTime) return value !== null && textOf(value, isTime) === expected;
  const written = Number(expected);
  // Half a unit of the last digit, and what the nearest double of that bound may be off.
  const half = unitOfLastDigit(expected) / 2;
  return Math.abs(value - written) <= half + Math.abs(written) * 2 * Number.EPSILON;
}

/** 0.01 of 12.34, 1 of 1200, 100000 of 1.2e6. */
function unitOfLastDigit(text: string): number {
  const [digits = "", exponent = "0"] = text.toLowerCase().split("e");
  const decimals = digits.split(".")[1]?.length ?? 0;
  return 10 ** (Number(exponent) - decimals);
}
