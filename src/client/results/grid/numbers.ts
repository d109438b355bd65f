import { decimalsOf, formatNumber, magnitudesWith, NO_MAGNITUDES } from "../../../vocabulary/index.ts";
import type { Magnitudes } from "../../../vocabulary/index.ts";
import type { Column } from "./layout.ts";

/** What the numbers of a column that have been seen so far are like. */
export interface Seen {
  readonly magnitudes: Magnitudes;
  readonly min: number;
  readonly max: number;
}

const NOTHING: Seen = { magnitudes: NO_MAGNITUDES, min: Infinity, max: -Infinity };

/** With the rows of another page. */
export function seenWith(before: readonly Seen[], rows: readonly (readonly unknown[])[]): readonly Seen[] {
  const places = Math.max(before.length, rows[0]?.length ?? 0);
  return Array.from({ length: places }, (_, place) => {
    const held = before[place] ?? NOTHING;
    const numbers = rows.map((row) => row[place]).filter((value) => typeof value === "number");
    if (numbers.length === 0) return held;
    return {
      magnitudes: magnitudesWith(held.magnitudes, numbers),
      min: numbers.reduce((least, value) => Math.min(least, value), held.min),
      max: numbers.reduce((most, value) => Math.max(most, value), held.max),
    };
  });
}

/** Decimals of every value of a column; undefined for what are no numbers. */
export const decimalsSeen = ({ type, unit }: Column, seen: Seen | undefined): number | undefined =>
  type === "number" ? decimalsOf(unit, seen?.magnitudes ?? NO_MAGNITUDES) : undefined;

/** Left and right of a value in its cell, and a pixel for what is measured a little narrower than it is drawn. */
const BESIDE = 26;

/** Pixels that the widest of the numbers seen needs; all have the same decimals, so it is the least or the greatest. */
export function widestSeen({ type, unit }: Column, seen: Seen | undefined, measure: (text: string) => number): number {
  if (type !== "number" || seen === undefined || seen.min > seen.max) return 0;
  const decimals = decimalsOf(unit, seen.magnitudes);
  // Beside powers of ten, those that are none may be the widest.
  const powers = seen.magnitudes.smallest < 1e-9 || seen.magnitudes.largest >= 1e15;
  const texts = [seen.min, seen.max, ...(powers ? [-1e-100, 1 - 1e15] : [])].map((value) =>
    formatNumber(value, unit, decimals),
  );
  return Math.max(...texts.map(measure)) + BESIDE;
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
export const fits = (text: string, width: number, font: string): boolean => textWidth(text, font) + BESIDE - 2 <= width;
