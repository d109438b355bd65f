import { BAR_FIELDS, DATE_FIELD, TIME_FIELD } from "./fields/bar-fields.ts";
import { EVENT_FIELDS, FUNDAMENTAL_FIELDS, IDENTITY_FIELDS, OWNERSHIP_FIELDS } from "./fields/fact-fields.ts";
import type { BarRow, EventRow, FactRow, FieldRow, KnownAtRule } from "./fields/field.ts";
import type { PeriodGroup } from "./periods.ts";
import type { RangeFunctionName } from "./range-functions.ts";
import type { Group, Unit, ValueType } from "./types.ts";

/** Names by table; every union of field names is one of these. */
export type BarField = (typeof BAR_FIELDS)[number]["name"];
export type DailyField = BarField | typeof DATE_FIELD.name;
export type IntradayField = BarField | typeof TIME_FIELD.name;
export type IdentityField = (typeof IDENTITY_FIELDS)[number]["name"];
export type FundamentalField = (typeof FUNDAMENTAL_FIELDS)[number]["name"];
export type EventField = (typeof EVENT_FIELDS)[number]["name"];
export type OwnershipField = (typeof OWNERSHIP_FIELDS)[number]["name"];
/** Texts of which a list holds the values. */
export type ListedField = Extract<
  (typeof IDENTITY_FIELDS | typeof FUNDAMENTAL_FIELDS)[number],
  { readonly values: "listed" }
>["name"];
/** Of which the market holds dated values, or the present one. */
export type FactField = IdentityField | FundamentalField | OwnershipField;

interface FieldParts extends FieldRow {
  readonly type: ValueType;
  readonly unit: Unit | null;
  readonly known: KnownAtRule;
  /** May carry `adj` or `adjdiv`: prices times the factors, volume divided by that of splits, the rest unchanged. */
  readonly adjusts: BarRow["adjusts"] | "never";
  readonly windowDefault?: RangeFunctionName;
  readonly barsDefault?: RangeFunctionName;
  readonly file?: FactRow["file"];
  readonly currentOnly?: true;
  readonly countsDownTo?: string;
  readonly sentAs?: NonNullable<FactRow["sentAs"]>;
  readonly values?: "listed" | "symbols" | "free";
}

interface WithValues<G extends Group, Name extends string> extends FieldParts {
  readonly group: G;
  readonly name: Name;
  readonly event?: undefined;
}

interface Event extends FieldParts {
  readonly group: "fundamental";
  readonly name: EventField;
  readonly event: EventRow["event"];
}

interface FieldsByGroup {
  readonly daily: WithValues<"daily", DailyField>;
  readonly intraday: WithValues<"intraday", IntradayField>;
  readonly weekly: WithValues<"weekly", BarField>;
  readonly monthly: WithValues<"monthly", BarField>;
  readonly indicator: never;
  readonly identity: WithValues<"identity", IdentityField>;
  readonly fundamental: WithValues<"fundamental", FundamentalField> | Event;
  readonly ownership: WithValues<"ownership", OwnershipField>;
  readonly earnings: never;
}

/** A data field: what may stand after a group inside the brackets, with everything its row says. */
export type Field<G extends Group = Group> = FieldsByGroup[G];

const dailyBar = (row: (typeof BAR_FIELDS)[number]): Field<"daily"> => {
  const { windowDefault: _, ...rest } = row;
  return { ...rest, group: "daily", type: "number" };
};

/** Bars of weeks and months have the fields of daily ones. */
const periodBar = <G extends PeriodGroup>(row: (typeof BAR_FIELDS)[number], group: G): WithValues<G, BarField> => ({
  ...dailyBar(row),
  name: row.name,
  group,
  known: "close",
});

const eventField = (row: (typeof EVENT_FIELDS)[number]): Field<"fundamental"> => ({
  ...row,
  group: "fundamental",
  type: "boolean",
  unit: null,
  known: row.event === "day" ? "midnight" : "window",
  adjusts: "never",
});

/** The fields of each group, in the order in which they are offered and listed; cards have their own. */
export const FIELDS_OF: { readonly [G in Group]: readonly Field<G>[] } = {
  daily: [...BAR_FIELDS.map(dailyBar), { ...DATE_FIELD, group: "daily", unit: null, adjusts: "none" }],
  intraday: [
    ...BAR_FIELDS.map((row) => ({ ...row, group: "intraday", type: "number", known: "minute" }) as const),
    { ...TIME_FIELD, group: "intraday", unit: null, adjusts: "none" },
  ],
  weekly: BAR_FIELDS.map((row) => periodBar(row, "weekly")),
  monthly: BAR_FIELDS.map((row) => periodBar(row, "monthly")),
  indicator: [],
  identity: IDENTITY_FIELDS.map((row) => ({ ...row, group: "identity", adjusts: "never" })),
  fundamental: [
    ...FUNDAMENTAL_FIELDS.map((row) => ({ ...row, group: "fundamental", adjusts: "never" }) as const),
    ...EVENT_FIELDS.map(eventField),
  ],
  ownership: OWNERSHIP_FIELDS.map((row) => ({ ...row, group: "ownership", adjusts: "never" })),
  earnings: [],
};

/** Each that is imported or has a meaning of its own: bars of weeks and months are made of daily ones. */
export const FIELDS: readonly Field[] = Object.entries(FIELDS_OF).flatMap(([group, rows]): readonly Field[] =>
  group === "weekly" || group === "monthly" ? [] : rows,
);

/** The row of a name that a tree holds. */
export function fieldRow<G extends Group>(group: G, name: Field<G>["name"]): Field<G> {
  const row = FIELDS_OF[group].find((field) => field.name === name);
  if (row === undefined) throw new RangeError(`There is no field ${name} of ${group}.`);
  return row;
}

/** Name under which the market holds the dated values that a field is read from. */
export const factOf = (field: string): string => FIELDS.find(({ name }) => name === field)?.countsDownTo ?? field;

const namesOf = <Name extends string>(rows: readonly { readonly name: Name }[]): readonly Name[] =>
  rows.map(({ name }) => name);

export const BAR_FIELD_NAMES: readonly BarField[] = namesOf(BAR_FIELDS);
export const EVENT_FIELD_NAMES: readonly EventField[] = namesOf(EVENT_FIELDS);

/** Names of the fields that are so. */
const named = (is: (field: Field) => boolean): ReadonlySet<string> => new Set(namesOf(FIELDS.filter(is)));

/**
 * Fields of which a row sees what was known as its day began; of every other dated one, what was known at its close.
 */
export const KNOWN_AT_MIDNIGHT = /* @__PURE__ */ named(
  ({ group, known }) => group === "identity" && known === "midnight",
);
/** Fields that renamings give, each from its day on. */
export const RENAMED_FIELDS = /* @__PURE__ */ named(({ file }) => file === "symbols");
/** Fields of which the list of securities has the present value. */
export const LISTING_FIELDS = /* @__PURE__ */ named(({ file }) => file === "securities");
/** Fields of bars that a dividend changes; for the others `adjdiv` is `adj`. */
export const DIVIDEND_FIELDS = /* @__PURE__ */ named(({ adjusts }) => adjusts === "price");
/** Fields of bars that a split changes; the others ignore `adj`. */
export const SPLIT_FIELDS = /* @__PURE__ */ named(({ adjusts }) => adjusts === "price" || adjusts === "shares");
