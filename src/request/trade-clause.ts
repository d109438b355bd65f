import { parseCode, printCode } from "../formula/index.ts";
import { TRADE_ATR_LENGTH } from "../vocabulary/index.ts";

/** A distance in percent or in average true ranges. */
export const DISTANCE = /^(\d+(?:\.\d*)?|\.\d+) *(?:%|(atr) *(?:\( *(\d+) *\))?)?$/i;

/** What is typed as its entry keeps it, which is how a formula that is opened has it: `1 ATR` is `1 atr(14)`. */
export function clauseTyped(typed: string): string {
  const given = typed.trim();
  const [, value, atr, length = TRADE_ATR_LENGTH] = DISTANCE.exec(given) ?? [];
  if (value !== undefined) return `${Number(value)}${atr === undefined ? "" : ` atr(${length})`}`;
  if (/^(?:close|'?\d+:)/i.test(given)) return given.toLowerCase().replaceAll(/'| +0$/g, "");
  const { tree, diagnostics } = parseCode(given);
  return tree === null || diagnostics.some(({ severity }) => severity === "error") ? given : printCode(tree);
}
