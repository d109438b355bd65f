/** What keys do with rows; loaded at the first of them. */
export { copyRows } from "./copy-rows.ts";
export { labelRow } from "./label-row.ts";
