import {
  createChart,
  createSeriesMarkers,
  CrosshairMode,
  HistogramSeries,
  LineSeries,
  LineType,
  PriceScaleMode,
} from "lightweight-charts";
import type {
  IChartApi,
  ISeriesApi,
  ISeriesMarkersPluginApi,
  Logical,
  MouseEventParams,
  SeriesType,
  Time,
} from "lightweight-charts";
import type { Snapshot } from "valtio";
import type { ChartContent, ChartIndicators } from "../../contract/index.ts";
import type { ChartBar, Loaded } from "../state/chart.ts";
import { COLOURS, lineColour } from "./colours.ts";
import type { PlacedDrawing } from "./drawings.ts";
import { Overlay } from "./overlay.ts";
import { addPrice, closes, lastPrice, linesOf, setPrice, standsOnPrice, volumes } from "./series.ts";
import { shadesOf } from "./shading.ts";
import { fromChartTime, placeOf, placeOfDay, toChartTime } from "./times.ts";

/** Everything that a chart shows, plain. */
interface Shown {
  readonly content: Snapshot<ChartContent>;
  readonly loaded: Loaded;
  readonly compared: readonly { readonly symbol: string; readonly loaded: Loaded }[];
  readonly studies: readonly {
    readonly id: string;
    readonly items: Snapshot<ChartIndicators["items"]>;
    readonly times: readonly string[];
  }[];
  /** Days of hits. */
  readonly marks: readonly string[];
  readonly selected: string | null;
  readonly appearance: "light" | "dark";
}

interface ViewHandlers {
  readonly onEdge: (side: "earlier" | "later") => void;
  /** The bar under the pointer; null beside the chart. */
  readonly onPoint: (bar: ChartBar | null) => void;
  readonly onClick: (at: { readonly time: string; readonly price: number } | null, drawing: string | null) => void;
}

/** Distance from the edge, in bars, at which more are loaded. */
const NEAR_EDGE = 30;
/** Pixels beyond which a press that moves is a drag. */
const MIN_DRAG_PIXELS = 4;
const VOLUME = "volume";

/** The chart on its canvas: it draws the given data and reports what the pointer does. */
export class ChartView {
  readonly #chart: IChartApi;
  readonly #handlers: ViewHandlers;
  #shown: Shown | null = null;
  #times: readonly string[] = [];
  #price: ISeriesApi<SeriesType> | null = null;
  #others: ISeriesApi<SeriesType>[] = [];
  #markers: ISeriesMarkersPluginApi<Time> | null = null;
  #overlay: Overlay | null = null;
  #pressed = { x: 0, y: 0 };

  constructor(container: HTMLElement, handlers: ViewHandlers) {
    this.#handlers = handlers;
    this.#chart = createChart(container, {
      autoSize: true,
      crosshair: { mode: CrosshairMode.Normal },
      // The library's licence asks for its mark.
      layout: { attributionLogo: true, fontFamily: "system-ui, sans-serif" },
      timeScale: { rightOffset: 4, minBarSpacing: 0.5 },
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range === null || this.#shown === null) return;
      if (range.from < NEAR_EDGE) this.#handlers.onEdge("earlier");
      if (range.to > this.#times.length - NEAR_EDGE) this.#handlers.onEdge("later");
    });
    this.#chart.subscribeCrosshairMove((event) => this.#handlers.onPoint(this.#barAt(event)));
    // The library swallows a click that follows another within half a second, wherever it is.
    container.addEventListener("pointerdown", ({ clientX, clientY }) => {
      this.#pressed = { x: clientX, y: clientY };
    });
    container.addEventListener("click", (event) => this.#onClick(event, container.getBoundingClientRect()));
  }

  destroy(): void {
    this.#chart.remove();
  }

  /** Shows everything anew; where the reader is stays, unless another series is shown. */
  show(shown: Shown): void {
    const before = this.#shown;
    const same = before !== null && seriesKey(before) === seriesKey(shown);
    const view = same ? this.#chart.timeScale().getVisibleRange() : null;
    this.#shown = shown;
    const { bars } = shown.loaded;
    this.#times = bars.map(({ time }) => time);
    this.#clear();
    this.#paint();
    const { content, compared } = shown;
    const colours = COLOURS[shown.appearance];
    const price = addPrice(this.#chart, content.style, colours);
    setPrice(price, bars, content.style);
    const last = lastPrice(bars, colours);
    if (last !== null) price.createPriceLine(last);
    this.#price = price;
    const volume = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: VOLUME,
      priceFormat: { type: "volume" },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    volume.setData(volumes(bars, colours));
    this.#chart.priceScale(VOLUME).applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.#others = [volume, ...compared.map((each, index) => this.#compare(each, index)), ...this.#lines(shown)];
    price.priceScale().applyOptions({
      mode:
        compared.length > 0
          ? PriceScaleMode.Percentage
          : content.scale === "logarithmic"
            ? PriceScaleMode.Logarithmic
            : PriceScaleMode.Normal,
      scaleMargins: { top: 0.08, bottom: 0.22 },
    });
    this.#mark(shown);
    this.#overlay = new Overlay({
      colours,
      shades: shown.content.hours === "extended" && this.#intraday ? shadesOf(shown.loaded) : [],
      selected: shown.selected,
      place: () => this.#placed(),
      xOf: (place) => this.#xOf(place),
    });
    price.attachPrimitive(this.#overlay);
    if (view !== null) this.#chart.timeScale().setVisibleRange(view);
  }

  /** Only drawings changed: no series is touched. */
  redraw(content: Snapshot<ChartContent>, selected: string | null): void {
    if (this.#shown === null || this.#overlay === null) return;
    this.#shown = { ...this.#shown, content, selected };
    this.#overlay.state = { ...this.#overlay.state, selected };
    this.#price?.applyOptions({});
  }

  /** Shows the days from one to another, both whole; what lies beyond the bars is cut off. */
  showDays(from: string, to: string): void {
    const first = placeOfDay(this.#times, from);
    const last = placeOf(this.#times, `${to}T99`);
    if (last < 0) return;
    const start = Math.max(0, first);
    this.#chart.timeScale().setVisibleLogicalRange({ from: start - 0.5, to: Math.max(last, start + 4) + 1.5 });
  }

  /** Puts a day in view with bars around it. */
  showAround(date: string, bars = 120): void {
    const place = placeOfDay(this.#times, date);
    if (place < 0) return;
    this.#chart.timeScale().setVisibleLogicalRange({ from: place - bars * 0.7, to: place + bars * 0.3 });
  }

  showNewest(bars = 150): void {
    const last = this.#times.length - 1;
    this.#chart.timeScale().setVisibleLogicalRange({ from: last - bars, to: last + 4 });
  }

  /** Canvas with everything on it, for a screenshot. */
  screenshot(): HTMLCanvasElement {
    return this.#chart.takeScreenshot(true, false);
  }

  get #intraday(): boolean {
    return (this.#times[0]?.length ?? 10) > 10;
  }

  #clear(): void {
    this.#markers?.detach();
    this.#markers = null;
    for (const series of this.#others) this.#chart.removeSeries(series);
    if (this.#price !== null) this.#chart.removeSeries(this.#price);
    this.#others = [];
    while (this.#chart.panes().length > 1) this.#chart.removePane(this.#chart.panes().length - 1);
  }

  #paint(): void {
    const { text, grid, background } = COLOURS[this.#shown?.appearance ?? "light"];
    this.#chart.applyOptions({
      layout: { textColor: text, background: { color: background }, panes: { separatorColor: grid } },
      grid: { vertLines: { color: grid }, horzLines: { color: grid } },
      rightPriceScale: { borderColor: grid },
      timeScale: { borderColor: grid, timeVisible: this.#intraday, secondsVisible: false },
    });
  }

  #compare({ loaded }: Shown["compared"][number], index: number): ISeriesApi<SeriesType> {
    const color = lineColour(index + 1);
    const series = this.#chart.addSeries(LineSeries, { color, lineWidth: 2, priceLineVisible: false });
    const [first = ""] = this.#times;
    series.setData(closes(loaded.bars.filter(({ time }) => time >= first)));
    return series;
  }

  #lines({ studies }: Shown): ISeriesApi<SeriesType>[] {
    let colour = 0;
    return studies.flatMap(({ items, times }) =>
      items.flatMap((item) => {
        const pane = standsOnPrice(item) ? 0 : this.#chart.panes().length;
        return item.lines.map(({ values }) => {
          const options = {
            color: lineColour(colour++),
            lineWidth: 1,
            lineType: LineType.Simple,
            priceLineVisible: false,
            lastValueVisible: pane > 0,
            crosshairMarkerVisible: false,
          } as const;
          const series = this.#chart.addSeries(LineSeries, options, pane);
          series.setData(linesOf(times, values));
          return series;
        });
      }),
    );
  }

  #mark({ marks, appearance }: Shown): void {
    if (this.#price === null) return;
    const color = COLOURS[appearance].mark;
    const places = [...new Set(marks.map((date) => placeOfDay(this.#times, date)))].filter((place) => place >= 0);
    const markers = places
      .toSorted((a, b) => a - b)
      .map((place) => ({
        time: toChartTime(this.#times[place] ?? ""),
        position: "belowBar" as const,
        shape: "arrowUp" as const,
        color,
      }));
    this.#markers = createSeriesMarkers(this.#price, markers);
  }

  #xOf(place: number): number | null {
    const scale = this.#chart.timeScale();
    const low = Math.floor(place);
    const [a, b] = [scale.logicalToCoordinate(logical(low)), scale.logicalToCoordinate(logical(low + 1))];
    return a === null || b === null ? a : a + (b - a) * (place - low);
  }

  #placed(): readonly PlacedDrawing[] {
    const { content } = this.#shown ?? {};
    const price = this.#price;
    if (content === undefined || price === null) return [];
    return content.drawings
      .filter(({ symbol }) => symbol === content.symbol)
      .flatMap((drawing): PlacedDrawing[] => {
        const points = drawing.points.flatMap(({ time, price: value }) => {
          const x = this.#xOf(
            this.#intraday && time.length === 10 ? placeOfDay(this.#times, time) : placeOf(this.#times, time),
          );
          const y = price.priceToCoordinate(value);
          return x === null || y === null ? [] : [{ x, y }];
        });
        return points.length === drawing.points.length ? [{ drawing, points }] : [];
      });
  }

  #barAt({ time }: MouseEventParams): ChartBar | null {
    const at = time === undefined ? null : fromChartTime(time, this.#intraday);
    const place = at === null ? -1 : placeOf(this.#times, at);
    return this.#shown?.loaded.bars[place] ?? null;
  }

  /** A click on the price pane, by the bar and price under it; the end of a drag is none. */
  #onClick({ clientX, clientY }: MouseEvent, { left, top }: DOMRect): void {
    const { width, height } = this.#chart.paneSize(0);
    const [x, y] = [clientX - left, clientY - top];
    const dragged = Math.hypot(clientX - this.#pressed.x, clientY - this.#pressed.y) > MIN_DRAG_PIXELS;
    if (dragged || x > width || y > height) return;
    const time = this.#chart.timeScale().coordinateToTime(x);
    const at = time === null ? null : fromChartTime(time, this.#intraday);
    const price = this.#price?.coordinateToPrice(y) ?? null;
    const drawing = this.#overlay?.hitTest(x, y)?.externalId ?? null;
    this.#handlers.onClick(at === null || price === null ? null : { time: at, price }, drawing);
  }
}

const seriesKey = ({ content: { symbol, timeframe, hours } }: Shown): string => [symbol, timeframe, hours].join(" ");

function logical(place: number): Logical {
  // The library's own name for a place.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return place as Logical;
}
