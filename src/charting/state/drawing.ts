import { CHART_LIMITS, CHART_TOOLS } from "../../vocabulary/index.ts";
import type { ChartTool } from "../../vocabulary/index.ts";
import type { ChartDrawing } from "../../contract/index.ts";
import { keepContent } from "./begin.ts";
import { content, interaction } from "./chart.ts";
import { drawingsHere, redo, remember, replaceDrawings, undo } from "./drawing-history.ts";

type Point = { readonly time: string; readonly price: number };

let first: Point | null = null;

export function takeTool(tool: ChartTool | null): void {
  first = null;
  interaction.tool = interaction.tool === tool ? null : tool;
  interaction.selected = null;
  interaction.message = interaction.tool === null ? null : "Click the chart to place it; Escape cancels.";
}

/** A click on the chart: places a point of the tool in hand, else selects what is there. */
export function click(at: Point | null, drawing: string | null): void {
  const tool = CHART_TOOLS.find(({ name }) => name === interaction.tool);
  if (tool === undefined) {
    interaction.selected = drawing;
    return;
  }
  if (at === null) return;
  if (tool.points === 2 && first === null) {
    first = at;
    interaction.message = "Click again for its other end.";
    return;
  }
  const points = first === null ? [at] : [first, at];
  if (tool.name === "text") {
    // The text itself is asked for by the page; it lands here with it.
    first = at;
    interaction.message = "text";
    return;
  }
  place(tool.name, points, "");
}

/** Puts the text in hand where the chart was clicked. */
export function placeText(text: string): void {
  if (first !== null && text.trim() !== "") place("text", [first], text.trim());
  else takeTool(null);
}

function place(tool: ChartTool, points: readonly Point[], text: string): void {
  first = null;
  Object.assign(interaction, { tool: null, message: null });
  if (content.drawings.length >= CHART_LIMITS.drawings) {
    interaction.message = `A chart holds at most ${CHART_LIMITS.drawings} drawings.`;
    return;
  }
  const id = crypto.randomUUID();
  remember();
  content.drawings.push({ id, tool, symbol: content.symbol, points: [...points], text });
  interaction.selected = id;
  keepContent();
}

export function removeDrawing(id: string): void {
  const at = content.drawings.findIndex((drawing) => drawing.id === id);
  if (at >= 0) {
    remember();
    content.drawings.splice(at, 1);
  }
  if (interaction.selected === id) interaction.selected = null;
  keepContent();
}

/** The drawings before the drag that goes on. */
let beforeDrag: readonly ChartDrawing[] | null = null;

/** A drawing is held and moved: it is there at once, and one step to undo whatever way it took. */
export function dragDrawing(id: string, points: readonly Point[]): void {
  const drawing = content.drawings.find((each) => each.id === id);
  if (drawing === undefined) return;
  beforeDrag ??= drawingsHere();
  interaction.selected = id;
  drawing.points = points.map((point) => ({ ...point }));
}

/** The drawing is let go; a drag that was broken off puts it back. */
export function endDrag(kept: boolean): void {
  if (beforeDrag === null) return;
  if (kept) remember(beforeDrag);
  else replaceDrawings(beforeDrag);
  beforeDrag = null;
  keepContent();
}

/** Gives a drawing other points, or another text; without points, or as a text without one, it goes. */
export function changeDrawing(id: string, change: { readonly points: readonly Point[]; readonly text: string }): void {
  const drawing = content.drawings.find((each) => each.id === id);
  if (drawing === undefined) return;
  if (drawing.tool === "text" && change.text === "") {
    removeDrawing(id);
    return;
  }
  remember();
  Object.assign(drawing, { points: change.points.map((point) => ({ ...point })), text: change.text });
  keepContent();
}

/** What takes its keys for itself; what is closed already and only fades away does not. */
export const OWN_KEYS = "input, textarea, :is([role=dialog], [role=menu]):not([data-state=closed])";

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/**
 * Keys of drawings: arrows move the selected one, Enter edits it, Delete removes it, Escape puts the tool away, Ctrl+Z and
 * Ctrl+Shift+Z undo and redo.
 */
export function onDrawingKey(event: KeyboardEvent, nudge: (id: string, key: string, far: boolean) => void): void {
  // Escape that closed something is done with.
  if (event.defaultPrevented || (event.target instanceof HTMLElement && event.target.closest(OWN_KEYS))) return;
  const { selected } = interaction;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  } else if (event.key === "Escape") {
    takeTool(null);
  } else if (selected === null || event.altKey) {
    return;
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    removeDrawing(selected);
  } else if (isControl(event.target)) {
    return;
  } else if (event.key === "Enter") {
    event.preventDefault();
    interaction.editing = selected;
  } else if (ARROWS.includes(event.key)) {
    event.preventDefault();
    nudge(selected, event.key, event.shiftKey);
    endDrag(true);
  }
}

/** Buttons and lists have Enter and arrows for themselves. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("button, a, select, [role=combobox], [role=listbox], [role=radiogroup]") !== null;
