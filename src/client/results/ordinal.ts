const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: "st", two: "nd", few: "rd" };
const rules = new Intl.PluralRules("en-US", { type: "ordinal" });

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export const ordinal = (value: number): string => `${value}${SUFFIXES[rules.select(value)] ?? "th"}`;
