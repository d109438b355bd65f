import { diagnose, knownAtLabel } from "../formula/index.ts";
import {
  clock,
  DATA_POINT_TYPES,
  FIELDS,
  LISTED_FIELDS,
  NAMED_SESSIONS,
  RANGE_FUNCTIONS,
  STATEMENT_GROUPS,
  STATEMENT_ITEMS,
  TIMEFRAMES,
} from "../vocabulary/index.ts";
import type { Field } from "../vocabulary/index.ts";
import { UNIT_NAMES } from "./functions-page.ts";
import { code, entry, heading, list, mark, sentence, table, text } from "./page.ts";
import type { Block, Page } from "./page.ts";

const POINTS: readonly (readonly [formula: string, meaning: string])[] = [
  ["[daily close -1 adj]", "field, day, basis: the close of the session before, adjusted"],
  ["[daily close -252 adjdiv]", "the close of a year before, adjusted for splits and cash dividends"],
  ["[daily max high -10 .. -1 adj]", "a function over a range of days, both ends included"],
  ["[daily close at max volume -10 .. -1]", "the close on the day of that range on which volume is highest"],
  ["[intraday max high '09:30' .. '10:29' -1]", "a function over the minute bars that start in the window"],
  ["[intraday close at '10:00']", "the minute bar that starts at 10:00"],
  ["[intraday open at max high '09:30' .. '15:59']", "the open of the minute on which high is highest"],
  ["[weekly close -1 adj]", "the close of the week before that of the day"],
  ["[monthly high so far adj]", "the highest high of the month of the day, up to the day"],
  ["[indicator ema(20) close -1 adj]", "an indicator on daily bars: parameters, then the source"],
  ["[indicator bbands.upper(20, 2) close]", "one line of an indicator with several"],
  ["[indicator ema(200) close 5min at '10:00' -1]", "on intraday bars: the last bar that is complete at that time"],
  ["[indicator rsi(14) close weekly -1 adj]", "on bars of weeks or months: at the whole one before that of the day"],
  ["[identity exchange]", "who the security is, on that day"],
  ["[fundamental market_cap]", "what was known of the company at the close of the day"],
  ["[fundamental news '04:00' .. '09:29']", "whether there was news in the window of the day"],
  ["[ownership float]", "who holds the shares, as known at the close of the day"],
  ["[earnings total-revenue-1q]", "an item of the latest quarterly statement; columns only"],
];

const RANGE_MEANINGS = {
  first: "the earliest value",
  last: "the latest value",
  max: "the largest value",
  min: "the smallest value",
  avg: "the average",
  sum: "the total",
} as const;

export const dataPointsPage: Page = {
  name: "data-points",
  title: "Data points",
  summary: "What goes into square brackets: a type of data, what is read of it, and for which day or time.",
  blocks: [
    table(
      ["data point", "meaning"],
      POINTS.map(([formula, meaning]) => [mark(formula), sentence(meaning)]),
    ),
    heading("Types of data"),
    table(
      ["type", "holds", "example"],
      DATA_POINT_TYPES.map(({ name, description, example }) => [mark(name), sentence(description), mark(example)]),
    ),
    heading("Parts"),
    list(
      "The day is a signed number of sessions: `-1` the session before, `1` the one after. Left out it is the row's day. `from .. to` is a range, both ends included, of 2,600 sessions at most.",
      "A window of minutes is `'09:30' .. '10:29'`, from 04:00 to 19:59; news and earnings take the whole day. Left out it is the regular session.",
      "`at '10:00'` is one minute bar, or for an indicator the moment of reading. `at max volume` is the day or minute of an extreme.",
      "Of a week or month, Monday to Sunday or the calendar's, the number counts whole weeks or months: `-1` is the one before that of the row's day, known since its last session closed. Without a number it is that of the row's day as it will have been when it ends, an outcome; `so far` is what it is up to the row's day.",
      "`adj` makes prices and volumes comparable across splits, `adjdiv` prices across cash dividends too; `unadj`, the default, leaves them as traded.",
      "Parts may be in any order after the type; the canonical form writes them as above.",
    ),
    heading("Functions of ranges and windows"),
    table(
      ["function", "in words", "gives"],
      RANGE_FUNCTIONS.map(({ name, label }) => [mark(name), label, RANGE_MEANINGS[name]]),
    ),
    text(
      "A window of minutes without a function has the usual one of its field: the first open, the highest high, the lowest low, the last close, the sum of volume and trades, the average vwap.",
    ),
    heading("Sessions"),
    table(
      ["session", "window"],
      NAMED_SESSIONS.map(({ name, start, end }) => [name, mark(`'${clock(start)}' .. '${clock(end)}'`)]),
    ),
    text("A window that equals a session follows the calendar on half days. All times are those of New York."),
    heading("Bars of indicators"),
    text(
      `Without a size an indicator runs on daily bars. Intraday sizes: ${TIMEFRAMES.map((size) => mark(`${size}min`)).join(", ")}. \`weekly\` and \`monthly\` run it on whole weeks and months, which its number then counts.`,
    ),
  ],
};

const GROUPS = ["daily", "intraday", "identity", "fundamental", "ownership"] as const;
const ADJUSTS = { price: "price", shares: "volume", none: "unchanged", never: "no" } as const;

const formulaOf = ({ group, name, windowDefault }: Field): string =>
  group !== "intraday"
    ? `[${group} ${name}]`
    : windowDefault === undefined
      ? "[intraday time at max high '09:30' .. '15:59']"
      : `[intraday ${windowDefault} ${name} '09:30' .. '15:59']`;

function knownText(field: Field): string {
  const { knownAt } = diagnose(formulaOf(field), { columns: new Map(), use: "column" });
  if (field.known === "minute" || field.known === "window") return "the end of its window";
  return knownAt ? knownAtLabel(knownAt) : "";
}

const fieldRow = (field: Field): readonly string[] => [
  mark(field.name),
  `${field.label}${field.aliases ? ` (also read: ${field.aliases.map(mark).join(", ")})` : ""}`,
  field.type,
  field.unit === null ? "" : UNIT_NAMES[field.unit],
  ADJUSTS[field.adjusts],
  knownText(field),
  noteOf(field),
];

function noteOf({ currentOnly, countsDownTo }: Field): string {
  if (currentOnly) return "mostly only the present value ([current-value](diagnostics#current-value))";
  return countsDownTo === undefined ? "" : `counts down to the imported date ${mark(countsDownTo)}`;
}

function values(): readonly Block[] {
  return Object.entries(LISTED_FIELDS).flatMap(([name, known]) => [
    entry(`Values of ${name}`, `values-${name}`),
    text(
      known
        .map(({ value, otherLabel }) => (otherLabel === undefined ? value : `${value} (also ${otherLabel})`))
        .join(", "),
    ),
  ]);
}

export const fieldsPage: Page = {
  name: "fields",
  title: "Fields",
  summary: "What can be read of each type of data, with its unit and the moment it was known.",
  blocks: [
    ...GROUPS.flatMap((group) => [
      heading(group),
      table(
        ["field", "meaning", "type", "unit", "adjusted", "known at", "note"],
        FIELDS.filter((field) => field.group === group).map(fieldRow),
        FIELDS.filter((field) => field.group === group).map(({ name }) => `${group}-${name}`),
      ),
    ]),
    text(
      "Shares, float and owners' shares, and amounts per share in statements, are as they were reported and not adjusted for splits. With adjusted prices and volumes they are on different scales ([mixed-basis](diagnostics#mixed-basis)), and between a split and the next report they are still on the scale before the split. A market cap is the imported one, never shares times a price.",
    ),
    heading("Values of text fields"),
    text(
      "A comparison with a value outside its list gives a [warning](diagnostics#unknown-value). Case, blanks and hyphens do not matter. Imported data may have other values.",
    ),
    ...values(),
    heading("Statement items"),
    text(
      "Items of the quarterly statements: `1q` is the latest quarter known at the row's close, `2q` the one before it. A level at the end of the quarter may be written without a quarter. In columns only.",
    ),
    code("[earnings total-revenue-1q]", "[earnings total-revenue-1q] - [earnings total-revenue-2q]"),
    ...STATEMENT_GROUPS.flatMap((group) => [
      entry(
        group,
        `items-${group
          .toLowerCase()
          .replaceAll(/[^a-z]+/g, "-")
          .replace(/-$/, "")}`,
      ),
      table(
        ["item", "meaning", "unit", "kind"],
        STATEMENT_ITEMS.filter(({ groupBy }) => groupBy === group).map(({ item, label, unit, kind }) => [
          mark(item),
          label,
          UNIT_NAMES[unit],
          kind === "flow" ? "of the quarter" : "at its end",
        ]),
        STATEMENT_ITEMS.filter(({ groupBy }) => groupBy === group).map(({ item }) => `item-${item}`),
      ),
    ]),
  ],
};
