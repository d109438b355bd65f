import { FIELDS, INDICATORS, RANGE_FUNCTIONS } from "../../vocabulary/index.ts";
import type { Field, Group, Indicator, RangeFunctionName } from "../../vocabulary/index.ts";
import type { DailyField, FundamentalField, IdentityField, IntradayField, OwnershipField } from "../tree.ts";

/** Lookups over the vocabulary, and the guards from a name to the tree's types. */
export const GROUPS: readonly Group[] = [
  "daily",
  "intraday",
  "indicator",
  "identity",
  "fundamental",
  "ownership",
  "earnings",
];

const FIELDS_BY_NAME = new Map<string, Field>(
  FIELDS.flatMap((field) =>
    [field.name, ...(field.aliases ?? [])].map((name): [string, Field] => [`${field.group} ${name}`, field]),
  ),
);
const INDICATORS_BY_NAME = new Map<string, Indicator>(
  INDICATORS.flatMap((entry) =>
    [entry.name, ...(entry.aliases ?? [])].map((name): [string, Indicator] => [name, entry]),
  ),
);

export const fieldOf = (group: Group, name: string): Field | undefined =>
  FIELDS_BY_NAME.get(`${group} ${name.toLowerCase()}`);
export const fieldNames = (group: Group): readonly string[] =>
  FIELDS.filter((field) => field.group === group).map(({ name }) => name);
export const indicatorOf = (name: string): Indicator | undefined => INDICATORS_BY_NAME.get(name.toLowerCase());
export const indicatorNames = (): readonly string[] => INDICATORS.map(({ name }) => name);

export const isGroup = (name: string): name is Group => GROUPS.some((group) => group === name);
export const isRangeFunction = (name: string): name is RangeFunctionName =>
  RANGE_FUNCTIONS.some((entry) => entry.name === name);
/** `highest` for max: what the words notation says. */
export const rangeFunctionMeant = (word: string): RangeFunctionName | null =>
  RANGE_FUNCTIONS.find(({ label }) => label === word.toLowerCase())?.name ?? null;

export const isDailyField = (name: string): name is DailyField => FIELDS_BY_NAME.get(`daily ${name}`)?.name === name;
export const isIntradayField = (name: string): name is IntradayField =>
  FIELDS_BY_NAME.get(`intraday ${name}`)?.name === name;
export const isIdentityField = (name: string): name is IdentityField =>
  FIELDS_BY_NAME.get(`identity ${name}`)?.name === name;
export const isOwnershipField = (name: string): name is OwnershipField =>
  FIELDS_BY_NAME.get(`ownership ${name}`)?.name === name;
export const isFundamentalField = (name: string): name is FundamentalField => {
  const field = FIELDS_BY_NAME.get(`fundamental ${name}`);
  return field?.name === name && field.event === undefined;
};
export const isSource = (name: string): name is Exclude<DailyField, "date"> => name !== "date" && isDailyField(name);
