import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { CSSProperties, ReactNode } from "react";
import type { StatusAnswer } from "../../contract/index.ts";
import { useRows } from "./rows.ts";
import { showCount, showValue } from "./values.ts";

const ROW_HEIGHT = 30;

type Column = StatusAnswer["columns"][number];

/** Wide enough for its header and its usual values; text gets more than numbers. */
function widthOf(column: Column): number {
  const values = column.type === "text" ? 12 : column.type === "date" ? 11 : column.unit === "currency" ? 16 : 11;
  return Math.round(Math.min(28, Math.max(values, column.name.length + (column.outcome ? 8 : 2))) * 7.6) + 20;
}

const aligned = (column: Column): string => (column.type === "number" ? "number" : "");

/** The rows of a finished run: only those on screen are drawn, header and first column stay. */
export function Grid({ status, dimmed }: { readonly status: StatusAnswer; readonly dimmed: boolean }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const total = status.rows ?? 0;
  // The compiler leaves this component alone, as it should: the virtualizer changes under an unchanging object.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const { row, error } = useRows(status.id, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const template: CSSProperties = {
    gridTemplateColumns: status.columns.map((column) => `${widthOf(column)}px`).join(" "),
  };
  return (
    <div className={dimmed ? "grid dimmed" : "grid"} ref={scroller} tabIndex={0} role="region" aria-label="Rows">
      <div role="table" aria-rowcount={total + 1} aria-colcount={status.columns.length} className="table">
        <div role="row" className="head" style={template} aria-rowindex={1}>
          {status.columns.map((column) => (
            <div role="columnheader" key={column.name} className={aligned(column)} title={column.code}>
              <span>{column.name}</span>
              {column.outcome && <small>Outcome</small>}
            </div>
          ))}
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize() }} className="body">
          {items.map((item) => {
            const values = row(item.index);
            return (
              <div
                role="row"
                key={item.key}
                aria-rowindex={item.index + 2}
                className={item.index % 2 === 0 ? "row" : "row odd"}
                style={{ ...template, height: ROW_HEIGHT, transform: `translateY(${item.start}px)` }}
              >
                {status.columns.map((column, index) => (
                  <div role="cell" key={column.name} className={aligned(column)}>
                    {values === undefined ? <span className="coming" /> : showValue(values[index], column)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      {error !== null && <p role="alert">{error}</p>}
      <span className="visually-hidden">{showCount(total)} rows</span>
    </div>
  );
}
