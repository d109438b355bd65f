import { AreaSeries, BarSeries, CandlestickSeries, LineSeries, LineStyle } from "lightweight-charts";
import type {
  AutoscaleInfo,
  CreatePriceLineOptions,
  IChartApi,
  ISeriesApi,
  LineData,
  SeriesType,
  WhitespaceData,
} from "lightweight-charts";
import type { ChartIndicators } from "../../contract/index.ts";
import { INDICATOR_GUIDES, INDICATORS } from "../../vocabulary/index.ts";
import type { ChartStyle } from "../../vocabulary/index.ts";
import type { ChartBar } from "../state/chart.ts";
import type { Colours } from "./colours.ts";
import { toChartTime } from "./times.ts";

type Point = LineData | WhitespaceData;

/** A bar without a value leaves its place empty. */
const point = (time: string, value: number | null): Point =>
  value === null ? { time: toChartTime(time) } : { time: toChartTime(time), value };

export const closes = (bars: readonly ChartBar[]): Point[] => bars.map(({ time, close }) => point(time, close));

/** The library's own tag is of the last bar in sight, its line of the last bar there is: `lastPrice` draws both. */
const NO_LAST_PRICE = { lastValueVisible: false, priceLineVisible: false } as const;

/** Tag and line of the last bar's close, which the legend shows as well; null where no bar has one. */
export function lastPrice(bars: readonly ChartBar[], { up, down }: Colours): CreatePriceLineOptions | null {
  const last = bars.findLast(({ close }) => close !== null);
  if (last === undefined || last.close === null) return null;
  const color = last.close >= (last.open ?? last.close) ? up : down;
  return { price: last.close, color, lineWidth: 1, lineStyle: LineStyle.Dashed, axisLabelVisible: true, title: "" };
}

/** Decimals of a line's values on axis, crosshair and legend alike: below one, two are too coarse. */
export const decimalsOfLine = (values: readonly (number | null)[]): 2 | 4 =>
  values.some((value) => value !== null && Math.abs(value) >= 1) ? 2 : 4;

/** Decimals of prices, from the newest close. */
export const decimalsOfPrice = (bars: readonly ChartBar[]): 2 | 4 =>
  decimalsOfLine([bars.findLast(({ close }) => close !== null)?.close ?? 1]);

/** One price on its own, as a trade's. */
export const priceText = (price: number): string => price.toFixed(decimalsOfLine([price]));

export const formatOf = (decimals: 2 | 4) =>
  ({ type: "price", precision: decimals, minMove: 10 ** -decimals }) as const;

/** Tag of a line's last value, which the legend shows as well; null where it has none. */
export function lastValue(values: readonly (number | null)[], color: string): CreatePriceLineOptions | null {
  const price = values.findLast((value) => value !== null);
  return typeof price === "number" ? { price, color, lineVisible: false, axisLabelVisible: true, title: "" } : null;
}

/** The levels that the pane of a bounded indicator draws. */
export const guidesOf = (name: string, { guide }: Colours): CreatePriceLineOptions[] =>
  (INDICATOR_GUIDES[name]?.levels ?? []).map((price) => ({
    price,
    color: guide,
    lineWidth: 1,
    lineStyle: LineStyle.Dashed,
    axisLabelVisible: true,
    axisLabelColor: guide,
    title: "",
  }));

/** The scale of a bounded indicator shows its levels, also where no value in sight comes near them. */
export function withGuides(name: string, of: AutoscaleInfo | null): AutoscaleInfo | null {
  const { levels = [] } = INDICATOR_GUIDES[name] ?? {};
  if (of?.priceRange == null || levels.length === 0) return of;
  const { minValue, maxValue } = of.priceRange;
  return { ...of, priceRange: { minValue: Math.min(minValue, ...levels), maxValue: Math.max(maxValue, ...levels) } };
}

/** The price as bars or as a line of closes. */
export function addPrice(chart: IChartApi, style: ChartStyle, colours: Colours): ISeriesApi<SeriesType> {
  const { up, down, accent } = colours;
  switch (style) {
    case "candles":
      return chart.addSeries(CandlestickSeries, {
        ...NO_LAST_PRICE,
        upColor: up,
        downColor: down,
        borderVisible: false,
        wickUpColor: up,
        wickDownColor: down,
      });
    case "bars":
      return chart.addSeries(BarSeries, { ...NO_LAST_PRICE, upColor: up, downColor: down });
    case "line":
      return chart.addSeries(LineSeries, { ...NO_LAST_PRICE, color: accent, lineWidth: 2 });
    case "area":
      return chart.addSeries(AreaSeries, {
        ...NO_LAST_PRICE,
        lineColor: accent,
        topColor: `${accent}55`,
        bottomColor: `${accent}08`,
      });
  }
  return style satisfies never;
}

export function setPrice(series: ISeriesApi<SeriesType>, bars: readonly ChartBar[], style: ChartStyle): void {
  if (style === "line" || style === "area") {
    series.setData(closes(bars));
    return;
  }
  series.setData(
    bars.map(({ time, open, high, low, close }) =>
      open === null || high === null || low === null || close === null
        ? { time: toChartTime(time) }
        : { time: toChartTime(time), open, high, low, close },
    ),
  );
}

export const volumes = (bars: readonly ChartBar[], { volumeUp, volumeDown }: Colours) =>
  bars.map(({ time, open, close, volume }) =>
    volume === null
      ? { time: toChartTime(time) }
      : { time: toChartTime(time), value: volume, color: (close ?? 0) >= (open ?? 0) ? volumeUp : volumeDown },
  );

/** Whether the lines of an indicator stand on the price's own scale, or want a pane of their own. */
export function standsOnPrice({ name, source }: Pick<ChartIndicators["items"][number], "name" | "source">): boolean {
  const entry = INDICATORS.find((indicator) => indicator.name === name);
  if (entry === undefined) return false;
  const ofPrice = source === null || !["volume", "num_trades"].includes(source);
  return (
    (["Overlap", "Bands", "Trend"].includes(entry.group) || entry.name.startsWith("vwap")) &&
    entry.lines.every(({ unit }) => unit === "price" || (unit === "source" && ofPrice)) &&
    !BESIDE.has(entry.name)
  );
}

/** In dollars, but differences of prices: beside the price, not on it. */
const BESIDE = new Set(["lr_slope", "dpo", "qstick"]);

/** Lines with a value for each time. */
export const linesOf = (times: readonly string[], values: readonly (number | null)[]): Point[] =>
  times.map((time, index) => point(time, values[index] ?? null));
