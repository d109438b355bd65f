import type { ChartDrawing } from "../../contract/index.ts";

type Point = Readonly<ChartDrawing["points"][number]>;

/** What of a drawing is moved: one of its points, or all of it. */
export type Handle = number | "whole";

export interface Move {
  /** By so many bars. */
  readonly bars: number;
  /** A price as it is after the move; null off the scale. */
  readonly price: (before: number) => number | null;
}

export interface TimeAxis {
  readonly times: readonly string[];
  readonly placeOf: (time: string) => number;
}

/** A drawing's points after a move; its shape stays where all of it moves, and no end leaves the bars. */
export function movedPoints(points: readonly Point[], handle: Handle, { bars, price }: Move, axis: TimeAxis): Point[] {
  const moves = (index: number): boolean => handle === "whole" || handle === index;
  const places = points.map(({ time }) => axis.placeOf(time));
  const moving = places.filter((_, index) => moves(index));
  const by = Math.max(-Math.min(...moving), Math.min(axis.times.length - 1 - Math.max(...moving), bars));
  return points.map((point, index) => {
    if (!moves(index)) return point;
    // A time of other bars than those that are shown stays as exact as it was, unless it moves.
    const time = by === 0 ? point.time : (axis.times[(places[index] ?? 0) + by] ?? point.time);
    return { time, price: price(point.price) ?? point.price };
  });
}
