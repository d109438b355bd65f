import { LIMITS } from "../limits.ts";
import { screenText } from "../screen/screen-texts.ts";
import { TOOLTIPS } from "../screen/tooltips.ts";
import type { CardOption } from "./inputs.ts";

/**
 * What an option says: it decides how it is filled in, read, sent, worded and loaded again. `minutes` are those of a bar,
 * `field` the name of one, `name` a text as kept, without braces.
 */
export type OptionKind =
  | "basis"
  | "number"
  | "minutes"
  | "time"
  | "text"
  | "symbol"
  | "field"
  | "extreme"
  | "parameters"
  | "condition"
  | "value"
  | "name";

/** Everything known of an option. */
export type OptionRow = {
  /** Empty where the label says it all. */
  readonly tooltip: string;
  /** What a new entry begins with, where its data point has nothing of its own. */
  readonly fresh: string;
  /** Key under which the cards send it. */
  readonly sentAs: string;
  /** The same on the Indicator card, where that is another. */
  readonly sentByIndicator?: string;
  /** No two columns may say the same. */
  readonly unique?: true;
} & (
  | (CardOption & { readonly holds: Exclude<OptionKind, "number" | "value"> })
  | (CardOption & { readonly holds: "number"; readonly bounds: readonly [least: number, most: number] })
  | { readonly holds: "value"; readonly label: string }
) &
  /** Said of the data point, of what it is compared with, or of the entry. */
  (
    | {
        readonly about: "point";
        /** Keys under which a request names it; the first is its name there. */
        readonly keys: readonly [string, ...string[]];
      }
    | { readonly about: "comparison" | "entry" }
  );

const DAY = [-LIMITS.dayOffset, LIMITS.dayOffset] as const;
const COUNT = [1, LIMITS.rangeSessions] as const;

/** Every option of the cards, in the order in which they are sent. How `value` is put in depends on its data point: see `VALUE_OPTIONS`. */
export const CARD_OPTIONS = {
  adjusted: {
    holds: "basis",
    about: "point",
    label: "Adjusted",
    tooltip: TOOLTIPS.Adjusted,
    input: "chips",
    choice: "single",
    fresh: "",
    sentAs: "adjusted",
    keys: ["adjusted"],
  },
  day: {
    holds: "number",
    about: "point",
    label: "Day",
    tooltip: TOOLTIPS.Day,
    input: "number_input",
    pattern: "integer",
    fresh: "0",
    sentAs: "n",
    keys: ["day"],
    bounds: DAY,
  },
  days: {
    holds: "number",
    about: "point",
    label: "Days",
    tooltip: TOOLTIPS.Days,
    input: "number_input",
    pattern: "digits",
    fresh: "",
    sentAs: "n",
    keys: ["days"],
    bounds: COUNT,
  },
  offset: {
    holds: "number",
    about: "point",
    label: "Offset",
    tooltip: TOOLTIPS.Offset,
    input: "number_input",
    pattern: "integer",
    fresh: "0",
    sentAs: "offset",
    keys: ["offset"],
    bounds: DAY,
  },
  start_time: {
    holds: "time",
    about: "point",
    label: "Start time",
    tooltip: TOOLTIPS["Start time"],
    input: "time_input",
    pattern: "time",
    fresh: "09:30",
    sentAs: "start_time",
    keys: ["start_time"],
  },
  end_time: {
    holds: "time",
    about: "point",
    label: "End time",
    tooltip: TOOLTIPS["End time"],
    input: "time_input",
    pattern: "time",
    fresh: "15:59",
    sentAs: "end_time",
    keys: ["end_time"],
  },
  func: {
    holds: "text",
    about: "point",
    label: "Function",
    tooltip: TOOLTIPS.Function,
    input: "chips",
    choice: "single",
    fresh: "",
    sentAs: "func",
    sentByIndicator: "type",
    keys: ["func", "function"],
  },
  line: {
    holds: "text",
    about: "point",
    label: "Line",
    tooltip: "",
    input: "chips",
    choice: "single",
    fresh: "",
    sentAs: "line",
    keys: ["line"],
  },
  params: {
    holds: "parameters",
    about: "point",
    label: "Parameters",
    tooltip: "",
    input: "text_input",
    pattern: "parameters",
    fresh: "",
    sentAs: "params",
    keys: ["params"],
  },
  bar: {
    holds: "minutes",
    about: "point",
    label: "Bar size",
    tooltip: "",
    input: "chips",
    choice: "single",
    fresh: "",
    sentAs: "timeframe",
    keys: ["timeframe", "bar"],
  },
  num_bars: {
    holds: "number",
    about: "point",
    label: "Number of bars",
    tooltip: "",
    input: "number_input",
    pattern: "digits",
    fresh: "",
    sentAs: "num_bars",
    keys: ["num_bars"],
    bounds: COUNT,
  },
  time: {
    holds: "time",
    about: "point",
    label: "Time",
    tooltip: "",
    input: "time_input",
    pattern: "time",
    fresh: "",
    sentAs: "time",
    keys: ["time"],
  },
  is_the: {
    holds: "extreme",
    about: "point",
    label: "Is the",
    tooltip: "",
    input: "chips",
    choice: "single",
    fresh: "",
    sentAs: "is_the",
    keys: ["is_the"],
  },
  data_point_to_evaluate: {
    holds: "field",
    about: "point",
    label: "Data point to evaluate",
    tooltip: "",
    input: "chips",
    choice: "single",
    fresh: "",
    sentAs: "data_point_to_evaluate",
    keys: ["data_point_to_evaluate"],
  },
  period: {
    holds: "text",
    about: "point",
    label: "Bars",
    tooltip: TOOLTIPS.Bars,
    input: "chips",
    choice: "single",
    optional: true,
    fresh: "",
    sentAs: "period",
    keys: ["period"],
  },
  of: {
    holds: "symbol",
    about: "point",
    label: "Of symbol",
    tooltip: TOOLTIPS["Of symbol"],
    input: "text_input",
    pattern: "text",
    optional: true,
    fresh: "",
    sentAs: "of",
    keys: ["of"],
  },
  among: {
    holds: "text",
    about: "point",
    label: "Among",
    tooltip: TOOLTIPS.Among,
    input: "chips",
    choice: "single",
    optional: true,
    fresh: "",
    sentAs: "among",
    keys: ["among"],
  },
  list: {
    holds: "text",
    about: "point",
    label: "List",
    tooltip: TOOLTIPS.List,
    input: "text_input",
    pattern: "text",
    fresh: "",
    sentAs: "list",
    keys: ["list"],
  },
  number: {
    holds: "text",
    about: "point",
    label: "Number",
    tooltip: TOOLTIPS.Number,
    input: "text_input",
    pattern: "field",
    fresh: "",
    sentAs: "number",
    keys: ["number"],
  },
  condition: {
    holds: "condition",
    about: "comparison",
    label: "Condition",
    tooltip: "",
    input: "chips",
    choice: "condition",
    fresh: "",
    sentAs: "operator",
  },
  value: {
    holds: "value",
    about: "comparison",
    label: "Value",
    tooltip: "",
    fresh: "",
    sentAs: "value",
  },
  tag: {
    holds: "name",
    about: "entry",
    label: "Tag",
    tooltip: TOOLTIPS.Tag,
    input: "text_input",
    pattern: "text",
    placeholder: screenText("tag-placeholder"),
    optional: true,
    fresh: "",
    sentAs: "tag",
  },
  name: {
    holds: "name",
    about: "entry",
    label: screenText("column-name"),
    tooltip: "",
    input: "text_input",
    pattern: "text",
    placeholder: screenText("name-placeholder"),
    fresh: "",
    sentAs: "name",
    unique: true,
  },
} as const satisfies Readonly<Record<string, OptionRow>>;
