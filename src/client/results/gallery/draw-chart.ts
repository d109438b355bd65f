import type { RowChart } from "../../../contract/index.ts";
import { candlesOf } from "../panels/candles.ts";

/** What a chart is painted with. */
export interface ChartColours {
  readonly up: string;
  readonly down: string;
  /** Behind bars before the regular session; behind those after it. */
  readonly premarket: string;
  readonly afterHours: string;
  /** Behind the day of the row, where bars are of days. */
  readonly day: string;
}

type Rect = readonly [x: number, y: number, width: number, height: number];

interface DrawnChart {
  readonly shades: readonly { readonly kind: "premarket" | "afterHours" | "day"; readonly rect: Rect }[];
  readonly bars: readonly { readonly up: boolean; readonly wick: Rect; readonly body: Rect }[];
}

/** Minutes that a bar within the day stands for. */
const BAR_MINUTES = 5;

/** Pixels above and below the bars. */
const MARGIN = 3;

/** A row's bars in a room of so many pixels: minutes at their time of the day, days at their session. */
export function layChart(chart: RowChart, width: number, height: number): DrawnChart {
  const { time, open, high, low, close, bars: kind, session } = chart;
  const unknown = { volume: null, num_trades: null, vwap: null };
  const laid = candlesOf(
    time.map((_, index) => ({
      time: "",
      open: open[index] ?? null,
      high: high[index] ?? null,
      low: low[index] ?? null,
      close: close[index] ?? null,
      ...unknown,
    })),
  );
  if (laid === null) return { shades: [], bars: [] };
  const unit = kind === "minutes" ? BAR_MINUTES : 1;
  // A day begins at its open at the latest and ends at its close at the earliest, so that days compare.
  const from = kind === "minutes" ? Math.min(session[0], time[0] ?? 0) : (time[0] ?? 0);
  const to = kind === "minutes" ? Math.max(session[1], (time.at(-1) ?? 0) + unit) : (time.at(-1) ?? 0) + 1;
  const place = (width * unit) / (to - from);
  const xOf = (at: number): number => (width * (at - from)) / (to - from);
  const yOf = (share: number): number => MARGIN + share * (height - 2 * MARGIN);
  const band = (shade: DrawnChart["shades"][number]["kind"], start: number, end: number) =>
    end > start ? [{ kind: shade, rect: [xOf(start), 0, xOf(end) - xOf(start), height] as const }] : [];
  return {
    shades:
      kind === "minutes"
        ? [...band("premarket", from, session[0]), ...band("afterHours", session[1], to)]
        : time.includes(0)
          ? band("day", 0, 1)
          : [],
    bars: laid.candles.flatMap((candle, index) => {
      const at = time[index];
      if (candle === null || at === undefined) return [];
      const middle = xOf(at) + place / 2;
      const thick = Math.max(1, place * 0.7);
      const [top, bottom] = [yOf(candle.top), yOf(candle.bottom)];
      return [
        {
          up: candle.up,
          wick: [middle - 0.5, yOf(candle.high), 1, yOf(candle.low) - yOf(candle.high)],
          body: [middle - thick / 2, top, thick, Math.max(1, bottom - top)],
        },
      ];
    }),
  };
}

/** Paints a row's bars; the canvas has as many points as the screen. */
export function drawChart(canvas: HTMLCanvasElement, chart: RowChart, colours: ChartColours): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.scale(ratio, ratio);
  const { shades, bars } = layChart(chart, width, height);
  for (const { kind, rect } of shades) {
    context.fillStyle = colours[kind];
    context.fillRect(...rect);
  }
  for (const side of [true, false]) {
    context.fillStyle = side ? colours.up : colours.down;
    for (const { up, wick, body } of bars) {
      if (up !== side) continue;
      context.fillRect(...wick);
      context.fillRect(...body);
    }
  }
}
