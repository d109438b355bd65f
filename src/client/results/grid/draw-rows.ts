import { fullValue } from "../../ui/values.ts";
import type { Column } from "./layout.ts";
import { cellId } from "./measured.ts";
import type { Measured } from "./measured.ts";
import { cellText, fits, narrowText } from "./numbers.ts";

/** What a row in sight says. */
export interface DrawnRow {
  readonly index: number;
  /** Of all columns; undefined until they have come. */
  readonly values: readonly unknown[] | undefined;
  /** Column of the active cell, where it is in this row. */
  readonly active: number | null;
  /** First and last column that are selected in this row. */
  readonly left: number | null;
  readonly right: number | null;
  readonly marked: boolean;
}

interface RowElement {
  readonly element: HTMLElement;
  readonly cells: readonly HTMLElement[];
  said: DrawnRow | null;
}

/**
 * The rows in sight, drawn without React: each frame of a dragged scroll bar has some three hundred other cells, whose
 * elements stay and say something else. They stand in the document in the order in which they are seen.
 */
export class DrawnRows {
  readonly #room: HTMLElement;
  /** Of the grid, for the ids of cells. */
  readonly #name: string;
  #measured: Measured | null = null;
  #rows: readonly RowElement[] = [];

  constructor(room: HTMLElement, name: string) {
    this.#room = room;
    this.#name = name;
  }

  draw(measured: Measured, rows: readonly DrawnRow[]): void {
    if (measured !== this.#measured) {
      this.#room.replaceChildren();
      this.#rows = [];
      this.#measured = measured;
    }
    this.#turnTo(rows[0]?.index ?? 0);
    for (const { element } of this.#rows.slice(rows.length)) element.remove();
    this.#rows = rows.map((row, place) => {
      const drawn = this.#rows[place] ?? this.#newRow(measured);
      if (drawn.said === null || !isSame(drawn.said, row)) sayRow(drawn, row, measured, this.#name);
      return drawn;
    });
  }

  /** Rows that went out at one end come in at the other; those between stay as they are. */
  #turnTo(first: number): void {
    const by = first - (this.#rows[0]?.said?.index ?? first);
    const size = this.#rows.length;
    if (by === 0 || Math.abs(by) >= size) return;
    const gone = by > 0 ? this.#rows.slice(0, by) : this.#rows.slice(by);
    const stays = by > 0 ? this.#rows.slice(by) : this.#rows.slice(0, by);
    const elements = gone.map(({ element }) => element);
    if (by > 0) this.#room.append(...elements);
    else this.#room.prepend(...elements);
    this.#rows = by > 0 ? [...stays, ...gone] : [...gone, ...stays];
  }

  #newRow({ columns, places }: Measured): RowElement {
    const element = document.createElement("div");
    element.setAttribute("role", "row");
    const cells = columns.map((_, place) => {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("aria-colindex", String(place + 1));
      cell.dataset["column"] = String(place);
      const left = places[place];
      if (left !== undefined) cell.style.left = `${left}px`;
      return cell;
    });
    element.append(...cells);
    this.#room.append(element);
    return { element, cells, said: null };
  }
}

const isSame = (one: DrawnRow, other: DrawnRow): boolean =>
  one.index === other.index &&
  one.values === other.values &&
  one.active === other.active &&
  one.left === other.left &&
  one.right === other.right &&
  one.marked === other.marked;

function sayRow(drawn: RowElement, row: DrawnRow, measured: Measured, name: string): void {
  const { index, values, active, left, right, marked } = row;
  const { element, cells, said } = drawn;
  drawn.said = row;
  element.className = `row${values === undefined ? " coming" : ""}${marked ? " new" : ""}`;
  if (said?.index !== index) {
    element.ariaRowIndex = String(index + 2);
    element.dataset["row"] = String(index);
  }
  for (const [place, cell] of cells.entries()) {
    const value = values?.[measured.shown[place] ?? 0];
    const selected = left !== null && right !== null && place >= left && place <= right;
    const text = textOf(value, measured, place);
    const classes = classOf(measured, place, text, active === place, selected);
    if (cell.className !== classes) cell.className = classes;
    if (cell.ariaSelected !== String(selected)) cell.ariaSelected = String(selected);
    // Only the active one is pointed to.
    if (active === place) cell.id = cellId(name, { row: index, column: place });
    else if (cell.id !== "") cell.removeAttribute("id");
    // That of the row that stood here before.
    if (cell.title !== "") cell.removeAttribute("title");
    sayValue(cell, values !== undefined && (value === null || value === undefined) ? null : text);
  }
}

const part = (className: string, text: string): HTMLElement => {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
};

function noValue(): HTMLElement {
  const shown = part("no-value", "");
  shown.title = "No value: click to see why";
  const dash = part("", "–");
  dash.ariaHidden = "true";
  shown.append(dash, part("visually-hidden", "no value"));
  return shown;
}

/** A text, or that there is no value: null. */
function sayValue(cell: HTMLElement, said: string | null): void {
  const held = cell.firstChild;
  if (said === null) {
    if (!(held instanceof HTMLElement)) cell.replaceChildren(noValue());
  } else if (held instanceof Text) {
    if (held.data !== said) held.data = said;
  } else cell.replaceChildren(said);
}

/** What the cell of a column shows of a value. */
function textOf(value: unknown, { columns, needed, widths, looks, font }: Measured, place: number): string {
  const column = columns[place];
  if (column === undefined || value === undefined || value === null) return "";
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
): string {
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
