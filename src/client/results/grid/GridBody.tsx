import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { flushSync } from "react-dom";
import { HEADER, holds } from "./cells.ts";
import type { Area, Cell } from "./cells.ts";
import { DrawnRows } from "./draw-rows.ts";
import type { DrawnRow } from "./draw-rows.ts";
import { cellId } from "./measured.ts";
import type { Measured } from "./measured.ts";
import { rowWindow } from "./window.ts";

interface GridBodyProps {
  /** What is scrolled. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Of the grid, for the ids of cells. */
  readonly name: string;
  readonly total: number;
  readonly row: (index: number) => readonly unknown[] | undefined;
  readonly measured: Measured;
  readonly rowHeight: number;
  /** Pixels of the header, below which the rows are, and of the rows in sight. */
  readonly head: number;
  readonly viewport: number;
  readonly active: Cell | null;
  readonly area: Area | null;
  /** Which rows are drawn, so that they are fetched. */
  readonly onWindow: (first: number, last: number) => void;
  /** Rows that stand out, by symbol and date. */
  readonly marked: ReadonlySet<string> | null;
}

/**
 * The rows in sight. They stand still while the browser scrolls and are moved and drawn in one step, so that no empty place
 * is ever scrolled into sight; nothing else of the page is drawn anew for it.
 */
export const GridBody = memo(function GridBody(props: GridBodyProps): ReactNode {
  const { scroller, name, total, row, measured, rowHeight, head, viewport, active, area, onWindow, marked } = props;
  const [scrollTop, setScrollTop] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // In the frame that shows the new place, not in one after it.
    const onScroll = (): void => flushSync(() => setScrollTop(element.scrollTop));
    setScrollTop(element.scrollTop);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [scroller]);
  const { first, last, height, top } = rowWindow({ scrollTop, viewport, total, rowHeight });
  useEffect(() => onWindow(first, last), [onWindow, first, last]);

  const isDrawn = active !== null && (active.row === HEADER || (active.row >= first && active.row <= last));
  const activeId = isDrawn ? cellId(name, active) : null;
  useLayoutEffect(() => {
    if (activeId === null) scroller.current?.removeAttribute("aria-activedescendant");
    else scroller.current?.setAttribute("aria-activedescendant", activeId);
  }, [scroller, activeId]);

  const room = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnRows | null>(null);
  useLayoutEffect(() => {
    if (room.current === null) return;
    drawn.current ??= new DrawnRows(room.current, name);
    const rows: DrawnRow[] = [];
    for (let index = first; index <= last; index += 1) {
      const values = row(index);
      const selected = area !== null && holds(area, index, area.left);
      rows.push({
        index,
        values,
        active: active?.row === index ? active.column : null,
        left: selected ? area.left : null,
        right: selected ? area.right : null,
        marked: marked?.has(`${String(values?.[0])} ${String(values?.[1])}`) === true,
      });
    }
    drawn.current.draw(measured, rows);
  });
  return (
    <div role="rowgroup" className="body" style={{ ...measured.whole, ...measured.template, height }}>
      <div className="sight" style={{ top: head, height: Math.min(viewport, height) }}>
        <div className="drawn" ref={room} style={{ transform: `translateY(${Math.round(top - scrollTop)}px)` }} />
      </div>
    </div>
  );
});
