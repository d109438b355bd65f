import type { ListedField } from "./fields.ts";
import { COUNTRIES } from "./listed/countries.ts";
import {
  CURRENCIES,
  ETF_EXCHANGE,
  EXCHANGES,
  MORE_EXCHANGES,
  SECURITY_CLASSES,
  STATUSES,
} from "./listed/identities.ts";
import type { ListedValue } from "./listed/listed-value.ts";
import { INDUSTRIES, SECTORS } from "./listed/sectors.ts";

/** The lists by the text field whose values they are: a value outside its list earns a warning. */
const LISTS: Readonly<Record<ListedField, readonly ListedValue[]>> = {
  exchange: [...EXCHANGES, ETF_EXCHANGE, ...MORE_EXCHANGES],
  security_class: SECURITY_CLASSES,
  status: STATUSES,
  currency: CURRENCIES,
  sector: SECTORS,
  industry: INDUSTRIES,
  country: COUNTRIES,
};
export const LISTED_FIELDS: Readonly<Record<string, readonly ListedValue[]>> = LISTS;

/** What makes texts equal: lower case, trimmed, runs of blanks, hyphens and underscores one hyphen. */
export const textKey = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");

const spellings = new Map<string, ListedValue>(
  Object.entries(LISTED_FIELDS).flatMap(([field, values]) =>
    // A value's own spelling comes last, so that it stands whatever another value accepts.
    [
      ...values.flatMap((one) => (one.accepted ?? []).map((text): [string, ListedValue] => [text, one])),
      ...values.map((one): [string, ListedValue] => [one.value, one]),
    ].map(([text, one]): [string, ListedValue] => [`${field} ${textKey(text)}`, one]),
  ),
);

/** The listed value that a text means in a field, by its own or an accepted spelling; null where there is none. */
export const listedValue = (field: string, text: string): ListedValue | null =>
  spellings.get(`${field} ${textKey(text)}`) ?? null;

/** Values of the lists by field, for completion. Texts compare by `textKey`. A market may know better. */
export const FIELD_VALUES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(LISTED_FIELDS).map(([field, values]) => [field, values.map(({ value }) => value)]),
);
