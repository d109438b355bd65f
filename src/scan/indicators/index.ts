/** Indicators as SQL: recipes of the catalogue printed as windows over a relation of bars, and the bars of a timeframe. */
export { indicatorSelect, type BarKind, type IndicatorSeries } from "./indicator-select.ts";
export { intradayBars, valuesAt, type IntradayBars, type ValuesAt } from "./intraday-bars.ts";
export { settledRecipe, type IndicatorLine, type SettledRecipe } from "./settled-recipe.ts";
