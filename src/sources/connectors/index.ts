import type { Connector } from "../connector.ts";
import { alpaca } from "./alpaca.ts";
import { edgarFilings } from "./edgar-filings.ts";
import { edgar } from "./edgar.ts";
import { finra } from "./finra.ts";
import { massive } from "./massive.ts";
import { nasdaqHalts } from "./nasdaq-halts.ts";
import { nasdaqTrader } from "./nasdaq-trader.ts";
import { tiingo } from "./tiingo.ts";

/** Every source, by name. */
export const CONNECTORS: readonly Connector[] = [
  tiingo,
  alpaca,
  massive,
  edgar,
  edgarFilings,
  nasdaqTrader,
  nasdaqHalts,
  finra,
];
