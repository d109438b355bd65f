import type { Snapshot } from "valtio";
import type { ChartContent, ChartIndicators } from "../../contract/index.ts";
import type { ChartBar, Loaded } from "../state/chart.ts";
import type { Marks } from "./marks.ts";

/** Everything that a chart shows, plain. */
export interface Shown {
  readonly content: Snapshot<ChartContent>;
  readonly loaded: Loaded;
  readonly compared: readonly { readonly symbol: string; readonly loaded: Loaded }[];
  readonly studies: readonly {
    readonly id: string;
    readonly items: Snapshot<ChartIndicators["items"]>;
    readonly times: readonly string[];
  }[];
  readonly marks: Marks;
  readonly selected: string | null;
  readonly appearance: "light" | "dark";
}

export interface ViewHandlers {
  readonly onEdge: (side: "earlier" | "later") => void;
  /** The bar under the pointer; null beside the chart. */
  readonly onPoint: (bar: ChartBar | null) => void;
  readonly onClick: (at: { readonly time: string; readonly price: number } | null, drawing: string | null) => void;
  readonly onDoubleClick: (drawing: string) => void;
  /** Whether drawings may be taken: no tool is in hand. */
  readonly mayDrag: () => boolean;
  readonly onDrag: (drawing: string, points: Points) => void;
  readonly onDragEnd: (kept: boolean) => void;
  /** The reader made the bars wider or narrower, in pixels. */
  readonly onZoom: (barSpacing: number) => void;
}

export type Points = Snapshot<ChartContent>["drawings"][number]["points"];
