import type { Connector } from "../connector.ts";
import { alpaca } from "./alpaca.ts";
import { edgar } from "./edgar.ts";
import { massive } from "./massive.ts";
import { nasdaqTrader } from "./nasdaq-trader.ts";
import { tiingo } from "./tiingo.ts";

/** Every source, by name. */
export const CONNECTORS: readonly Connector[] = [tiingo, alpaca, massive, edgar, nasdaqTrader];
