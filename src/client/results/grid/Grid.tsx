import { useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import type { ColumnStatistics } from "../../../contract/index.ts";
import { areaOf, HEADER, moved, only } from "./cells.ts";
import type { Cell, Selection } from "./cells.ts";
import { GridBody } from "./GridBody.tsx";
import { titleOf } from "./draw-rows.ts";
import { sortTurned } from "../rows-order.ts";
import type { ColumnWhere, SortedColumn } from "../rows-order.ts";
import { forwarded, showColumns } from "./column-actions.ts";
import type { ColumnActions, ColumnInMenu } from "./column-actions.ts";
import { HeaderCell } from "./HeaderCell.tsx";
import { hideTurned, movedBefore, movedBy, pinTurned, resized, usual, WIDTH } from "./layout.ts";
import type { Column, Layout } from "./layout.ts";
import { cellId, measure } from "./measured.ts";
import { fontOf } from "./numbers.ts";
import type { Seen } from "./numbers.ts";
import { useRowHeight } from "./row-height.ts";
import { isInSight, scrollToRow } from "./window.ts";
import "./grid.css";

interface GridRows {
  readonly total: number;
  readonly row: (index: number) => readonly unknown[] | undefined;
}

interface GridProps
  extends Pick<ColumnActions, "onSort" | "onStatistics" | "onFilter" | "onUnfilter" | "onGroup">, GridRows {
  /** Those of the answer; the layout says which of them are on screen, and where. */
  readonly columns: readonly Column[];
  /** What the numbers of each column are like, as far as they have come. */
  readonly seen: readonly Seen[];
  readonly label: string;
  readonly dimmed: boolean;
  readonly sort: readonly SortedColumn[];
  readonly where: readonly ColumnWhere[];
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
  /** Undefined where they are not shown, null until they have come. */
  readonly statistics: readonly ColumnStatistics[] | null | undefined;
  /** Its columns are counted on screen. */
  readonly selection: Selection | null;
  readonly onSelect: (selection: Selection) => void;
  /** A cell was clicked, or Enter pressed on it; `entered` by key. */
  readonly onOpen: (cell: Cell, entered: boolean) => void;
  readonly onCopy: () => void;
  /** A digit was pressed on a row: its label, 0 for none. */
  readonly onLabel: (row: number, digit: number) => void;
  readonly onEscape: () => void;
  /** Which rows are drawn, so that they are fetched. */
  readonly onWindow: (first: number, last: number) => void;
  /** Rows that stand out, by symbol and date. */
  readonly marked: ReadonlySet<string> | null;
}

/** The rows of a finished run: only those on screen are drawn; header and pinned columns stay. Keys as in every grid. */
export function Grid(props: GridProps): ReactNode {
  const {
    columns: given,
    seen,
    total,
    row,
    layout,
    onLayout,
    selection,
    onSelect,
    onOpen,
    sort,
    onSort,
    statistics,
  } = props;
  const name = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ height: 0, width: 0, font: "" });
  const [menu, setMenu] = useState<string | null>(null);
  const head = statistics === undefined ? 34 : 66;
  const rowHeight = useRowHeight();
  const viewport = Math.max(rowHeight, view.height - head);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => {
      const { clientHeight, clientWidth } = element;
      setView({ height: clientHeight, width: clientWidth, font: fontOf(element) });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // Other heights leave the same rows in sight.
  const heightBefore = useRef(rowHeight);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null) element.scrollTop *= rowHeight / heightBefore.current;
    heightBefore.current = rowHeight;
  }, [rowHeight]);

  const { font } = view;
  const measured = useMemo(() => measure(given, seen, layout, font), [given, seen, layout, font]);
  const { shown, columns, widths, places, template, whole, held } = measured;
  const active = selection?.active ?? null;
  const area = selection && selection.anchor.row !== HEADER ? areaOf(selection) : null;
  const idOf = (cell: Cell): string => cellId(name, cell);

  const show = (cell: Cell): void => {
    const element = scroller.current;
    if (element === null) return;
    // Heights are rounded to whole pixels: the last line of the room may be half covered.
    const sight = { scrollTop: element.scrollTop, viewport: viewport - 1, total, rowHeight };
    if (cell.row !== HEADER) element.scrollTop = scrollToRow(cell.row, sight);
    if (places[cell.column] !== undefined) return;
    const left = widths.slice(0, cell.column).reduce((sum, width) => sum + width, 0);
    const width = widths[cell.column] ?? 0;
    const pinnedBefore = Math.min(held, left);
    if (left - element.scrollLeft < pinnedBefore) element.scrollLeft = left - pinnedBefore;
    else if (left + width > element.scrollLeft + element.clientWidth)
      element.scrollLeft = left + width - element.clientWidth;
  };
  // A panel that opens leaves less room; the cell it is about stays in sight, but whoever scrolled away from it stays there.
  const room = `${view.width} ${view.height} ${rowHeight}`;
  const viewportBefore = useRef<number | null>(null);
  useEffect(() => {
    const element = scroller.current;
    const before = viewportBefore.current;
    viewportBefore.current = viewport;
    if (active === null || element === null) return;
    const { scrollTop } = element;
    if (before === null || isInSight(active.row, { scrollTop, viewport: before, total, rowHeight })) show(active);
    // Only the room counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [room]);
  const onWidth: ColumnActions["onWidth"] = (column, width) => {
    onLayout(width === null ? usual(layout, column) : resized(layout, column, width));
  };
  const onMove = (name: string, step: 1 | -1): void => {
    const next = movedBy(layout, given, name, step);
    if (next !== null) onLayout(next);
  };

  const actions: ColumnActions = {
    onSort,
    onMove,
    onWidth,
    onStatistics: props.onStatistics,
    onFilter: props.onFilter,
    onUnfilter: props.onUnfilter,
    onGroup: props.onGroup,
    onPin: (pinned) => onLayout(pinTurned(layout, pinned)),
    onHide: (hidden) => onLayout(hideTurned(layout, hidden)),
    onDrop: (dropped, before) => onLayout(movedBefore(layout, given, dropped, before)),
  };
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [does] = useState(() => forwarded(() => latest.current));
  const { where } = props;
  const inMenus = useMemo(
    () =>
      columns.map((column, place): ColumnInMenu => ({
        column,
        place: shown[place] ?? 0,
        width: widths[place] ?? 0,
        pinned: places[place] !== undefined,
        isOnly: columns.length === 1,
        canMove: (step) => movedBy(layout, given, column.name, step) !== null,
        sort,
        filtered: where.some((one) => one.name === column.name),
      })),
    [columns, shown, widths, places, layout, given, sort, where],
  );
  const onPalette = useEffectEvent(() => ({ columns: inMenus, does }));
  useEffect(() => showColumns(() => onPalette()), []);
  const focusGrid = useCallback(() => scroller.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    const from = active ?? { row: 0, column: 0 };
    const done = (): void => event.preventDefault();
    const column = columns[from.column];
    if (event.altKey && event.shiftKey && column && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      onMove(column.name, event.key === "ArrowLeft" ? -1 : 1);
      return done();
    }
    if (event.altKey && column && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      onWidth(column.name, (widths[from.column] ?? 0) + (event.key === "ArrowLeft" ? -WIDTH.step : WIDTH.step));
      return done();
    }
    if (
      (event.altKey && event.key === "ArrowDown") ||
      event.key === "ContextMenu" ||
      (event.shiftKey && event.key === "F10")
    ) {
      setMenu(column?.name ?? null);
      return done();
    }
    if (event.altKey) return;
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key.toLowerCase() === "c") {
      // Text that is selected with the mouse is copied as text.
      if (getSelection()?.isCollapsed !== false) {
        props.onCopy();
        done();
      }
      return;
    }
    if (mod && event.key.toLowerCase() === "a" && total > 0) {
      onSelect({ anchor: { row: 0, column: 0 }, active: { row: total - 1, column: columns.length - 1 } });
      return done();
    }
    if (event.key === "Enter" && !mod) {
      if (from.row === HEADER) {
        if (column !== undefined) onSort(sortTurned(sort, column, event.shiftKey));
      } else onOpen(from, true);
      return done();
    }
    if (event.key === "Escape") return props.onEscape();
    if (/^\d$/.test(event.key) && !mod && from.row !== HEADER && total > 0) {
      props.onLabel(from.row, Number(event.key));
      return done();
    }
    const page = Math.max(1, Math.floor(viewport / rowHeight) - 1);
    const to = moved(event, from, { rows: total, columns: columns.length, page });
    if (to === null) return;
    const stretched = event.shiftKey && selection !== null && from.row !== HEADER && to.row !== HEADER;
    onSelect(stretched ? { anchor: selection.anchor, active: to } : only(to));
    show(to);
    done();
  };
  /** On hover, since every digit of every value in sight would be written out for nothing. */
  const onMouseOver = (event: MouseEvent<HTMLDivElement>): void => {
    const target = cellOf(event);
    if (target === null) return;
    const { row: index, column } = placeOf(target);
    target.title = titleOf(row(index)?.[shown[column] ?? 0], measured, column) ?? "";
  };
  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const target = cellOf(event);
    if (target === null) return;
    const cell = placeOf(target);
    if (event.shiftKey && selection !== null) return onSelect({ anchor: selection.anchor, active: cell });
    onSelect(only(cell));
    if (getSelection()?.isCollapsed !== false) onOpen(cell, false);
  };

  return (
    <div
      className={props.dimmed ? "grid dimmed" : "grid"}
      ref={scroller}
      role="grid"
      // What is scrolled to is not left below the pinned columns and the header.
      style={{ scrollPadding: `${head}px 0 0 ${held}px`, ["--row" as string]: `${rowHeight}px` }}
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      aria-readonly="true"
      onFocus={() => {
        if (selection === null && total > 0) onSelect(only({ row: 0, column: 0 }));
      }}
      onKeyDown={onKeyDown}
      onMouseOver={onMouseOver}
      onClick={onClick}
    >
      <div role="rowgroup" className="head-group" style={whole}>
        <div role="row" className="head" style={{ ...template, height: head }} aria-rowindex={1}>
          {inMenus.map((at, place) => (
            <HeaderCell
              key={at.column.name}
              id={idOf({ row: HEADER, column: place })}
              at={at}
              does={does}
              shownAt={place + 1}
              left={places[place]}
              active={active?.row === HEADER && active.column === place}
              statistics={statistics && (statistics[shown[place] ?? 0] ?? null)}
              menuOpen={menu === at.column.name}
              onMenu={setMenu}
              onFocusBack={focusGrid}
            />
          ))}
        </div>
      </div>
      <GridBody
        scroller={scroller}
        name={name}
        total={total}
        row={row}
        measured={measured}
        rowHeight={rowHeight}
        head={head}
        viewport={viewport}
        active={active}
        area={area}
        onWindow={props.onWindow}
        marked={props.marked}
      />
    </div>
  );
}

const cellOf = ({ target }: MouseEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[role=gridcell]") : null;

const placeOf = ({ dataset, parentElement }: HTMLElement): Cell => ({
  row: Number(parentElement?.dataset["row"]),
  column: Number(dataset["column"]),
});
