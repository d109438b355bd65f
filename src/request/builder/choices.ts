import {
  CONDITION_LABELS,
  CONDITIONS,
  EVENT_VALUES,
  EXTREMES,
  FIELD_VALUES,
  FIELDS,
  INDICATOR_FUNCTIONS,
  INDICATORS,
  INTRADAY_FUNCTIONS,
  LISTED_FIELDS,
  TEXT_CONDITIONS,
  TIMEFRAMES,
} from "../../vocabulary/index.ts";
import type { CardOptionName } from "../../vocabulary/index.ts";
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

export const ADJUSTED = "adjusted";
export const UNADJUSTED = "unadjusted";

/** The functions of a tab: the usual ones first, then the rest of the catalogue by name. */
function functions({ card, tab, point }: FormPlace): readonly Choice[] {
  if (card.title !== "Indicator")
    // A sum or an average of times of the day says nothing.
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

/** What may be chosen for an option with chips; empty for one that is typed. */
export function choicesOf(place: FormPlace, option: CardOptionName): readonly Choice[] {
  const { card, point } = place;
  switch (option) {
    case "adjusted":
      return [
        { value: ADJUSTED, label: "Adjusted" },
        { value: UNADJUSTED, label: "Unadjusted" },
      ];
    case "func":
      return functions(place);
    case "is_the":
      return same(EXTREMES);
    case "data_point_to_evaluate": {
      const group = card.title === "Indicator" ? "daily" : "intraday";
      return FIELDS.filter((field) => field.group === group).map(({ name, label }) => ({ value: name, label }));
    }
    case "bar":
      return TIMEFRAMES.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }));
    case "line":
      return (indicatorChosen(place)?.lines ?? []).map(({ name, title }) => ({ value: name, label: title }));
    case "condition":
      return point.type === "text"
        ? same(TEXT_CONDITIONS)
        : CONDITIONS.slice(0, 4).map((value) => ({ value, label: CONDITION_LABELS[value] }));
    case "value":
      if (point.type === "boolean") return same(EVENT_VALUES.map(({ label }) => label));
      return FIELD_VALUES[point.name] === undefined
        ? []
        : (LISTED_FIELDS[point.name] ?? []).map(({ value, label, otherLabel }) => ({
            value,
            label,
            ...(otherLabel === undefined ? {} : { also: otherLabel }),
          }));
    case "day":
    case "days":
    case "offset":
    case "start_time":
    case "end_time":
    case "num_bars":
    case "params":
    case "time":
    case "name":
    case "tag":
      return [];
  }
  return option satisfies never;
}
