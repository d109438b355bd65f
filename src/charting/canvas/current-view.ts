import type { ChartView } from "./chart-view.ts";

/** The view on screen, for tools that move or picture it; never in a proxy. */
let view: ChartView | null = null;

export function keepView(next: ChartView | null): void {
  view = next;
}

export const currentView = (): ChartView | null => view;
