/**
 * The request: JSON with cards and formulas in, a checked ScanRequest or a list of what is wrong with it out. Pure: no
 * clock, no I/O.
 */
export type { EntryGroup, RequestDiagnostic, RequestOptions, ScanColumn, ScanFilter, ScanRequest } from "./request.ts";
export { readRequest } from "./read-request.ts";
export { outcomeMistake } from "./outcome.ts";

export type { ReadOptions, ReadRequest } from "./read-request.ts";
export { HOLD_OUTS, holdOutNamed, lastDayWanted, partedDays } from "./hold-out.ts";
export type { HeldOut, HoldOut } from "./hold-out.ts";
export { chosenValues, countOfSettings, renameMistake, settingsOf, valueIn, valuesOf } from "./parameters.ts";
export type { Parameter } from "./parameters.ts";
export { requestOfFormulas } from "./request-of-formulas.ts";
export type { FormulaRequest } from "./request-of-formulas.ts";
export * from "./builder/index.ts";
export { readPresets } from "./presets/preset.ts";
export type { Preset, ReadPresets } from "./presets/preset.ts";
export { readTemplates } from "./presets/template.ts";
export type { ReadTemplates, Template } from "./presets/template.ts";
export { builtInPresets, builtInTemplates } from "./presets/built-in.ts";
export { FIRST_REQUEST } from "./presets/first-request.ts";
export { ACTIVITY_BREADTH, ACTIVITY_TILES } from "./presets/activity.ts";
export type { ActivityTile } from "./presets/activity.ts";
export * from "./text/index.ts";
