import { memo } from "react";
import type { CSSProperties, ReactNode } from "react";
import { fullValue } from "../../ui/values.ts";
import type { Column } from "./layout.ts";
import { cellId } from "./measured.ts";
import type { Measured } from "./measured.ts";
import { cellText, fits, narrowText } from "./numbers.ts";
import type { Look } from "./numbers.ts";
import { ROW_HEIGHT } from "./window.ts";

interface GridRowProps {
  /** Of the grid, for the ids of cells. */
  readonly name: string;
  readonly index: number;
  /** Where it is drawn. */
  readonly top: number;
  /** Of all columns; undefined until they have come. */
  readonly values: readonly unknown[] | undefined;
  readonly measured: Measured;
  /** Column of the active cell, where it is in this row. */
  readonly active: number | null;
  /** First and last column that are selected in this row. */
  readonly selected: readonly [number, number] | null;
  readonly marked: boolean;
}

/** A key in the text or a step of a preview draws no row anew that says the same. */
export const GridRow = memo(
  function GridRow({ name, index, top, values, measured, active, selected, marked }: GridRowProps): ReactNode {
    const { shown, columns, needed, widths, places, looks, template, font } = measured;
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        className={`row${index % 2 === 0 ? "" : " odd"}${marked ? " new" : ""}`}
        style={{ ...LEADING, ...template, transform: `translateY(${top}px)` }}
      >
        {columns.map((column, place) => (
          <GridCell
            key={column.name}
            id={cellId(name, { row: index, column: place })}
            row={index}
            place={place}
            column={column}
            value={values?.[shown[place] ?? 0]}
            coming={values === undefined}
            left={places[place]}
            look={looks[place]}
            room={(widths[place] ?? 0) < (needed[place] ?? 0) ? { width: widths[place] ?? 0, font } : null}
            active={active === place}
            selected={selected !== null && place >= selected[0] && place <= selected[1]}
          />
        ))}
      </div>
    );
  },
  (before, now) =>
    ROW_PROPS.every((prop) => Object.is(before[prop], now[prop])) &&
    before.selected?.[0] === now.selected?.[0] &&
    before.selected?.[1] === now.selected?.[1],
);

/** All but what is selected, whose two numbers are compared. */
const ROW_PROPS = ["name", "index", "top", "values", "measured", "active", "marked"] as const;

const LEADING: CSSProperties = { height: ROW_HEIGHT };

interface GridCellProps {
  readonly id: string;
  readonly row: number;
  readonly place: number;
  readonly column: Column;
  readonly value: unknown;
  /** The row has not come yet. */
  readonly coming: boolean;
  readonly left: number | undefined;
  readonly look: Look | undefined;
  /** Where the column was drawn narrower than its numbers are wide. */
  readonly room: { readonly width: number; readonly font: string } | null;
  readonly active: boolean;
  readonly selected: boolean;
}

/** By the sign that is shown. */
const CHANGED: ReadonlyMap<string, string> = new Map([
  ["+", "up"],
  ["-", "down"],
]);
/** Letters that every column of text shows. */
const SHORT = 12;

function GridCell(props: GridCellProps): ReactNode {
  const { id, row, place, column, value, coming, left, look, room, active, selected } = props;
  const shown =
    room === null
      ? cellText(value, column, look)
      : narrowText(value, column, look, (text) => fits(text, room.width, room.font));
  const full = fullValue(value, column);
  const rounded = full !== shown || (column.type === "text" && shown.length > SHORT);
  const classes = [
    column.type === "number" || column.type === "time" ? "number" : column.type === "text" ? "text" : "",
    left === undefined ? "" : "stays",
    look?.change === true ? CHANGED.get(shown[0] ?? "") : "",
    active ? "active" : "",
    selected ? "selected" : "",
  ];
  return (
    <div
      role="gridcell"
      id={id}
      data-row={row}
      data-column={place}
      aria-colindex={place + 1}
      aria-selected={selected}
      className={classes.filter(Boolean).join(" ")}
      style={left === undefined ? {} : { left }}
      {...(rounded ? { title: full } : {})}
    >
      {coming ? (
        <span className="coming" />
      ) : value === null || value === undefined ? (
        <span className="no-value" title="No value: click to see why">
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">no value</span>
        </span>
      ) : (
        shown
      )}
    </div>
  );
}
