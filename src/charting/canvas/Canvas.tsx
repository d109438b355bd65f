import { Button, Spinner, Text } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { snapshot, subscribe, useSnapshot } from "valtio";
import { CHART_TIMEFRAMES, showDate as showDay, showTime } from "../../vocabulary/index.ts";
import { appearance } from "../state/appearance.ts";
import { showDate } from "../state/begin.ts";
import { address, content, data, interaction, pointed } from "../state/chart.ts";
import { barWidth, keepBarWidth } from "../state/bar-width.ts";
import { click, dragDrawing, endDrag } from "../state/drawing.ts";
import { loadMore } from "../state/load.ts";
import { ChartView } from "./chart-view.ts";
import { keepView } from "./current-view.ts";

/** The chart, drawn by the library from the page's state. */
export function Canvas(): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const { phase, security, loaded, paging } = useSnapshot(data);
  const { timeframe } = useSnapshot(content);
  useEffect(() => {
    if (place.current === null) return;
    const view = new ChartView(place.current, {
      onEdge: (side) => void loadMore(side),
      onPoint: (bar) => {
        pointed.bar = bar;
      },
      onClick: click,
      onDoubleClick: (drawing) => {
        interaction.editing = drawing;
      },
      mayDrag: () => interaction.tool === null,
      onDrag: dragDrawing,
      onDragEnd: endDrag,
      onZoom: (width) => keepBarWidth(width),
    });
    keepView(view);
    const stop = follow(view);
    return () => {
      stop();
      keepView(null);
      view.destroy();
    };
  }, []);
  const bars = loaded?.bars ?? [];
  const [first, last] = [bars[0], bars.at(-1)];
  const title = CHART_TIMEFRAMES.find(({ name }) => name === timeframe)?.title ?? timeframe;
  const label =
    first && last
      ? `${bars.length} bars of ${title} of ${security?.symbol ?? ""} from ${showTime(first.time)} to ${showTime(last.time)}, last close ${last.close ?? "unknown"}`
      : "No bars";
  return (
    <div className="canvas" data-phase={phase} data-bars={bars.length} data-earlier={loaded?.earlier ?? ""}>
      <div ref={place} className="canvas-place" role="figure" aria-label={label} />
      {(phase === "loading" || paging) && (
        <div className="canvas-loading" role="status" aria-label="Loading bars">
          <Spinner size="3" />
        </div>
      )}
      {phase === "ready" && bars.length === 0 && (
        <div className="centre">
          <Text as="p" role="status">
            There are no bars of {title} for {security?.symbol} here
            {security?.last_date
              ? `; it has data from ${showDay(security.first_date ?? "")} to ${showDay(security.last_date)}`
              : ""}
            .
          </Text>
          {address.date !== null && (
            <Button variant="soft" onClick={() => void showDate(null)}>
              Go to the latest bar
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Tells the view whatever changes; drawings alone redraw nothing else. */
function follow(view: ChartView): () => void {
  let series = "";
  const showAll = (): void => {
    const { loaded, compared, studies, marks, trades } = snapshot(data);
    if (loaded === null) return;
    const shown = snapshot(content);
    view.show({
      content: shown,
      loaded,
      compared,
      studies,
      marks: { days: marks?.items.map(({ date }) => date) ?? [], opened: address.date, trades },
      selected: interaction.selected,
      appearance: appearance.shown,
    });
    const key = [loaded.bars.length > 0, shown.symbol, shown.timeframe, shown.hours, address.date].join(" ");
    if (key === series) return;
    series = key;
    if (address.date === null) view.showNewestAt(barWidth());
    else view.showAround(address.date, barWidth());
  };
  const stops = [
    subscribe(data, showAll),
    subscribe(appearance, showAll),
    subscribe(content, (changes) => {
      if (changes.every(([, path]) => path[0] === "drawings")) view.redraw(snapshot(content), interaction.selected);
      else if (changes.some(([, path]) => path[0] === "style" || path[0] === "scale")) showAll();
    }),
    subscribe(interaction, () => view.redraw(snapshot(content), interaction.selected)),
  ];
  showAll();
  return () => {
    for (const stop of stops) stop();
  };
}
