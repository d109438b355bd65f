import { CARDS } from "../../src/request/cards.ts";
import type { Card } from "../../src/request/cards.ts";
import { FIELDS, INDICATORS, STATEMENT_ITEMS } from "../../src/vocabulary/index.ts";
import type { Field, Group, Indicator } from "../../src/vocabulary/index.ts";
import type { EntryQuestion } from "./entry-answers.ts";
import type { EntryRow } from "./rows.ts";

interface RequiredEntry {
  readonly id: string;
  readonly proposed: EntryQuestion;
}

const PLACES: Readonly<Record<Group | Card["group"], string>> = {
  identity: "Identity",
  daily: "Technical.Daily",
  intraday: "Technical.Intraday",
  // No card.
  weekly: "",
  monthly: "",
  indicator: "Indicator",
  fundamental: "Fundamental",
  ownership: "Ownership",
  earnings: "Earnings",
  trade: "Trade",
};

const VALUES = { number: 5, text: "NYSE", boolean: "HAD", date: "2024-01-02", time: "10:00" } as const;

/** What an entry of a field needs beside its name. */
const usual = ({ group, name }: Field): Readonly<Record<string, unknown>> =>
  group === "intraday" && name === "time" ? { is_the: "MAX", data_point_to_evaluate: "high" } : {};

const filter = (group: Group, entry: object, value: unknown, condition: string): EntryQuestion => ({
  side: "filters",
  place: PLACES[group],
  entry: { ...entry, condition, value },
});
const column = (group: Card["group"], entry: object): EntryQuestion => ({
  side: "columns",
  place: PLACES[group],
  entry: { ...entry, name: "Value" },
});

const fieldEntries = (field: Field): readonly RequiredEntry[] => {
  const { group, name, type } = field;
  const entry = { data_point: name, ...usual(field) };
  return [
    { id: `filters ${group} ${name}`, proposed: filter(group, entry, VALUES[type], type === "number" ? ">" : "=") },
    { id: `columns ${group} ${name}`, proposed: column(group, entry) },
  ];
};

const indicatorEntry = ({ name, code, lines, intradayOnly }: Indicator): RequiredEntry => ({
  id: `columns indicator ${name}`,
  proposed: column("indicator", {
    func: code,
    adjusted: true,
    ...(lines.length > 1 ? { line: lines[0]?.name } : {}),
    ...(intradayOnly ? { timeframe: 5, time: "10:00" } : {}),
  }),
});

/** A short sale at the open; what it says further. */
const trade = (more: object): object => ({
  data_point: "return",
  side: "short",
  entry: "at",
  start_time: "09:30",
  until: "close",
  ...more,
});
const above = { side: "long", entry: "above", level: "[daily high -1 adj]" };

/** An entry of a card in which the option says something. */
const OPTIONS: Readonly<Partial<Record<Card["group"], Readonly<Record<string, object>>>>> = {
  identity: {
    day: { data_point: "exchange", day: -1 },
    offset: { data_point: "exchange", offset: 1 },
    of: { data_point: "exchange", of: "spy" },
    among: { data_point: "mine", number: "sentiment", among: "rank by sector" },
    list: { data_point: "in_list", list: "Watch" },
    number: { data_point: "mine", number: "Sentiment", day: -1 },
  },
  ownership: {
    day: { data_point: "float", day: -1 },
    offset: { data_point: "float", offset: 1 },
    of: { data_point: "float", of: "QQQ", day: -1 },
    among: { data_point: "float", among: "group_median by industry" },
  },
  daily: {
    adjusted: { data_point: "close", adjusted: true },
    day: { data_point: "close", day: -1 },
    offset: { data_point: "close", offset: 1 },
    period: { data_point: "high", period: "weekly", day: -1, adjusted: true },
    of: { data_point: "close", of: "SPY", adjusted: true },
    among: { data_point: "volume", among: "rank", day: -1 },
    days: { data_point: "high", days: 10, func: "MAX", offset: 1 },
    func: { data_point: "volume", days: 20, func: "AVG" },
    is_the: { data_point: "close", is_the: "MAX", data_point_to_evaluate: "volume", days: 10, offset: 1 },
    data_point_to_evaluate: { data_point: "date", is_the: "MIN", data_point_to_evaluate: "low", days: 10 },
  },
  intraday: {
    adjusted: { data_point: "close", adjusted: true },
    day: { data_point: "high", day: -1 },
    offset: { data_point: "high", offset: 1 },
    start_time: { data_point: "high", start_time: "04:00", end_time: "09:29" },
    end_time: { data_point: "low", start_time: "09:30", end_time: "10:29" },
    func: { data_point: "volume", func: "SUM", start_time: "04:00", end_time: "09:29" },
    is_the: { data_point: "open", is_the: "MAX", data_point_to_evaluate: "high" },
    data_point_to_evaluate: { data_point: "time", is_the: "MIN", data_point_to_evaluate: "low" },
    time: { data_point: "close", time: "10:00" },
    of: { data_point: "high", of: "SPY", start_time: "09:30", end_time: "10:29" },
    among: { data_point: "volume", among: "z_score by exchange" },
  },
  indicator: {
    period: { func: "RSI", period: "monthly", offset: 1, adjusted: true },
    of: { func: "SMA", days: 50, of: "QQQ", adjusted: true },
    among: { func: "RSI", adjusted: true, among: "market median" },
    adjusted: { func: "RSI", adjusted: true },
    day: { func: "RSI", day: -1 },
    offset: { func: "RSI", offset: 1 },
    days: { func: "SMA", days: 50 },
    func: { func: "EMA" },
    is_the: { data_point: "close", is_the: "MAX", data_point_to_evaluate: "volume", days: 10 },
    data_point_to_evaluate: { data_point: "open", is_the: "MIN", data_point_to_evaluate: "low", days: 5 },
    num_bars: { func: "EMA", num_bars: 200 },
    ind_dp: { func: "SMA", ind_dp: "volume" },
    line: { func: "BBANDS", line: "upper" },
    params: { func: "MACD", line: "signal", params: [12, 26, 9] },
    bar: { func: "EMA", timeframe: 5, time: "10:00" },
    time: { func: "EMA", timeframe: 30, time: "15:30" },
  },
  fundamental: {
    of: { data_point: "sector", of: "AAPL" },
    among: { data_point: "market_cap", among: "pct_rank by sector" },
    day: { data_point: "market_cap", day: -1 },
    offset: { data_point: "market_cap", offset: 1 },
    start_time: { data_point: "news", start_time: "04:00", end_time: "09:29" },
    end_time: { data_point: "earnings", start_time: "00:00", end_time: "09:29" },
    before_or_after: { data_point: "news", before_or_after: "BEFORE", minutes: 30, from_start_time: "09:30" },
    minutes: { data_point: "news", before_or_after: "AFTER", minutes: 15, from_start_time: "09:30" },
    from_start_time: { data_point: "earnings", before_or_after: "AFTER", minutes: 60, from_start_time: "16:00" },
  },
  trade: {
    side: trade({}),
    entry: { data_point: "exit", side: "long", entry: "close", until: "close 1" },
    level: trade(above),
    start_time: trade({ start_time: "10:00", until: "15:59" }),
    end_time: trade({ ...above, end_time: "10:30" }),
    target: trade({ target: "2 ATR(14)" }),
    stop: trade({ stop: 20 }),
    trail: trade({ trail: "3 %", stop: "[daily high -1 adj] * 1.05" }),
    until: trade({ until: "15:59 5" }),
    when: trade({ until: "close 10", when: "[daily close] < [daily open]" }),
    both: trade({ target: 10, stop: 10, both: "worst" }),
  },
};

const NOT_SHOWN: EntryQuestion = { side: "columns", place: "Identity", entry: {} };

/** Every data point, indicator, statement item and option of every card. */
export function requiredEntries(): readonly RequiredEntry[] {
  return [
    ...FIELDS.flatMap(fieldEntries),
    ...INDICATORS.map(indicatorEntry),
    ...STATEMENT_ITEMS.map(({ item }): RequiredEntry => ({
      id: `columns earnings ${item}`,
      proposed: column("earnings", { data_point: item }),
    })),
    ...CARDS.flatMap(({ group, options }) =>
      options.map((option): RequiredEntry => {
        const entry = OPTIONS[group]?.[option];
        return { id: `option ${group} ${option}`, proposed: entry === undefined ? NOT_SHOWN : column(group, entry) };
      }),
    ),
  ];
}

const key = ({ side, place, entry }: EntryQuestion): string => JSON.stringify([side, place, entry]);

/** What no row asks yet. An option without an example here is missing for good: add one above. */
export function missingEntries(rows: readonly EntryRow[]): readonly RequiredEntry[] {
  const existing = new Set(rows.map(key));
  return requiredEntries().filter(({ proposed }) => proposed === NOT_SHOWN || !existing.has(key(proposed)));
}
