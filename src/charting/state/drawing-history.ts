import { proxy } from "valtio";
import type { ChartDrawing } from "../../contract/index.ts";
import { keepContent } from "./begin.ts";
import { content, interaction, keepOut } from "./chart.ts";

const MAX_STEPS = 100;

type Drawings = readonly ChartDrawing[];

interface Steps {
  readonly done: readonly Drawings[];
  readonly undone: readonly Drawings[];
}

const NO_STEPS: Steps = { done: [], undone: [] };

/** Drawings of each symbol as they were before its last changes, and as they were before these were undone. */
export const history = proxy<Record<string, Steps>>({});

const isHere = ({ symbol }: Pick<ChartDrawing, "symbol">): boolean => symbol === content.symbol;
const copy = (drawings: Drawings): ChartDrawing[] =>
  drawings.map((drawing) => ({ ...drawing, points: drawing.points.map((point) => ({ ...point })) }));

/** The drawings of the shown symbol, as they are now. */
export const drawingsHere = (): Drawings => copy(content.drawings.filter(isHere));

/** Call it before, or with what was there before, a change that can be undone. */
export function remember(before: Drawings = drawingsHere()): void {
  const { done } = history[content.symbol] ?? NO_STEPS;
  history[content.symbol] = keepOut({ done: [...done, before].slice(-MAX_STEPS), undone: [] });
}

/** Shows other drawings on the symbol; those of other symbols stay. */
export function replaceDrawings(drawings: Drawings): void {
  content.drawings = [...content.drawings.filter((drawing) => !isHere(drawing)), ...copy(drawings)];
  if (!content.drawings.some(({ id }) => id === interaction.selected)) interaction.selected = null;
  keepContent();
}

export function undo(): void {
  const { done, undone } = history[content.symbol] ?? NO_STEPS;
  const before = done.at(-1);
  if (before === undefined) return;
  history[content.symbol] = keepOut({ done: done.slice(0, -1), undone: [...undone, drawingsHere()] });
  replaceDrawings(before);
}

export function redo(): void {
  const { done, undone } = history[content.symbol] ?? NO_STEPS;
  const after = undone.at(-1);
  if (after === undefined) return;
  history[content.symbol] = keepOut({ done: [...done, drawingsHere()], undone: undone.slice(0, -1) });
  replaceDrawings(after);
}

/** Another chart is opened: its drawings were never others. */
export function forgetSteps(): void {
  for (const symbol of Object.keys(history)) delete history[symbol];
}
