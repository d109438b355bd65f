import type { Group } from "../types.ts";

/** A row of the formula help panel: what may be written, what it means, and one example that is read as it stands. */
export interface FormulaHelp {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** Table of data-point types: the first word inside square brackets. */
export const DATA_POINT_TYPES: readonly (FormulaHelp & { readonly name: Group })[] = [
  {
    name: "daily",
    description: "Daily bars: the value of one day, or a function over a range of days",
    example: "[daily max high -10 .. -1 adj]",
  },
  {
    name: "intraday",
    description: "Minute bars from 04:00 to 19:59, a function over a window of one day or the bar of one minute",
    example: "[intraday max high '09:30' .. '10:29']",
  },
  {
    name: "indicator",
    description: "Technical indicators over daily bars, or over intraday bars at a time of the day",
    example: "[indicator ema(20) close -1 adj]",
  },
  {
    name: "identity",
    description: "Who a security is: symbol, exchange, class, country",
    example: "[identity exchange]",
  },
  {
    name: "fundamental",
    description: "Sector, industry, market cap and shares; whether there were news, earnings or an IPO",
    example: "[fundamental market_cap]",
  },
  { name: "ownership", description: "Float and who holds the shares", example: "[ownership float]" },
  {
    name: "earnings",
    description: "Items of the quarterly statements, 1q being the latest quarter; columns only",
    example: "[earnings total-revenue-1q]",
  },
];

/** Table of data fields, in the order of the help panel. */
export const DATA_FIELDS: readonly FormulaHelp[] = [
  { name: "close", description: "Last price of the day or of the window", example: "[daily close]" },
  { name: "currency", description: "Currency in which the security trades", example: "[identity currency]" },
  { name: "date", description: "Date of the day", example: "[daily date]" },
  { name: "earnings", description: "Had earnings in a window of a day", example: "[fundamental earnings]" },
  { name: "exchange", description: "Exchange on which the security is listed", example: "[identity exchange]" },
  { name: "high", description: "Highest price", example: "[daily high]" },
  { name: "low", description: "Lowest price", example: "[daily low]" },
  { name: "market_cap", description: "Market capitalisation in US dollars", example: "[fundamental market_cap]" },
  { name: "name", description: "Name of the company or fund", example: "[identity name]" },
  { name: "news", description: "Had news in a window of a day", example: "[fundamental news '04:00' .. '09:29']" },
  { name: "num_trades", description: "Number of trades", example: "[daily num_trades]" },
  { name: "open", description: "First price of the day or of the window", example: "[daily open]" },
  { name: "outstanding_shares", description: "Shares outstanding", example: "[fundamental outstanding_shares]" },
  { name: "float", description: "Shares that trade freely", example: "[ownership float]" },
  { name: "io_shares", description: "Shares held by institutions", example: "[ownership io_shares]" },
  { name: "io_percent", description: "Percent of the shares held by institutions", example: "[ownership io_percent]" },
  { name: "ins_shares", description: "Shares held by insiders", example: "[ownership ins_shares]" },
  { name: "ins_percent", description: "Percent of the shares held by insiders", example: "[ownership ins_percent]" },
  {
    name: "owner_13f_percent",
    description: "Percent of the shares held by filers of form 13F",
    example: "[ownership owner_13f_percent]",
  },
  {
    name: "owner_13f_shares",
    description: "Shares held by filers of form 13F",
    example: "[ownership owner_13f_shares]",
  },
  {
    name: "security_class",
    description: "Class: common stock, ADR stock, ETF, preferred stock, unit, warrant",
    example: "[identity security_class]",
  },
  { name: "symbol", description: "Symbol on that day", example: "[identity symbol]" },
  { name: "old_symbol", description: "Symbol before the last renaming", example: "[identity old_symbol]" },
  { name: "country", description: "Country of the company", example: "[identity country]" },
  { name: "status", description: "ACTIVE, DELISTED or SUSPENDED", example: "[identity status]" },
  { name: "ipo", description: "Had its IPO on that day", example: "[fundamental ipo]" },
  { name: "sector", description: "Sector, such as Technology", example: "[fundamental sector]" },
  { name: "industry", description: "Industry, such as Semiconductors", example: "[fundamental industry]" },
  { name: "code", description: "Another name of security_class", example: "[identity code]" },
  {
    name: "time",
    description: "Time of a minute bar",
    example: "[intraday time at max high '09:30' .. '15:59']",
  },
  { name: "volume", description: "Shares traded", example: "[daily volume]" },
  { name: "VWAP", description: "Volume-weighted average price", example: "[daily vwap]" },
];
