import { Button } from "@radix-ui/themes";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { flushSync } from "react-dom";
import { useSnapshot } from "valtio";
import { LABELS, failureText } from "../../../vocabulary/index.ts";
import { appearance } from "../../state/slices/appearance.ts";
import type { RowsQuery } from "../rows-order.ts";
import { showCount } from "../../ui/values.ts";
import type { ShownRun } from "../shown-run.ts";
import type { ChartColours } from "./draw-chart.ts";
import { labelRow } from "../label-row.ts";
import { useCharts } from "./load-charts.ts";
import { Tile } from "./Tile.tsx";
import { mostTiles, scrollToTile, tileAfter, tilesDrawn, tilesIn, tilesInSight } from "./tiles.ts";
import "./gallery.css";

interface GalleryProps {
  readonly run: ShownRun;
  readonly query: RowsQuery;
  /** Rows, as far as it is known before the charts come. */
  readonly total: number;
  readonly active: number;
  readonly onActive: (row: number) => void;
  /** A chart is opened; `entered` by key. */
  readonly onOpen: (row: number, entered: boolean) => void;
  readonly onEscape: () => void;
  /** Which rows are in sight, so that they are fetched for what opens. */
  readonly onWindow: (first: number, last: number) => void;
}

const DIGITS = Array.from({ length: LABELS.last }, (_, index) => index + 1);

/** What canvases are painted with, by the variables of the theme. */
function coloursOf(element: HTMLElement): ChartColours {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return {
    up: of("--green-9"),
    down: of("--red-9"),
    premarket: of("--amber-a3"),
    afterHours: of("--indigo-a3"),
    day: of("--accent-a4"),
  };
}

/** Every row as a small chart at its moment: arrows move, Enter opens, digits label. Only those in sight are drawn. */
export function Gallery({
  run,
  query,
  total: counted,
  active,
  onActive,
  onOpen,
  onEscape,
  onWindow,
}: GalleryProps): ReactNode {
  const name = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrollTop: 0, height: 0, width: 0 });
  const [painted, setPainted] = useState<{ theme: string; colours: ChartColours } | null>(null);
  const { shown: theme } = useSnapshot(appearance);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => {
      const { scrollTop, clientHeight, clientWidth } = element;
      setView({ scrollTop, height: clientHeight, width: clientWidth });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (scroller.current !== null) setPainted({ theme, colours: coloursOf(scroller.current) });
  }, [theme]);
  const tiles = tilesIn(view.width, view.height);
  const known = tilesInSight(tiles, view.scrollTop, view.height, Math.min(counted, mostTiles(tiles)));
  const { chart, total: found, error, again } = useCharts(run, query, known.first, known.last);
  const all = found ?? counted;
  const total = Math.min(all, mostTiles(tiles));
  const { first, last } = tilesInSight(tiles, view.scrollTop, view.height, total);
  useEffect(() => onWindow(first, last), [onWindow, first, last]);
  const pool = tilesDrawn(tiles, view.height);
  const at = Math.max(0, Math.min(active, total - 1));

  const show = (index: number): void => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = scrollToTile(tiles, index, element.scrollTop, element.clientHeight);
  };
  // A panel that opens leaves less room: the row that it is about stays in sight, also on the way from the grid.
  const showActive = useEffectEvent((_room: string) => {
    if (view.width > 0) show(at);
  });
  const room = `${tiles.across} ${tiles.height} ${view.height}`;
  useEffect(() => showActive(room), [room]);
  const label = (digit: number): void => {
    const shown = chart(at);
    if (shown !== undefined) void labelRow(shown, digit === 0 ? null : digit);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = tileAfter(event.key, at, tiles, total);
    if (next !== null) {
      onActive(next);
      show(next);
    } else if (event.key === "Enter") onOpen(at, true);
    else if (event.key === "Escape") onEscape();
    else if (/^\d$/.test(event.key)) label(Number(event.key));
    else return;
    event.preventDefault();
  };
  /** A click chooses a chart, another opens it. */
  const onClick = ({ target }: MouseEvent): void => {
    const tile = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
    if (tile === null) return;
    const index = Number(tile.dataset["row"]);
    if (index === at) onOpen(index, false);
    else onActive(index);
  };
  const shownLabel = chart(at)?.label ?? null;
  return (
    <div className="gallery">
      <div
        ref={scroller}
        className="gallery-tiles"
        role="listbox"
        aria-label="Charts of the rows"
        aria-description="Arrow keys move, Enter explains the row, digits 1 to 9 label it, 0 takes the label off."
        aria-activedescendant={at >= first && at <= last ? `${name}-${at}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
        // In the frame that shows the new place, not in one after it.
        onScroll={({ currentTarget: { scrollTop } }) => flushSync(() => setView({ ...view, scrollTop }))}
      >
        <div role="presentation" className="whole" style={{ height: Math.ceil(total / tiles.across) * tiles.height }}>
          {Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset).map((index) => (
            <Tile
              // An element that leaves at one edge comes in at the other: making canvases costs more than painting them.
              key={index % pool}
              id={`${name}-${index}`}
              chart={chart(index)}
              row={index}
              total={total}
              active={index === at}
              tiles={tiles}
              colours={painted?.colours ?? null}
            />
          ))}
        </div>
      </div>
      <div className="gallery-labels" role="group" aria-label="Label of the row">
        <span>Label</span>
        {DIGITS.map((digit) => (
          <Button
            key={digit}
            size="1"
            variant={shownLabel === digit ? "solid" : "soft"}
            color={shownLabel === digit ? "blue" : "gray"}
            aria-label={`Label ${digit}`}
            aria-pressed={shownLabel === digit}
            onClick={() => label(shownLabel === digit ? 0 : digit)}
          >
            {digit}
          </Button>
        ))}
        {total < all && (
          <span role="status">
            The first {showCount(total)} of {showCount(all)} rows; sort or filter them for others.
          </span>
        )}
        {error !== null && (
          <span role="alert">
            {failureText(error)}{" "}
            <Button size="1" variant="soft" color="red" onClick={again}>
              Try again
            </Button>
          </span>
        )}
      </div>
    </div>
  );
}
