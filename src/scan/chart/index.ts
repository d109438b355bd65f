/** What charts show: bars of any size, lines of indicators as a scan computes them, symbols, hits of a run. */
export { chartBars, type ChartBar, type ChartPage, type ChartWindow } from "./bars.ts";
export { chartIndicators, type ChartLine } from "./indicators.ts";
export { chartHits, chartMarks } from "./marks.ts";
export type { ChartSeries } from "./relation.ts";
export { findChartSecurity, type ChartSecurity } from "./security.ts";
export { rowCharts, type RowBars } from "./row-charts.ts";
export { searchSymbols } from "./symbols.ts";
