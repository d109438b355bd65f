import { listed } from "./listed-value.ts";
import type { ListedValue } from "./listed-value.ts";

/** Exchanges that every list of the cards shows. */
export const EXCHANGES = listed(
  ["NASDAQ", "XNAS", "Nasdaq Stock Market"],
  ["NYSE", "XNYS", "New York Stock Exchange"],
  ["OTC", "OTCM", "OTC Markets", "OTCQX", "OTCQB", "Pink Sheets"],
  ["BATS", "XCBO", "BZX", "Cboe BZX", "CBOE"],
);

/** Appears in one list of exchanges: some vendors file funds under it. */
export const ETF_EXCHANGE: ListedValue = { value: "ETF", label: "ETF" };

/** Exchanges that the lists do not show and real data have. */
export const MORE_EXCHANGES = listed(
  ["NYSE ARCA", "ARCX", "ARCA", "NYSEARCA"],
  ["NYSE MKT", "XASE", "AMEX", "NYSE American", "NYSEAMERICAN"],
);

/** Vendors and screens word them in two ways; both are shown. */
export const SECURITY_CLASSES: readonly ListedValue[] = [
  {
    value: "Common Stock",
    label: "common stock",
    otherLabel: "Stock common",
    accepted: ["Stock Common", "Common", "CS", "Common Shares", "Ordinary Shares"],
  },
  {
    value: "ADR Stock",
    label: "ADR stock",
    otherLabel: "Stock ADR",
    accepted: ["Stock ADR", "ADR", "ADS", "ADRC", "American Depositary Receipt", "American Depositary Shares"],
  },
  { value: "ETF", label: "ETF", accepted: ["Exchange Traded Fund", "ETP"] },
  {
    value: "Preferred Stock",
    label: "preferred stock",
    otherLabel: "Stock preferred",
    accepted: ["Stock Preferred", "Preferred", "PFD", "Preferred Shares"],
  },
  { value: "Unit", label: "unit", accepted: ["Units"] },
  { value: "Warrant", label: "warrant", accepted: ["Warrants"] },
];

export const STATUSES = listed(["ACTIVE", "Listed", "Trading"], ["DELISTED", "Inactive"], ["SUSPENDED", "Halted"]);

export const CURRENCIES = listed(
  ["USD", "US Dollar", "Dollar"],
  ["CAD", "Canadian Dollar"],
  ["EUR", "Euro"],
  ["GBP", "Pound Sterling", "British Pound"],
);

/** What news, earnings and IPO are asked for; sent as the boolean. */
export const EVENT_VALUES = [
  { value: true, label: "HAD", ofList: "IS ON IT" },
  { value: false, label: "DIDN'T HAVE", ofList: "IS NOT" },
] as const;
