import { FIELDS_OF } from "../fields.ts";
import type { Field } from "../fields.ts";
import { RANGE_FUNCTIONS } from "../range-functions.ts";
import type { RangeFunctionName } from "../range-functions.ts";
import { TRADE_FIELDS } from "../trade.ts";
import type { Group } from "../types.ts";
import type { Card, CardDataPoint, CardSide, CardTab, CardTitle, TabName } from "./card.ts";
import type { CardOptionName } from "./options.ts";

/** The fields of a group in the order of its card (docs/product-rules.md, Cards). */
const fields = <G extends Group>(group: G): readonly Field<G>[] =>
  FIELDS_OF[group].toSorted((a, b) => a.place - b.place);

/** What comes last: a condition and a value for a filter (an event has its value alone), a name for a column. */
const ending = (side: CardSide, field: Pick<Field, "type">): readonly CardOptionName[] =>
  side === "columns" ? ["name"] : field.type === "boolean" ? ["value", "tag"] : ["condition", "value", "tag"];

type Own = Pick<CardDataPoint, "options"> & Partial<CardDataPoint>;

function dataPoint(side: CardSide, field: Field, own: Own): CardDataPoint {
  const last = ending(side, field);
  const { name, label, group, type, values } = field;
  const others: readonly CardOptionName[] = type === "number" ? ["of", "among"] : ["of"];
  return {
    name,
    label,
    group,
    type,
    ...(values === undefined ? {} : { values }),
    ...own,
    options: [...own.options, ...others, ...last],
    ...(own.advancedOptions ? { advancedOptions: [...own.advancedOptions, ...others, ...last] } : {}),
  };
}

const tab = (
  name: TabName,
  dataPoints: readonly CardDataPoint[],
  more: Partial<Pick<CardTab, "advanced" | "formulaWordDisplay">> = {},
): CardTab => ({ name, advanced: false, formulaWordDisplay: true, ...more, dataPoints });

/** Weeks and months have no date. */
const periodOf = ({ type }: Field): readonly CardOptionName[] => (type === "date" ? [] : ["period"]);

const daily = (side: CardSide): CardTab =>
  tab(
    "",
    fields("daily").map((field) => dataPoint(side, field, { options: ["adjusted", ...periodOf(field), "day"] })),
  );

/** What an account has of its own. */
const OWN_POINTS: readonly CardDataPoint[] = [
  { name: "in_list", label: "My list", group: "identity", type: "boolean", options: ["list"] },
  { name: "mine", label: "My number", group: "identity", type: "number", options: ["number", "day", "among"] },
];

const identity = (side: CardSide): CardTab =>
  tab(
    "",
    fields("identity")
      .map((field) =>
        dataPoint(side, field, {
          options: ["day"],
          ...(field.sentAs === undefined ? {} : { sentAs: field.sentAs[side] }),
        }),
      )
      .concat(OWN_POINTS.map((point) => ({ ...point, options: [...point.options, ...ending(side, point)] }))),
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
        ...funcOf(field.windowDefault ?? "first"),
      }),
    ),
    { advanced: side === "columns" },
  );

const funcOf = (func: RangeFunctionName | undefined): Pick<CardDataPoint, "func"> => {
  const known = RANGE_FUNCTIONS.find(({ name }) => name === func);
  return known === undefined ? {} : { func: known.code };
};

/** Functions over a number of daily bars; advanced: the value on the day on which another data point is highest or lowest. */
const indicatorDaily = (side: CardSide): CardTab =>
  tab(
    "Daily",
    fields("daily").map((field) =>
      dataPoint(side, field, {
        options: ["adjusted", "func", "line", "days", "params", ...periodOf(field), "offset"],
        advancedOptions: ["adjusted", "is_the", "data_point_to_evaluate", "days", "offset"],
        ...funcOf(field.barsDefault),
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
          ...funcOf(field.barsDefault),
        }),
      ),
  );

const TRADE_OPTIONS: readonly CardOptionName[] = [
  "side",
  "entry",
  "level",
  "start_time",
  "end_time",
  "target",
  "stop",
  "trail",
  "until",
  "when",
  "both",
  "name",
];

const trade = (): CardTab =>
  tab(
    "",
    TRADE_FIELDS.map(({ name, label, type }) => ({ name, label, group: "trade", type, options: TRADE_OPTIONS })),
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
  ordinary("columns", "Trade", ["Trade"], trade()),
];

export const cardsOf = (side: CardSide): readonly Card[] => (side === "filters" ? FILTER_CARDS : COLUMN_CARDS);

/** A card by side and title; null for Earnings among the filters. */
export const cardOf = (side: CardSide, title: CardTitle): Card | null =>
  cardsOf(side).find((card) => card.title === title) ?? null;
