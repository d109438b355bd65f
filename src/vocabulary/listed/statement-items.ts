import type { Unit } from "../types.ts";

/** Groups of the Earnings card, in its order. */
export const STATEMENT_GROUPS = [
  "Assets",
  "Liabilities",
  "Equity",
  "Cash Flows (Operating)",
  "Cash Flows (Investing)",
  "Cash Flows (Financing)",
  "Revenues and Sales",
  "Operating Expenses",
  "Operating Income",
  "Earnings Per Share",
] as const;
export type StatementGroup = (typeof STATEMENT_GROUPS)[number];

/** An item of the quarterly statements. */
export interface StatementItem {
  /** Hyphenated name without a quarter. */
  readonly item: string;
  readonly label: string;
  readonly groupBy: StatementGroup;
  /**
   * `flow`: a figure of one quarter, named with the suffixes 1q (the latest quarter) to 4q. `balance`: a level at the end of
   * a quarter, named without a suffix: `total-assets` is that of the latest quarter; formulas may say `total-assets-2q` for
   * the one before.
   */
  readonly kind: "flow" | "balance";
  /** `currency` is US dollars, `price` US dollars a share. */
  readonly unit: Extract<Unit, "currency" | "price" | "shares">;
  /** Other names that imports, cards and formulas take. */
  readonly accepted?: readonly string[];
}

type Row = readonly [item: string, ...accepted: string[]];

/** `net-cash-from-investing-activities` as `Net cash from investing activities`. */
const spoken = (item: string): string => {
  const text = item
    .replaceAll("-", " ")
    .replace(/^eps\b/, "EPS")
    .replace(/^(ebitda|ebit)$/, (word) => word.toUpperCase());
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
};

const items = (
  groupBy: StatementGroup,
  kind: StatementItem["kind"],
  unit: StatementItem["unit"],
  ...rows: readonly Row[]
): readonly StatementItem[] =>
  rows.map(([item, ...accepted]) => ({
    item,
    label: spoken(item),
    groupBy,
    kind,
    unit,
    ...(accepted.length > 0 ? { accepted } : {}),
  }));

/** Every statement item, by group. Outflows are negative in cash flows and positive as expenses. */
export const STATEMENT_ITEMS: readonly StatementItem[] = [
  ...items(
    "Assets",
    "balance",
    "currency",
    ["total-assets", "assets"],
    ["total-current-assets", "current-assets", "assets-current"],
    ["cash-and-equivalents", "cash-and-cash-equivalents", "cash"],
    ["short-term-investments", "marketable-securities-current"],
    ["accounts-receivable", "receivables", "net-receivables"],
    ["inventory", "inventories", "inventory-net"],
    ["prepaid-expenses"],
    ["other-current-assets"],
    ["total-non-current-assets", "non-current-assets"],
    ["property-plant-and-equipment", "property-plant-and-equipment-net", "ppe"],
    ["goodwill"],
    ["intangible-assets", "intangible-assets-net"],
    ["long-term-investments"],
    ["deferred-tax-assets"],
    ["other-non-current-assets"],
  ),
  ...items(
    "Liabilities",
    "balance",
    "currency",
    ["total-liabilities", "liabilities"],
    ["total-current-liabilities", "current-liabilities", "liabilities-current"],
    ["accounts-payable", "payables"],
    ["accrued-liabilities", "accrued-expenses"],
    ["short-term-debt", "current-debt"],
    ["deferred-revenue", "unearned-revenue"],
    ["income-tax-payable", "taxes-payable"],
    ["other-current-liabilities"],
    ["total-non-current-liabilities", "non-current-liabilities"],
    ["long-term-debt"],
    ["total-debt"],
    ["lease-liabilities", "capital-lease-obligations"],
    ["deferred-tax-liabilities"],
    ["other-non-current-liabilities"],
  ),
  ...items(
    "Equity",
    "balance",
    "currency",
    ["total-equity", "stockholders-equity", "shareholders-equity", "total-stockholders-equity"],
    ["common-stock", "common-stock-value"],
    ["preferred-stock", "preferred-stock-value"],
    ["additional-paid-in-capital"],
    ["retained-earnings", "accumulated-deficit"],
    ["treasury-stock"],
    ["accumulated-other-comprehensive-income"],
    ["minority-interest", "noncontrolling-interest"],
    ["total-liabilities-and-equity", "liabilities-and-stockholders-equity"],
  ),
  ...items(
    "Cash Flows (Operating)",
    "flow",
    "currency",
    ["net-cash-from-operating-activities", "operating-cash-flow", "net-cash-provided-by-operating-activities"],
    ["depreciation-and-amortization", "depreciation-amortization"],
    ["stock-based-compensation", "share-based-compensation"],
    ["deferred-income-tax"],
    ["change-in-working-capital"],
    ["change-in-receivables"],
    ["change-in-inventory"],
    ["change-in-payables"],
    ["other-operating-activities"],
    ["free-cash-flow"],
  ),
  ...items(
    "Cash Flows (Investing)",
    "flow",
    "currency",
    ["net-cash-from-investing-activities", "investing-cash-flow", "net-cash-provided-by-investing-activities"],
    ["capital-expenditure", "capital-expenditures", "capex"],
    ["acquisitions"],
    ["purchases-of-investments"],
    ["sales-of-investments"],
    ["other-investing-activities"],
  ),
  ...items(
    "Cash Flows (Financing)",
    "flow",
    "currency",
    ["net-cash-from-financing-activities", "financing-cash-flow", "net-cash-provided-by-financing-activities"],
    ["debt-issued", "proceeds-from-debt"],
    ["debt-repaid", "debt-repayment", "repayment-of-debt"],
    ["stock-issued", "proceeds-from-stock"],
    ["stock-repurchased", "repurchase-of-stock", "share-buybacks"],
    ["dividends-paid"],
    ["other-financing-activities"],
    ["net-change-in-cash", "change-in-cash"],
  ),
  ...items(
    "Revenues and Sales",
    "flow",
    "currency",
    ["total-revenue", "revenue", "revenues", "sales", "net-sales", "total-revenues"],
    ["cost-of-revenue", "cost-of-sales", "cost-of-goods-sold", "cogs"],
    ["gross-profit"],
  ),
  ...items(
    "Operating Expenses",
    "flow",
    "currency",
    ["total-operating-expenses", "operating-expenses"],
    ["research-and-development", "research-and-development-expense", "r-and-d"],
    ["selling-general-and-administrative", "selling-general-and-administrative-expense", "sg-and-a"],
    ["selling-and-marketing"],
    ["general-and-administrative"],
    ["other-operating-expenses"],
  ),
  ...items(
    "Operating Income",
    "flow",
    "currency",
    ["operating-income", "operating-income-loss", "income-from-operations"],
    ["ebitda"],
    ["ebit"],
    ["interest-income"],
    ["interest-expense"],
    ["other-income", "other-non-operating-income"],
    ["income-before-tax", "pretax-income", "income-before-taxes"],
    ["income-tax", "income-tax-expense", "income-taxes"],
    ["net-income", "net-income-loss", "net-earnings"],
    ["net-income-to-common", "net-income-available-to-common"],
  ),
  ...items(
    "Earnings Per Share",
    "flow",
    "price",
    ["eps-basic", "basic-eps", "earnings-per-share-basic"],
    ["eps-diluted", "diluted-eps", "earnings-per-share-diluted", "eps"],
    ["dividends-per-share"],
  ),
  ...items(
    "Earnings Per Share",
    "flow",
    "shares",
    ["weighted-average-shares-basic", "shares-basic"],
    ["weighted-average-shares-diluted", "shares-diluted"],
  ),
];

const byName = new Map<string, StatementItem>(
  STATEMENT_ITEMS.flatMap((entry) =>
    [entry.item, ...(entry.accepted ?? [])].map((name): [string, StatementItem] => [name, entry]),
  ),
);

/** The item of a name without a quarter, under any of its names; null where there is none. */
export const statementItem = (name: string): StatementItem | null =>
  byName.get(
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_.-]+/g, "-"),
  ) ?? null;

/** How an item of a quarter is written: a balance sheet item of the latest quarter goes without a suffix. */
export const statementName = (item: string, quarter: number): string =>
  quarter === 1 && byName.get(item)?.kind === "balance" ? item : `${item}-${quarter}q`;

/** Item and quarter of `total-revenue-2q`, or of `total-assets`, which is quarter 1; null where there is no such item. */
export function readStatementName(name: string): { readonly item: string; readonly quarter: number } | null {
  const [, head = "", quarter = "1"] = /^(.*?)(?:[-_ ]([1-9]\d?)q)?$/i.exec(name.trim()) ?? [];
  const entry = statementItem(head);
  return entry && { item: entry.item, quarter: Number(quarter) };
}

/** A choice of the earnings card. */
export interface EarningsDataPoint {
  /** As entries and formulas name it: `total-revenue-1q`, `total-assets`. */
  readonly data_point: string;
  readonly name: string;
  readonly groupBy: StatementGroup;
  readonly unit: StatementItem["unit"];
}

const QUARTERS = [1, 2, 3, 4] as const;

/** Every choice of the earnings card, in the order of its groups. */
export const EARNINGS_DATA_POINTS: readonly EarningsDataPoint[] = STATEMENT_ITEMS.flatMap(
  ({ item, label, groupBy, unit, kind }) =>
    kind === "balance"
      ? [{ data_point: item, name: label, groupBy, unit }]
      : QUARTERS.map((quarter) => ({
          data_point: statementName(item, quarter),
          name: `${label} ${quarter}Q`,
          groupBy,
          unit,
        })),
);
