import { proxy, ref } from "valtio";
import { chartPath, readChartAddress } from "../../contract/index.ts";
import type {
  ChartAddress,
  ChartBars,
  ChartContent,
  ChartIndicators,
  ChartMarks,
  ChartProductAnswer,
  MarketStateAnswer,
  RowTrade,
} from "../../contract/index.ts";
import type { ChartTool } from "../../vocabulary/index.ts";

/** What the chart shows, as it is saved. */
export const content = proxy<ChartContent>({
  symbol: "",
  timeframe: "1D",
  hours: "regular",
  adjusted: true,
  style: "candles",
  scale: "linear",
  compare: [],
  indicators: [],
  drawings: [],
});

export type ChartBar = ChartBars["bars"][number];

/** The bar under the pointer. */
export const pointed = proxy<{ bar: ChartBar | null }>({ bar: null });

/** Bars of a series, paged in as the chart is moved. */
export interface Loaded {
  bars: readonly ChartBar[];
  /** Half days and late opens, by date. */
  unusual: ReadonlyMap<string, { readonly open: number; readonly close: number }>;
  earlier: string | null;
  later: string | null;
}

/** Answers of the server; arrays of bars must not go into a proxy. */
export const data = proxy<{
  phase: "loading" | "ready" | "failed";
  error: string | null;
  /** More bars are on their way. */
  paging: boolean;
  security: ChartBars["security"] | null;
  loaded: Loaded | null;
  compared: { symbol: string; loaded: Loaded }[];
  studies: { id: string; items: ChartIndicators["items"]; times: readonly string[] }[];
  studyError: string | null;
  marks: ChartMarks | null;
  /** Of the opened row. */
  trades: readonly RowTrade[];
  /** The request's row that the chart shows, and how many rows there are. */
  hits: { row: number | null; total: number; name: string } | null;
  product: ChartProductAnswer | null;
  market: MarketStateAnswer | null;
}>({
  phase: "loading",
  error: null,
  paging: false,
  security: null,
  loaded: null,
  compared: [],
  studies: [],
  studyError: null,
  marks: null,
  trades: [],
  hits: null,
  product: null,
  market: null,
});

/** The tool, drawing and message that the user works with. */
export const interaction = proxy<{
  tool: ChartTool | null;
  selected: string | null;
  /** The drawing whose points and text are edited. */
  editing: string | null;
  message: string | null;
  /** The saved chart that is open; `saved` is when it was saved last. */
  layout: { id: string; name: string; saved: string } | null;
}>({ tool: null, selected: null, editing: null, message: null, layout: null });

export const address = proxy<ChartAddress>(
  "location" in globalThis
    ? readChartAddress(location.pathname, location.search)
    : { id: null, symbol: null, date: null, request: null },
);

/** Shows another place in the address bar; a further one can be gone back from. */
export function goTo(change: Partial<ChartAddress>, push = false): void {
  const next = { ...address, ...change };
  const text = chartPath(next);
  if (text !== location.pathname + location.search) {
    if (push) history.pushState(null, "", text);
    else history.replaceState(null, "", text);
  }
  Object.assign(address, next);
}

export const keepOut = <T extends object>(value: T): T => ref(value);
