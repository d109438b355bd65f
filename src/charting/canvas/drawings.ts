import type { CanvasRenderingTarget2D } from "fancy-canvas";
import type { Snapshot } from "valtio";
import type { ChartDrawing } from "../../contract/index.ts";
import type { Colours } from "./colours.ts";
import type { Handle } from "./moved.ts";

/** A drawing where it stands on the canvas. */
export interface PlacedDrawing {
  readonly drawing: Snapshot<ChartDrawing>;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const MAX_HIT_DISTANCE = 6;

/** Draws them in order, the selected one in the accent colour with handles. */
export function drawDrawings(
  target: CanvasRenderingTarget2D,
  placed: readonly PlacedDrawing[],
  selected: string | null,
  colours: Colours,
): void {
  target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
    for (const { drawing, points } of placed) {
      const [a, b = a] = points;
      if (a === undefined || b === undefined) continue;
      const chosen = drawing.id === selected;
      context.strokeStyle = chosen ? colours.accent : colours.drawing;
      context.fillStyle = context.strokeStyle;
      context.lineWidth = chosen ? 2.5 : 1.5;
      context.beginPath();
      const box = [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(b.x - a.x), Math.abs(b.y - a.y)] as const;
      switch (drawing.tool) {
        case "trend_line":
          context.moveTo(a.x, a.y);
          context.lineTo(b.x, b.y);
          break;
        case "horizontal_line":
          context.moveTo(0, a.y);
          context.lineTo(width, a.y);
          break;
        case "vertical_line":
          context.moveTo(a.x, 0);
          context.lineTo(a.x, height);
          break;
        case "rectangle":
          context.globalAlpha = 0.12;
          context.fillRect(...box);
          context.globalAlpha = 1;
          context.rect(...box);
          break;
        case "text":
          context.font = "13px system-ui, sans-serif";
          context.fillText(drawing.text, a.x, a.y);
          break;
      }
      context.stroke();
      if (chosen) for (const { x, y } of points) context.fillRect(x - 3, y - 3, 6, 6);
    }
  });
}

/** The drawing at a place of the canvas: the selected one where it is there, else the topmost. */
export function drawingAt(
  placed: readonly PlacedDrawing[],
  selected: string | null,
  x: number,
  y: number,
): string | null {
  const there = placed.filter((each) => hits(each, x, y)).map(({ drawing }) => drawing.id);
  return there.find((id) => id === selected) ?? there.at(-1) ?? null;
}

/** What of a drawing a place of the canvas holds: the end that is there, else all of it. */
export function handleAt({ points }: PlacedDrawing, x: number, y: number): Handle {
  const end = points.findLastIndex((point) => Math.hypot(point.x - x, point.y - y) <= 2 * MAX_HIT_DISTANCE);
  return end >= 0 && points.length > 1 ? end : "whole";
}

function hits({ drawing, points }: PlacedDrawing, x: number, y: number): boolean {
  const [a, b = a] = points;
  if (a === undefined || b === undefined) return false;
  const between = (value: number, one: number, other: number): boolean =>
    value >= Math.min(one, other) - MAX_HIT_DISTANCE && value <= Math.max(one, other) + MAX_HIT_DISTANCE;
  // A handle reaches a little further than the line that it ends.
  if (points.length > 1 && points.some((point) => Math.hypot(point.x - x, point.y - y) <= MAX_HIT_DISTANCE))
    return true;
  switch (drawing.tool) {
    case "trend_line": {
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const off = Math.abs((b.x - a.x) * (a.y - y) - (a.x - x) * (b.y - a.y)) / length;
      return off <= MAX_HIT_DISTANCE && between(x, a.x, b.x) && between(y, a.y, b.y);
    }
    case "horizontal_line":
      return Math.abs(y - a.y) <= MAX_HIT_DISTANCE;
    case "vertical_line":
      return Math.abs(x - a.x) <= MAX_HIT_DISTANCE;
    case "rectangle":
      return between(x, a.x, b.x) && between(y, a.y, b.y);
    case "text":
      return between(y, a.y - 13, a.y) && between(x, a.x, a.x + 8 * drawing.text.length);
  }
  return drawing.tool satisfies never;
}
