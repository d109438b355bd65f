import { FIELDS } from "../fields.ts";
import type { Field, RangeFunctionName } from "../fields.ts";
import type { Card, CardDataPoint, CardSide, CardTab, CardTitle, TabName } from "./card.ts";
import type { CardOptionName } from "./options.ts";

/** Order of the data points on every card (docs/product-rules.md, Cards). */
const ORDER = (
  "open high low close volume num_trades date time exchange vwap symbol old_symbol security_class status country " +
  "name currency ipo sector industry news earnings market_cap outstanding_shares float io_percent io_shares " +
  "ins_percent ins_shares owner_13f_percent owner_13f_shares"
).split(" ");

const fields = (group: Field["group"]): readonly Field[] =>
  FIELDS.filter((field) => field.group === group).toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));

/** Function chosen with a data point: of a window of minutes, and over bars of days or minutes (docs/product-rules.md, Defaults of a new entry). */
const WINDOW_FUNCTIONS: Readonly<Record<string, Uppercase<RangeFunctionName>>> = {
  open: "FIRST",
  high: "MAX",
  low: "MIN",
  close: "LAST",
  volume: "SUM",
  num_trades: "SUM",
  vwap: "AVG",
  time: "FIRST",
};
const BAR_FUNCTIONS: Readonly<Record<string, Uppercase<RangeFunctionName>>> = {
  open: "AVG",
  high: "MAX",
  low: "MIN",
  close: "AVG",
  volume: "SUM",
  num_trades: "SUM",
  vwap: "AVG",
};

/** What comes last: a condition and a value for a filter (an event has its value alone), a name for a column. */
const ending = (side: CardSide, field: Field): readonly CardOptionName[] =>
  side === "columns" ? ["name"] : field.type === "boolean" ? ["value", "tag"] : ["condition", "value", "tag"];

type Own = Pick<CardDataPoint, "options"> & Partial<CardDataPoint>;

function dataPoint(side: CardSide, field: Field, own: Own): CardDataPoint {
  const last = ending(side, field);
  const { name, label, group, type } = field;
  return {
    name,
    label,
    group,
    type,
    ...own,
    options: [...own.options, ...last],
    ...(own.advancedOptions ? { advancedOptions: [...own.advancedOptions, ...last] } : {}),
  };
}

const tab = (
  name: TabName,
  dataPoints: readonly CardDataPoint[],
  more: Partial<Pick<CardTab, "advanced" | "formulaWordDisplay">> = {},
): CardTab => ({ name, advanced: false, formulaWordDisplay: true, ...more, dataPoints });

const daily = (side: CardSide): CardTab =>
  tab(
    "",
    fields("daily").map((field) => dataPoint(side, field, { options: ["adjusted", "day"] })),
  );

/** Sent as `type` on the daily and intraday side, which is that of columns, and as `code` on the filter side. */
const classAs: Readonly<Record<CardSide, string>> = { columns: "type", filters: "code" };

const identity = (side: CardSide): CardTab =>
  tab(
    "",
    fields("identity").map((field) =>
      dataPoint(side, field, {
        options: ["day"],
        ...(field.name === "security_class" ? { sentAs: classAs[side] } : {}),
      }),
    ),
  );

const EVENT_WINDOW = { start_time: "00:00", end_time: "23:59" } as const;

const fundamental = (side: CardSide): CardTab =>
  tab(
    "",
    fields("fundamental").map((field) =>
      field.event === "window"
        ? dataPoint(side, field, { options: ["day", "start_time", "end_time"], window: EVENT_WINDOW })
        : dataPoint(side, field, { options: ["day"] }),
    ),
  );

const ownership = (side: CardSide): CardTab =>
  tab(
    "",
    fields("ownership").map((field) => dataPoint(side, field, { options: ["day"] })),
  );

/** Only the column card is marked as advanced (docs/product-rules.md, Cards). */
const intraday = (side: CardSide): CardTab =>
  tab(
    "",
    fields("intraday").map((field) =>
      dataPoint(side, field, {
        options: ["adjusted", "func", "day", "start_time", "end_time"],
        ...(side === "columns"
          ? { advancedOptions: ["adjusted", "is_the", "data_point_to_evaluate", "day", "start_time", "end_time"] }
          : {}),
        ...funcOf(WINDOW_FUNCTIONS, field),
      }),
    ),
    { advanced: side === "columns" },
  );

const funcOf = (
  table: Readonly<Record<string, Uppercase<RangeFunctionName>>>,
  field: Field,
): Pick<CardDataPoint, "func"> => {
  const func = table[field.name];
  return func === undefined ? {} : { func };
};

/** Functions over a number of daily bars; advanced: the value on the day on which another data point is highest or lowest. */
const indicatorDaily = (side: CardSide): CardTab =>
  tab(
    "Daily",
    fields("daily").map((field) =>
      dataPoint(side, field, {
        options: ["adjusted", "func", "line", "days", "params", "offset"],
        advancedOptions: ["adjusted", "is_the", "data_point_to_evaluate", "days", "offset"],
        ...funcOf(BAR_FUNCTIONS, field),
        ...(field.name === "date" ? { advancedOnly: true } : {}),
      }),
    ),
    { advanced: true },
  );

const indicatorIntraday = (side: CardSide): CardTab =>
  tab(
    "Intraday",
    fields("intraday")
      .filter(({ name }) => name !== "time")
      .map((field) =>
        dataPoint(side, field, {
          options: ["adjusted", "func", "line", "bar", "num_bars", "params", "time", "day"],
          ...funcOf(BAR_FUNCTIONS, field),
        }),
      ),
  );

const ordinary = (
  side: CardSide,
  title: CardTitle,
  place: readonly string[],
  ...tabs: readonly [CardTab, ...CardTab[]]
): Card => ({ side, title, kind: "ordinary", place, tabs });

const custom = (side: CardSide): Card => ({
  side,
  title: "Custom",
  kind: "custom",
  place: ["Custom"],
  tabs: [
    tab("Common", []),
    // The text is the word display itself.
    tab("Build your own - words", [], { formulaWordDisplay: false }),
    tab("Build your own - code", []),
  ],
});

const shared = (side: CardSide): readonly Card[] => [
  custom(side),
  ordinary(side, "Daily", ["Technical", "Daily"], daily(side)),
  ordinary(side, "Identity", ["Identity"], identity(side)),
  ordinary(side, "Indicator", ["Indicator"], indicatorDaily(side), indicatorIntraday(side)),
  ordinary(side, "Intraday", ["Technical", "Intraday"], intraday(side)),
  ordinary(side, "Fundamental", ["Fundamental"], fundamental(side)),
  ordinary(side, "Ownership", ["Ownership"], ownership(side)),
];

/** Filter cards in the order of the screen. */
export const FILTER_CARDS: readonly Card[] = shared("filters");

/** Column cards in the order of the screen. */
export const COLUMN_CARDS: readonly Card[] = [
  ...shared("columns"),
  { side: "columns", title: "Earnings", kind: "earnings", place: ["Earnings"], tabs: [tab("", [])] },
];

export const cardsOf = (side: CardSide): readonly Card[] => (side === "filters" ? FILTER_CARDS : COLUMN_CARDS);

/** A card by side and title; null for Earnings among the filters. */
export const cardOf = (side: CardSide, title: CardTitle): Card | null =>
  cardsOf(side).find((card) => card.title === title) ?? null;
