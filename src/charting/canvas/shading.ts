import type { CanvasRenderingTarget2D } from "fancy-canvas";
import { REGULAR_CLOSE, REGULAR_OPEN } from "../../vocabulary/index.ts";
import type { Loaded } from "../state/chart.ts";
import type { Colours } from "./colours.ts";
import { minuteOf } from "./times.ts";

/** A run of bars outside the regular session, by their places, both included. */
export interface Shade {
  readonly from: number;
  readonly to: number;
  readonly kind: "premarket" | "afterHours" | "openedBand";
}

/** Premarket and after hours among bars within the day. */
export function shadesOf({ bars, unusual }: Pick<Loaded, "bars" | "unusual">): Shade[] {
  const shades: Shade[] = [];
  bars.forEach(({ time }, place) => {
    const { open, close } = unusual.get(time.slice(0, 10)) ?? { open: REGULAR_OPEN, close: REGULAR_CLOSE };
    const minute = minuteOf(time);
    const kind = minute < open ? ("premarket" as const) : minute >= close ? ("afterHours" as const) : null;
    if (kind === null) return;
    const last = shades.at(-1);
    if (last?.kind === kind && last.to === place - 1) shades[shades.length - 1] = { ...last, to: place };
    else shades.push({ from: place, to: place, kind });
  });
  return shades;
}

/** The bars of the opened hit's day, which start at its place. */
export function openedShade(times: readonly string[], place: number | null): Shade[] {
  if (place === null) return [];
  const day = times[place]?.slice(0, 10) ?? "";
  const end = times.findIndex((time, index) => index > place && !time.startsWith(day));
  return [{ from: place, to: end < 0 ? times.length - 1 : end - 1, kind: "openedBand" }];
}

export function drawShades(
  target: CanvasRenderingTarget2D,
  shades: readonly Shade[],
  xOf: (place: number) => number | null,
  colours: Colours,
): void {
  target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
    for (const { from, to, kind } of shades) {
      const [left, right] = [xOf(from - 0.5), xOf(to + 0.5)];
      if (left === null || right === null || right < 0 || left > width) continue;
      context.fillStyle = colours[kind];
      context.fillRect(left, 0, right - left, height);
    }
  });
}
