import { CHART_LIMITS, CHART_TOOLS } from "../../vocabulary/index.ts";
import type { ChartTool } from "../../vocabulary/index.ts";
import { keepContent } from "./begin.ts";
import { content, interaction } from "./chart.ts";

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
  content.drawings.push({ id, tool, symbol: content.symbol, points: [...points], text });
  interaction.selected = id;
  keepContent();
}

export function removeDrawing(id: string): void {
  const at = content.drawings.findIndex((drawing) => drawing.id === id);
  if (at >= 0) content.drawings.splice(at, 1);
  if (interaction.selected === id) interaction.selected = null;
  keepContent();
}

/** What takes its keys for itself; what is closed already and only fades away does not. */
export const OWN_KEYS = "input, textarea, :is([role=dialog], [role=menu]):not([data-state=closed])";

/** Keys of drawings: Delete removes the selected one, Escape puts the tool away. */
export function onDrawingKey(event: KeyboardEvent): void {
  // Escape that closed something is done with.
  if (event.defaultPrevented || (event.target instanceof HTMLElement && event.target.closest(OWN_KEYS))) return;
  if (event.key === "Escape") {
    takeTool(null);
  } else if ((event.key === "Delete" || event.key === "Backspace") && interaction.selected !== null) {
    event.preventDefault();
    removeDrawing(interaction.selected);
  }
}
