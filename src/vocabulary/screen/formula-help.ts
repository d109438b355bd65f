import { BAR_FIELDS, DATE_FIELD, TIME_FIELD } from "../fields/bar-fields.ts";
import { EVENT_FIELDS, FUNDAMENTAL_FIELDS, IDENTITY_FIELDS, OWNERSHIP_FIELDS } from "../fields/fact-fields.ts";
import type { FieldHelp, FieldRow } from "../fields/field.ts";
import { GROUPS } from "../types.ts";
import type { Group } from "../types.ts";

/** A row of the formula help panel: what may be written, what it means, and one example that is read as it stands. */
export interface FormulaHelp {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

const GROUP_HELP: Readonly<Record<Group, Omit<FormulaHelp, "name">>> = {
  daily: {
    description: "Daily bars: the value of one day, or a function over a range of days",
    example: "[daily max high -10 .. -1 adj]",
  },
  intraday: {
    description: "Minute bars from 04:00 to 19:59, a function over a window of one day or the bar of one minute",
    example: "[intraday max high '09:30' .. '10:29']",
  },
  weekly: {
    description: "Bars of weeks: of a finished one, or of the row's week so far",
    example: "[weekly close -1 adj]",
  },
  monthly: {
    description: "Bars of months: of a finished one, or of the row's month so far",
    example: "[monthly high so far adj]",
  },
  indicator: {
    description: "Technical indicators over daily bars, or over intraday bars at a time of the day",
    example: "[indicator ema(20) close -1 adj]",
  },
  identity: { description: "Who a security is: symbol, exchange, class, country", example: "[identity exchange]" },
  fundamental: {
    description: "Sector, industry, market cap and shares; whether there were news, earnings or an IPO",
    example: "[fundamental market_cap]",
  },
  ownership: { description: "Float and who holds the shares", example: "[ownership float]" },
  earnings: {
    description: "Items of the quarterly statements, 1q being the latest quarter; columns only",
    example: "[earnings total-revenue-1q]",
  },
};

/** Table of data-point types: the first word inside square brackets. */
export const DATA_POINT_TYPES: readonly (FormulaHelp & { readonly name: Group })[] = GROUPS.map((name) => ({
  name,
  ...GROUP_HELP[name],
}));

const helpOf =
  (group: Group) =>
  ({ name, help, aliasHelp }: FieldRow): readonly (FieldHelp & FormulaHelp)[] =>
    [help, ...(aliasHelp ? [aliasHelp] : [])].map((one) => {
      const written = one === aliasHelp ? (one.name ?? name) : name;
      return { ...one, name: one.name ?? name, example: one.example ?? `[${group} ${written}]` };
    });

/** Table of data fields, in the order of the help panel. A field of daily and minute bars stands there once. */
export const DATA_FIELDS: readonly FormulaHelp[] = [
  ...[...BAR_FIELDS, DATE_FIELD].flatMap(helpOf("daily")),
  ...helpOf("intraday")(TIME_FIELD),
  ...IDENTITY_FIELDS.flatMap(helpOf("identity")),
  ...[...FUNDAMENTAL_FIELDS, ...EVENT_FIELDS].flatMap(helpOf("fundamental")),
  ...OWNERSHIP_FIELDS.flatMap(helpOf("ownership")),
]
  .toSorted((a, b) => a.place - b.place)
  .map(({ name, description, example }) => ({ name, description, example }));
