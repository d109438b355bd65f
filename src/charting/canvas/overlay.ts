import type { IPrimitivePaneView, ISeriesPrimitive, PrimitiveHoveredItem } from "lightweight-charts";
import type { Colours } from "./colours.ts";
import { drawDrawings, drawingAt } from "./drawings.ts";
import type { PlacedDrawing } from "./drawings.ts";
import { drawShades } from "./shading.ts";
import type { Shade } from "./shading.ts";

interface OverlayState {
  readonly colours: Colours;
  readonly shades: readonly Shade[];
  readonly selected: string | null;
  /** Where the drawings stand now. */
  readonly place: () => readonly PlacedDrawing[];
  /** Canvas coordinate of a bar's place, and of the halves between. */
  readonly xOf: (place: number) => number | null;
}

/** Shading behind the bars and drawings before them, on the chart's own canvas, so that screenshots have both. */
export class Overlay implements ISeriesPrimitive {
  state: OverlayState;
  readonly #views: readonly IPrimitivePaneView[];

  constructor(state: OverlayState) {
    this.state = state;
    this.#views = [
      {
        zOrder: () => "bottom",
        renderer: () => ({
          draw: (target) => drawShades(target, this.state.shades, this.state.xOf, this.state.colours),
        }),
      },
      {
        zOrder: () => "top",
        renderer: () => ({
          draw: (target) => drawDrawings(target, this.state.place(), this.state.selected, this.state.colours),
        }),
      },
    ];
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  hitTest(x: number, y: number): PrimitiveHoveredItem | null {
    // Where they stand now: what was moved a moment ago need not have been painted yet.
    const id = drawingAt(this.state.place(), this.state.selected, x, y);
    return id === null ? null : { externalId: id, zOrder: "top", cursorStyle: "pointer" };
  }
}
