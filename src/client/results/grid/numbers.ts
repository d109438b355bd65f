import {
  compactNumber,
  decimalsOf,
  isCompact,
  magnitudesWith,
  NO_MAGNITUDES,
  numberOnScreen,
} from "../../../vocabulary/index.ts";
import type { Magnitudes } from "../../../vocabulary/index.ts";
import { showValue } from "../../ui/values.ts";
import { isChange } from "./changes.ts";
import type { Column } from "./layout.ts";

/** What the numbers of a column that have been seen so far are like. */
export interface Seen {
  readonly magnitudes: Magnitudes;
  readonly min: number;
  readonly max: number;
}

const NOTHING: Seen = { magnitudes: NO_MAGNITUDES, min: Infinity, max: -Infinity };

/** With the rows of another page; the same where it has nothing new. */
export function seenWith(before: readonly Seen[], rows: readonly (readonly unknown[])[]): readonly Seen[] {
  const places = Math.max(before.length, rows[0]?.length ?? 0);
  const seen = Array.from({ length: places }, (_, place) => {
    const held = before[place] ?? NOTHING;
    const numbers = rows.map((row) => row[place]).filter((value) => typeof value === "number");
    if (numbers.length === 0) return held;
    const next = {
      magnitudes: magnitudesWith(held.magnitudes, numbers),
      min: numbers.reduce((least, value) => Math.min(least, value), held.min),
      max: numbers.reduce((most, value) => Math.max(most, value), held.max),
    };
    return isSame(held, next) ? held : next;
  });
  return places === before.length && seen.every((one, place) => one === before[place]) ? before : seen;
}

const isSame = (one: Seen, other: Seen): boolean =>
  one.min === other.min &&
  one.max === other.max &&
  one.magnitudes.smallest === other.magnitudes.smallest &&
  one.magnitudes.largest === other.magnitudes.largest &&
  one.magnitudes.fraction === other.magnitudes.fraction;

/** How all numbers of a column are written. */
export interface Look {
  readonly decimals: number;
  /** Up or down from zero: with its sign, and coloured. */
  readonly change: boolean;
}

/** Undefined for what are no numbers. */
export const lookOf = (column: Column, seen: Seen | undefined): Look | undefined =>
  column.type === "number"
    ? { decimals: decimalsOf(column.unit, seen?.magnitudes ?? NO_MAGNITUDES), change: isChange(column, seen?.min ?? 0) }
    : undefined;

/** A value as its cell shows it where there is room. */
export const cellText = (value: unknown, column: Pick<Column, "type" | "unit">, look: Look | undefined): string =>
  look !== undefined && typeof value === "number"
    ? numberOnScreen(value, column.unit, look.decimals, look.change)
    : showValue(value, column);

/** A number that does not fit is not cut: it would read as another one. */
const TOO_NARROW = ["###", "##"] as const;

/** What a cell too narrow for its value shows: a number as short as it must be, of a text as much as there is room for. */
export function narrowText(
  value: unknown,
  column: Column,
  look: Look | undefined,
  fit: (text: string) => boolean,
): string {
  const whole = cellText(value, column, look);
  if (typeof value !== "number" || fit(whole)) return whole;
  const marks = TOO_NARROW.find(fit) ?? "#";
  if (column.unit === "percent") return marks;
  const shorter = [2, 1, 0].map((decimals) => compactNumber(value, column.unit, decimals));
  const fitting = shorter.find((text) => text !== undefined && fit(text));
  return fitting ?? marks;
}

/** Left and right of a value in its cell, and a pixel for what is measured a little narrower than it is drawn. */
const BESIDE = 26;

/** Between these the widest of compact numbers lie: below a million, of each letter, before powers of ten. */
const WIDE_COMPACT = [999_999, 999_990_000, 999_990_000_000, 999_999_999_999_999];

/** Pixels that the widest of the numbers seen needs; all have the same decimals, so it is the least or the greatest. */
export function widestSeen(column: Column, seen: Seen | undefined, measure: (text: string) => number): number {
  const look = lookOf(column, seen);
  if (look === undefined || seen === undefined || seen.min > seen.max) return 0;
  const { min, max, magnitudes } = seen;
  // Beside powers of ten, those that are none may be the widest.
  const powers = magnitudes.smallest < 1e-9 || magnitudes.largest >= 1e15;
  const compact = isCompact(column.unit)
    ? WIDE_COMPACT.flatMap((size) => [-size, size]).filter((value) => value > min && value < max)
    : [];
  const texts = [min, max, ...compact, ...(powers ? [-1e-100, 1 - 1e15] : [])];
  return Math.max(...texts.map((value) => measure(cellText(value, column, look)))) + BESIDE;
}

/** The font of an element as a canvas takes it: the shorthand of a computed style is empty where digits are tabular. */
export function fontOf(element: Element): string {
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
}

let canvas: CanvasRenderingContext2D | null = null;

/** Pixels of a text in a font of style sheets; digits count as wide as a nought, which in tables they are. */
export function textWidth(text: string, font: string): number {
  canvas ??= document.createElement("canvas").getContext("2d");
  const wide = text.replaceAll(/\d/g, "0");
  if (canvas === null || font === "") return wide.length * 8.5;
  canvas.font = font;
  return canvas.measureText(wide).width;
}

/** Whether a value needs no more than the width of its cell. */
export const fits = (text: string, width: number, font: string): boolean =>
  Math.ceil(textWidth(text, font)) + BESIDE - 1 <= width;
