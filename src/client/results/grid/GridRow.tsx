import { memo } from "react";
import type { ReactNode } from "react";
import { fullValue } from "../../ui/values.ts";
import type { Column } from "./layout.ts";
import { cellId } from "./measured.ts";
import type { Measured } from "./measured.ts";
import { cellText, fits, narrowText } from "./numbers.ts";

interface GridRowProps {
  /** Of the grid, for the ids of cells. */
  readonly name: string;
  readonly index: number;
  /** Of all columns; undefined until they have come. */
  readonly values: readonly unknown[] | undefined;
  readonly measured: Measured;
  /** Column of the active cell, where it is in this row. */
  readonly active: number | null;
  /** First and last column that are selected in this row. */
  readonly left: number | null;
  readonly right: number | null;
  readonly marked: boolean;
}

/** Drawn anew only where it says something else. Its cells are no components: there are hundreds of them in sight. */
export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { name, index, values, measured, active, left, right, marked } = props;
  const { shown, columns, places, template } = measured;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`row${index % 2 === 0 ? "" : " odd"}${marked ? " new" : ""}`}
      style={template}
    >
      {columns.map((column, place) => {
        const value = values?.[shown[place] ?? 0];
        const text = textOf(value, measured, place);
        const selected = left !== null && right !== null && place >= left && place <= right;
        return (
          <div
            key={column.name}
            role="gridcell"
            // Only the active one is pointed to.
            id={active === place ? cellId(name, { row: index, column: place }) : undefined}
            data-row={index}
            data-column={place}
            aria-colindex={place + 1}
            aria-selected={selected}
            className={classOf(measured, place, text, active === place, selected)}
            style={places[place] === undefined ? undefined : { left: places[place] }}
          >
            {values === undefined ? (
              <span className="coming" />
            ) : value === null || value === undefined ? (
              <span className="no-value" title="No value: click to see why">
                <span aria-hidden="true">–</span>
                <span className="visually-hidden">no value</span>
              </span>
            ) : (
              text
            )}
          </div>
        );
      })}
    </div>
  );
});

/** What the cell of a column shows of a value. */
function textOf(value: unknown, { columns, needed, widths, looks, font }: Measured, place: number): string {
  const column = columns[place];
  if (column === undefined) return "";
  const width = widths[place] ?? 0;
  const isNarrow = width < (needed[place] ?? 0);
  if (!isNarrow) return cellText(value, column, looks[place]);
  return narrowText(value, column, looks[place], (text) => fits(text, width, font));
}

/** By the sign that is shown. */
const CHANGED: ReadonlyMap<string, string> = new Map([
  ["+", " up"],
  ["-", " down"],
]);

function classOf(
  { columns, looks, places }: Measured,
  place: number,
  text: string,
  active: boolean,
  selected: boolean,
) {
  const type = columns[place]?.type;
  const kind = type === "number" || type === "time" ? "number" : type === "text" ? "text" : "";
  const change = looks[place]?.change === true ? (CHANGED.get(text[0] ?? "") ?? "") : "";
  const stays = places[place] === undefined ? "" : " stays";
  return `${kind}${change}${stays}${active ? " active" : ""}${selected ? " selected" : ""}`;
}

/** Letters that every column of text shows. */
const SHORT = 12;

/** What is said on hover of a value that its cell shows in part; null where it shows all of it. */
export function titleOf(value: unknown, measured: Measured, place: number): string | null {
  const column: Column | undefined = measured.columns[place];
  if (column === undefined || value === null || value === undefined) return null;
  const shown = textOf(value, measured, place);
  const full = fullValue(value, column);
  return full !== shown || (column.type === "text" && shown.length > SHORT) ? full : null;
}
