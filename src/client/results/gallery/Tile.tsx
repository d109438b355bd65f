import { memo, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { RowChart } from "../../../contract/index.ts";
import { showDate } from "../../../vocabulary/index.ts";
import { drawChart } from "./draw-chart.ts";
import type { ChartColours } from "./draw-chart.ts";
import type { Tiles } from "./tiles.ts";

interface TileProps {
  readonly id: string;
  /** Undefined until it has come. */
  readonly chart: RowChart | undefined;
  readonly row: number;
  readonly total: number;
  readonly active: boolean;
  readonly tiles: Tiles;
  readonly colours: ChartColours | null;
}

/** What of a chart is said of it in words. */
export function wordsOf({ symbol, date, label, bars, time, close }: RowChart): string {
  const last = close.findLast((value) => value !== null);
  const drawn =
    time.length === 0
      ? "no bars"
      : `${bars === "minutes" ? "bars of five minutes" : "days around it"}, last ${last ?? "unknown"}`;
  return `${symbol} on ${showDate(date)}, ${label === null ? "" : `label ${label}, `}${drawn}`;
}

/** A row's bars with its symbol and day above; the list takes clicks and keys. */
export const Tile = memo(
  function Tile({ id, chart, row, total, active, tiles, colours }: TileProps): ReactNode {
    const canvas = useRef<HTMLCanvasElement>(null);
    const { width, height, across } = tiles;
    useEffect(() => {
      if (canvas.current !== null && chart !== undefined && colours !== null) drawChart(canvas.current, chart, colours);
    }, [chart, colours, width, height]);
    return (
      <div
        id={id}
        role="option"
        aria-selected={active}
        aria-setsize={total}
        aria-posinset={row + 1}
        aria-label={chart === undefined ? `Row ${row + 1}, loading` : wordsOf(chart)}
        className={active ? "tile active" : "tile"}
        style={{
          width,
          height,
          transform: `translate(${(row % across) * width}px, ${Math.floor(row / across) * height}px)`,
        }}
        data-row={row}
      >
        {chart !== undefined && (
          <>
            <span className="caption">
              <strong>{chart.symbol}</strong>
              <span>{showDate(chart.date)}</span>
              {chart.label !== null && <b className="label">{chart.label}</b>}
            </span>
            {chart.time.length === 0 ? <span className="nothing">No bars</span> : <canvas ref={canvas} />}
          </>
        )}
      </div>
    );
  },
  (before, after) =>
    before.chart === after.chart &&
    before.row === after.row &&
    before.active === after.active &&
    before.colours === after.colours &&
    before.total === after.total &&
    before.tiles.width === after.tiles.width &&
    before.tiles.height === after.tiles.height &&
    before.tiles.across === after.tiles.across,
);
