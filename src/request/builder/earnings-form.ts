import { EARNINGS_DATA_POINTS } from "../../vocabulary/index.ts";
import type { StatementGroup } from "../../vocabulary/index.ts";
import { cleanName } from "../names.ts";
import type { CardItem } from "./entry.ts";
import { withoutBraces } from "./select.ts";

/** The form of the Earnings card: several data points at once. */
export interface EarningsForm {
  readonly kind: "earnings";
  /** Selected data points in the order of the card. */
  readonly items: readonly string[];
  readonly name: string;
}

export const FRESH_EARNINGS: EarningsForm = { kind: "earnings", items: [], name: "" };

/** In the order of the card, each once. */
const ordered = (names: ReadonlySet<string>): readonly string[] =>
  EARNINGS_DATA_POINTS.map(({ data_point }) => data_point).filter((name) => names.has(name));

const namesOf = (group: StatementGroup): readonly string[] =>
  EARNINGS_DATA_POINTS.filter(({ groupBy }) => groupBy === group).map(({ data_point }) => data_point);

const withItems = (form: EarningsForm, names: ReadonlySet<string>): EarningsForm => ({
  ...form,
  items: ordered(names),
});

/** A click on a data point selects it, or deselects it. */
export function toggleStatement(form: EarningsForm, name: string): EarningsForm {
  const names = new Set(form.items);
  if (!names.delete(name)) names.add(name);
  return withItems(form, names);
}

export const selectAllStatements = (form: EarningsForm): EarningsForm =>
  withItems(form, new Set(EARNINGS_DATA_POINTS.map(({ data_point }) => data_point)));

export const selectNoStatements = (form: EarningsForm): EarningsForm => ({ ...form, items: [] });

/** Selects a whole group; one that is wholly selected is deselected. */
export function toggleGroup(form: EarningsForm, group: StatementGroup): EarningsForm {
  const names = new Set(form.items);
  const own = namesOf(group);
  const whole = own.every((name) => names.has(name));
  for (const name of own)
    if (whole) names.delete(name);
    else names.add(name);
  return withItems(form, names);
}

export const enterEarningsName = (form: EarningsForm, text: string): EarningsForm => ({
  ...form,
  name: withoutBraces(text),
});

/**
 * The columns of a selection: one is called by the name, several by the name with each data point's own behind it, or by
 * that alone.
 */
export function itemsOfEarningsForm({ items, name }: EarningsForm): readonly CardItem[] {
  const own = cleanName(name);
  return items.map((data_point) => ({
    kind: "card",
    tab: "",
    data_point,
    options: { name: items.length === 1 ? own : cleanName(`${own} ${data_point}`) },
  }));
}

export const loadStatement = ({ data_point, options }: CardItem): EarningsForm => ({
  kind: "earnings",
  items: [data_point],
  name: options.name ?? "",
});
