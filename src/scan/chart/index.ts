/** What charts show: bars of any size, lines of indicators as a scan computes them, symbols, hits of a run. */
export { chartBars, type ChartBar, type ChartPage, type ChartWindow } from "./bars.ts";
export { chartIndicators, type ChartLine, type ChartLines } from "./indicators.ts";
export { chartHits, chartMarks, type ChartHit } from "./marks.ts";
export type { ChartSeries } from "./relation.ts";
export { findChartSecurity, type ChartSecurity, type SecurityQuery } from "./security.ts";
export { searchSymbols, type FoundSymbol } from "./symbols.ts";
