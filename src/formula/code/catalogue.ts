import { BAR_FIELD_NAMES, FIELDS_OF, GROUPS, INDICATORS, isOneOf, RANGE_FUNCTIONS } from "../../vocabulary/index.ts";
import type { Field, Group, Indicator, RangeFunctionName } from "../../vocabulary/index.ts";

/** Lookups over the vocabulary, and the guards from a name to the tree's types. */
const INDICATORS_BY_NAME = new Map<string, Indicator>(
  INDICATORS.flatMap((entry) =>
    [entry.name, ...(entry.aliases ?? [])].map((name): [string, Indicator] => [name, entry]),
  ),
);

/** The field of a group by its name or an alias. */
export function fieldOf<G extends Group>(group: G, name: string): Field<G> | undefined {
  const key = name.toLowerCase();
  return FIELDS_OF[group].find((field) => field.name === key || field.aliases?.includes(key));
}
export const fieldNames = (group: Group): readonly string[] => FIELDS_OF[group].map(({ name }) => name);
export const indicatorOf = (name: string): Indicator | undefined => INDICATORS_BY_NAME.get(name.toLowerCase());
export const indicatorNames = (): readonly string[] => INDICATORS.map(({ name }) => name);

export const isGroup = isOneOf(GROUPS);
export const isRangeFunction = isOneOf(RANGE_FUNCTIONS.map(({ name }) => name));
/** The function of a name, also of its name in words: `highest` for max. */
export const rangeFunctionMeant = (word: string): RangeFunctionName | null =>
  RANGE_FUNCTIONS.find(({ label }) => label === word.toLowerCase())?.name ?? null;

export const isSource = isOneOf(BAR_FIELD_NAMES);
