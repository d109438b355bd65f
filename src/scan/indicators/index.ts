/** Indicators as SQL: recipes of the catalogue printed as windows over a relation of bars, and the bars of a timeframe. */
export { indicatorSelect, type BarKind } from "./indicator-select.ts";
export { DIVIDEND_FACTOR, dividendsAfter, intradayBars, valuesAt } from "./intraday-bars.ts";
export { settledRecipe, type IndicatorLine } from "./settled-recipe.ts";
