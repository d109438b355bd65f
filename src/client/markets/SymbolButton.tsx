import type { ReactNode } from "react";
import { openerOf } from "../commands/openers.ts";
import "./symbol-button.css";

/** A symbol that opens its chart. */
export const SymbolButton = ({
  symbol,
  children,
}: {
  readonly symbol: string;
  /** What stands behind the symbol. */
  readonly children?: ReactNode;
}): ReactNode => (
  <button
    type="button"
    className="symbol-button"
    title={`Chart of ${symbol}`}
    onClick={() => openerOf("chart")?.(symbol)}
  >
    {symbol}
    {children}
  </button>
);
