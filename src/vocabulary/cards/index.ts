export { AMONG } from "./among.ts";
export type { Among } from "./among.ts";
export * from "./card.ts";
export * from "./options.ts";
export { cardOf, cardsOf, COLUMN_CARDS, FILTER_CARDS } from "./cards.ts";
export { builderText } from "./builder-texts.ts";
export * from "./inputs.ts";
export * from "./option-row.ts";
export * from "./option-rows.ts";
