/**
 * What the product calls things: fields, functions, indicators, sessions, limits, exact texts, as data. Imports nothing;
 * every other room derives from it.
 */
export * from "./types.ts";
export * from "./table-names.ts";
export * from "./sessions.ts";
export * from "./exchange-day.ts";
export * from "./charting.ts";
export * from "./limits.ts";
export * from "./timings.ts";
export * from "./result.ts";
export * from "./number-formats.ts";
export * from "./diagnostics.ts";
export * from "./range-functions.ts";
export * from "./fields/field.ts";
export * from "./fields/bar-fields.ts";
export * from "./fields/fact-fields.ts";
export * from "./fields.ts";
export * from "./listed/listed-value.ts";
export * from "./listed/countries.ts";
export * from "./listed/sectors.ts";
export * from "./listed/identities.ts";
export * from "./listed/statement-items.ts";
export * from "./values.ts";
export * from "./screen/tooltips.ts";
export * from "./screen/screen-texts.ts";
export * from "./screen/status-colours.ts";
export * from "./screen/formula-help.ts";
export * from "./wordings.ts";
export * from "./functions.ts";
export * from "./rounding.ts";
export * from "./recipe.ts";
export * from "./indicators.ts";
export * from "./scale.ts";
export * from "./recipe-bars.ts";
export { INDICATORS } from "./indicator-catalogue/catalogue.ts";
export * from "./cards/index.ts";
export * from "./durations.ts";
