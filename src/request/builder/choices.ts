import {
  ADJUSTED_CHOICES,
  AMONG,
  CONDITION_LABELS,
  CONDITIONS,
  EVENT_VALUES,
  EXTREMES,
  FIELDS_OF,
  INDICATOR_FUNCTIONS,
  INDICATORS,
  INTRADAY_FUNCTIONS,
  isOneOf,
  keysOf,
  LISTED_FIELDS,
  PERIOD_CHOICES,
  SO_FAR,
  TEXT_CONDITIONS,
  TIMEFRAMES,
  TRADE_SIDES,
} from "../../vocabulary/index.ts";
import type { CardOptionName, ChipOptionName } from "../../vocabulary/index.ts";
import type { FormPlace } from "./form.ts";
import { functionName } from "../indicator-of.ts";
import { barsOfTab, indicatorChosen } from "./indicator-options.ts";

/** A chip: what is chosen, and what stands on it. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The other name it goes by. */
  readonly also?: string;
}

const same = (values: readonly string[]): readonly Choice[] => values.map((value) => ({ value, label: value }));

/** The functions of a tab: the usual ones first, then the rest of the catalogue by name. */
function functions({ card, tab, point }: FormPlace): readonly Choice[] {
  if (card.title !== "Indicator")
    // Sums and averages of times of the day are useless.
    return same(INTRADAY_FUNCTIONS.filter((func) => point.type === "number" || (func !== "AVG" && func !== "SUM")));
  const bars = barsOfTab(tab.name);
  const offered = INDICATORS.filter(({ intradayOnly }) => bars === "minutes" || intradayOnly !== true).map((entry) => ({
    value: functionName(entry, bars),
    title: entry.title,
  }));
  const rank = (value: string): number => {
    const index = INDICATOR_FUNCTIONS.findIndex((func) => func === value);
    return index < 0 ? INDICATOR_FUNCTIONS.length : index;
  };
  return offered
    .toSorted((a, b) => rank(a.value) - rank(b.value) || (a.value < b.value ? -1 : 1))
    .map(({ value, title }) => ({ value, label: rank(value) < INDICATOR_FUNCTIONS.length ? value : title }));
}

const TRADE_ENTRIES: readonly Choice[] = [
  { value: "at", label: "at a time" },
  { value: "close", label: "at the close" },
  { value: "above", label: "above a price" },
  { value: "below", label: "below a price" },
];
const TRADE_BOTH: readonly Choice[] = [
  { value: "", label: "no result" },
  { value: "worst", label: "the stop" },
  { value: "best", label: "the target" },
];

/** What may be chosen for the options that are chips on every card. */
const CHOICES: { readonly [Name in ChipOptionName]: (place: FormPlace) => readonly Choice[] } = {
  adjusted: () => ADJUSTED_CHOICES.map(({ value, label }) => ({ value, label })),
  func: functions,
  is_the: () => same(EXTREMES),
  data_point_to_evaluate: ({ card }) =>
    FIELDS_OF[card.title === "Indicator" ? "daily" : "intraday"].map(({ name, label }) => ({ value: name, label })),
  period: ({ card }) =>
    PERIOD_CHOICES.filter((value) => card.title !== "Indicator" || !value.endsWith(SO_FAR)).map((value) => ({
      value,
      label: value === "" ? "daily" : value,
    })),
  among: () => [{ value: "", label: "itself" }, ...AMONG.map(({ value, label }) => ({ value, label }))],
  side: () => same(TRADE_SIDES),
  entry: () => TRADE_ENTRIES,
  both: () => TRADE_BOTH,
  bar: () => TIMEFRAMES.map((minutes) => ({ value: String(minutes), label: `${minutes} min` })),
  line: (place) => (indicatorChosen(place)?.lines ?? []).map(({ name, title }) => ({ value: name, label: title })),
  condition: ({ point }) =>
    point.type === "text"
      ? same(TEXT_CONDITIONS)
      : CONDITIONS.slice(0, 4).map((value) => ({ value, label: CONDITION_LABELS[value] })),
};

/** What may be chosen as the value of a data point; empty where it is typed. */
function valuesOf({ point }: FormPlace): readonly Choice[] {
  if (point.type === "boolean")
    return EVENT_VALUES.map((row) => ({
      value: row.label,
      label: point.options.includes("list") ? row.ofList : row.label,
    }));
  return (LISTED_FIELDS[point.name] ?? []).map(({ value, label, otherLabel }) => ({
    value,
    label,
    ...(otherLabel === undefined ? {} : { also: otherLabel }),
  }));
}

const isChip = isOneOf(keysOf(CHOICES));

/** What may be chosen for an option with chips; empty for one that is typed. */
export function choicesOf(place: FormPlace, option: CardOptionName): readonly Choice[] {
  if (option === "value") return valuesOf(place);
  return isChip(option) ? CHOICES[option](place) : [];
}
