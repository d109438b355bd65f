/** Texts of the builder whose wording is free to change. `{name}` stands for a parameter. */
const BUILDER_TEXTS = {
  "request-name-long": "At most {limit} characters.",
  "date-order": "The start date is after the end date.",
  "date-early": "The earliest date is {date}.",
  "date-late": "The latest date is {date}.",
  "filters-limit": "Your subscription allows {limit} filters.",
  "no-point": "A data point of numbers belongs in the brackets.",
  "columns-limit": "Your subscription allows {limit} columns.",
} as const;

export const builderText = (
  name: keyof typeof BUILDER_TEXTS,
  parameters: Readonly<Record<string, string | number>> = {},
): string => BUILDER_TEXTS[name].replaceAll(/\{(\w+)\}/g, (whole, key: string) => String(parameters[key] ?? whole));
