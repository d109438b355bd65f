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
  AutoscaleInfo,
  IChartApi,
  ISeriesApi,
  ISeriesMarkersPluginApi,
  Logical,
  MouseEventParams,
  SeriesType,
  Time,
} from "lightweight-charts";
import type { Snapshot } from "valtio";
import type { ChartContent } from "../../contract/index.ts";
import type { ChartBar } from "../state/chart.ts";
import { COLOURS, lineColour } from "./colours.ts";
import { pointedTime, tickText } from "./axis.ts";
import { listenForDrags, MIN_DRAG_PIXELS } from "./dragging.ts";
import type { Dragged } from "./dragging.ts";
import type { PlacedDrawing } from "./drawings.ts";
import { markersOf, openedPlace } from "./marks.ts";
import { movedPoints } from "./moved.ts";
import type { Handle } from "./moved.ts";
import { Overlay } from "./overlay.ts";
import {
  addPrice,
  closes,
  decimalsOfLine,
  decimalsOfPrice,
  formatOf,
  guidesOf,
  lastPrice,
  lastValue,
  linesOf,
  setPrice,
  standsOnPrice,
  volumes,
  withGuides,
} from "./series.ts";
import { openedShade, shadesOf } from "./shading.ts";
import type { Shown, ViewHandlers } from "./shown.ts";
import { fromChartTime, placeOf, placeOfDay } from "./times.ts";

/** Distance from the edge, in bars, at which more are loaded. */
const NEAR_EDGE = 30;
/** Bars of a step by an arrow key with Shift, and pixels of one without. */
const [SHIFT_STEPS, STEP_PIXELS] = [10, 2];
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
  #pressed = { x: 0, y: 0, spacing: 0 };
  /** Puts in view again what is not drawn yet: until then the library tells what it showed before. */
  #again: (() => void) | null = null;
  readonly #stops: (() => void)[] = [];

  constructor(container: HTMLElement, handlers: ViewHandlers) {
    this.#handlers = handlers;
    this.#chart = createChart(container, {
      autoSize: true,
      crosshair: { mode: CrosshairMode.Normal },
      // The library's licence asks for its mark.
      layout: { attributionLogo: true, fontFamily: "system-ui, sans-serif" },
      timeScale: { rightOffset: 4, minBarSpacing: 0.5, tickMarkFormatter: tickText },
      localization: { timeFormatter: (time: Time) => pointedTime(time, this.#intraday) },
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range === null || this.#shown === null) return;
      if (range.from < NEAR_EDGE) this.#handlers.onEdge("earlier");
      if (range.to > this.#times.length - NEAR_EDGE) this.#handlers.onEdge("later");
    });
    this.#chart.subscribeCrosshairMove((event) => this.#handlers.onPoint(this.#barAt(event)));
    // The library swallows a click that follows another within half a second, wherever it is.
    container.addEventListener("pointerdown", ({ clientX, clientY }) => {
      this.#pressed = { x: clientX, y: clientY, spacing: this.#spacing };
    });
    container.addEventListener("click", (event) => this.#onClick(event, container.getBoundingClientRect()));
    container.addEventListener("dblclick", (event) => {
      const { left, top } = container.getBoundingClientRect();
      const found = this.#drawingAt(event.clientX - left, event.clientY - top);
      if (found !== null) this.#handlers.onDoubleClick(found.drawing.id);
    });
    container.addEventListener("wheel", () => this.#zoomed(this.#spacing), { capture: true, passive: true });
    container.addEventListener("pointerup", () => this.#zoomed(this.#pressed.spacing));
    const moves = (on: boolean) => ({ handleScroll: on, handleScale: on });
    this.#stops.push(
      listenForDrags(container, {
        drawingAt: (x, y) => (this.#handlers.mayDrag() ? this.#drawingAt(x, y) : null),
        onHold: (held) => this.#chart.applyOptions(moves(!held)),
        onDrag: (dragged) => this.#onDrag(dragged),
        onEnd: this.#handlers.onDragEnd,
      }),
    );
  }

  destroy(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#chart.remove();
  }

  /** Shows everything anew; where the reader is stays, unless another series is shown. */
  show(shown: Shown): void {
    const before = this.#shown;
    const same = before !== null && seriesKey(before) === seriesKey(shown);
    const again = same ? this.#again : null;
    const view = same ? this.#chart.timeScale().getVisibleRange() : null;
    this.#shown = shown;
    const { bars } = shown.loaded;
    if (!same) this.#handlers.onPoint(null);
    this.#times = bars.map(({ time }) => time);
    this.#clear();
    this.#paint();
    const { content, compared } = shown;
    const colours = COLOURS[shown.appearance];
    const price = addPrice(this.#chart, content.style, colours);
    price.applyOptions({ priceFormat: formatOf(decimalsOfPrice(bars)) });
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
    this.#markers = createSeriesMarkers(price, markersOf(this.#times, shown.marks, colours));
    this.#overlay = new Overlay({
      colours,
      shades: [
        ...(shown.content.hours === "extended" && this.#intraday ? shadesOf(shown.loaded) : []),
        ...openedShade(this.#times, openedPlace(this.#times, shown.marks)),
      ],
      selected: shown.selected,
      place: () => this.#placed(),
      xOf: (place) => this.#xOf(place),
    });
    price.attachPrimitive(this.#overlay);
    if (again !== null) again();
    else if (view !== null) this.#chart.timeScale().setVisibleRange(view);
  }

  /** Puts bars in view, from one place to another; `again` does the same where bars come before the library has drawn it. */
  #view(from: number, to: number, again: () => void): void {
    this.#again = again;
    this.#chart.timeScale().setVisibleLogicalRange({ from, to });
    requestAnimationFrame(() => {
      if (this.#again === again) this.#again = null;
    });
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
    this.#view(start - 0.5, Math.max(last, start + 4) + 1.5, () => this.showDays(from, to));
  }

  /** Puts a day in view with bars around it, as wide as the reader has them. */
  showAround(date: string, spacing: number | null): void {
    const place = placeOfDay(this.#times, date);
    if (place < 0) return;
    const bars = this.#barsAt(spacing) ?? 120;
    this.#view(place - bars * 0.7, place + bars * 0.3, () => this.showAround(date, spacing));
  }

  showNewest(bars: number): void {
    const last = this.#times.length - 1;
    this.#view(last - bars, last + 4, () => this.showNewest(bars));
  }

  showNewestAt(spacing: number | null): void {
    this.showNewest(this.#barsAt(spacing) ?? 150);
  }

  /** Bars that fit beside each other; null where the reader has no width of their own. */
  #barsAt(spacing: number | null): number | null {
    const { width } = this.#chart.paneSize(0);
    return spacing === null || width === 0 ? null : Math.max(10, Math.round(width / spacing));
  }

  get #spacing(): number {
    return this.#chart.timeScale().options().barSpacing;
  }

  /** Reports another width of bars once the library has drawn it. */
  #zoomed(before: number): void {
    requestAnimationFrame(() => {
      if (this.#stops.length > 0 && Math.abs(this.#spacing / before - 1) > 0.01) this.#handlers.onZoom(this.#spacing);
    });
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
    const options = { color, lineWidth: 2, priceLineVisible: false, lastValueVisible: false } as const;
    const series = this.#chart.addSeries(LineSeries, options);
    const [first = ""] = this.#times;
    const bars = loaded.bars.filter(({ time }) => time >= first);
    series.setData(closes(bars));
    const tag = lastValue(
      bars.map(({ close }) => close),
      color,
    );
    if (tag !== null) series.createPriceLine(tag);
    return series;
  }

  #lines({ studies, appearance }: Shown): ISeriesApi<SeriesType>[] {
    let colour = 0;
    return studies.flatMap(({ items, times }) =>
      items.flatMap((item) => {
        const pane = standsOnPrice(item) ? 0 : this.#chart.panes().length;
        return item.lines.map(({ values }, index) => {
          const options = {
            color: lineColour(colour++),
            lineWidth: 1,
            lineType: LineType.Simple,
            priceLineVisible: false,
            lastValueVisible: false,
            crosshairMarkerVisible: false,
            autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => withGuides(item.name, own()),
          } as const;
          const series = this.#chart.addSeries(LineSeries, options, pane);
          series.applyOptions({ priceFormat: formatOf(decimalsOfLine(values)) });
          series.setData(linesOf(times, values));
          const tag = pane > 0 ? lastValue(values, options.color) : null;
          const guides = index === 0 ? guidesOf(item.name, COLOURS[appearance]) : [];
          for (const line of tag === null ? guides : [...guides, tag]) series.createPriceLine(line);
          return series;
        });
      }),
    );
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
          const x = this.#xOf(this.#placeOfPoint(time));
          const y = price.priceToCoordinate(value);
          return x === null || y === null ? [] : [{ x, y }];
        });
        return points.length === drawing.points.length ? [{ drawing, points }] : [];
      });
  }

  #placeOfPoint(time: string): number {
    return this.#intraday && time.length === 10 ? placeOfDay(this.#times, time) : placeOf(this.#times, time);
  }

  #drawingAt(x: number, y: number): PlacedDrawing | null {
    const { width, height } = this.#chart.paneSize(0);
    const id = x > width || y > height ? null : (this.#overlay?.hitTest(x, y)?.externalId ?? null);
    return this.#placed().find(({ drawing }) => drawing.id === id) ?? null;
  }

  #onDrag({ placed, handle, from, x, y }: Dragged): void {
    const scale = this.#chart.timeScale();
    const [before, now] = [scale.coordinateToLogical(from.x), scale.coordinateToLogical(x)];
    if (before !== null && now !== null) this.#move(placed, handle, Math.round(now - before), y - from.y);
  }

  /** Moves a drawing by an arrow key: a bar or a little of the price, with Shift ten times as much. */
  nudge(drawing: string, key: string, far: boolean): void {
    const placed = this.#placed().find((each) => each.drawing.id === drawing);
    const step = far ? SHIFT_STEPS : 1;
    const bars = key === "ArrowRight" ? step : key === "ArrowLeft" ? -step : 0;
    const pixels = (key === "ArrowDown" ? step : key === "ArrowUp" ? -step : 0) * STEP_PIXELS;
    if (placed !== undefined) this.#move(placed, "whole", bars, pixels);
  }

  #move({ drawing }: PlacedDrawing, handle: Handle, bars: number, pixels: number): void {
    const series = this.#price;
    if (series === null) return;
    const price = (value: number): number | null => {
      const y = pixels === 0 ? null : series.priceToCoordinate(value);
      return y === null ? value : series.coordinateToPrice(y + pixels);
    };
    const axis = { times: this.#times, placeOf: (time: string) => Math.max(0, this.#placeOfPoint(time)) };
    this.#handlers.onDrag(drawing.id, movedPoints(drawing.points, handle, { bars, price }, axis));
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
    const drawing = this.#drawingAt(x, y)?.drawing.id ?? null;
    this.#handlers.onClick(at === null || price === null ? null : { time: at, price }, drawing);
  }
}

const seriesKey = ({ content: { symbol, timeframe, hours } }: Shown): string => [symbol, timeframe, hours].join(" ");

function logical(place: number): Logical {
  // The library's own name for a place.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return place as Logical;
}
