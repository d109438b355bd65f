import { parseCode, printCode } from "../formula/index.ts";
import { TRADE_ATR_LENGTH } from "../vocabulary/index.ts";

/** A distance in percent or in average true ranges, a number or a parameter. */
export const DISTANCE = /^(\d+(?:\.\d*)?|\.\d+|\$[\p{L}_][\p{L}\p{N}_]*) *(?:%|(atr) *(?:\( *(\d+) *\))?)?$/iu;

/** What is typed as its entry keeps it, which is how a formula that is opened has it: `1 ATR` is `1 atr(14)`. */
export function clauseTyped(typed: string): string {
  const given = typed.trim();
  const [, value, atr, length = TRADE_ATR_LENGTH] = DISTANCE.exec(given) ?? [];
  if (value !== undefined)
    return `${value.startsWith("$") ? value : Number(value)}${atr === undefined ? "" : ` atr(${length})`}`;
  if (/^(?:close|'?\d+:)/i.test(given)) return given.toLowerCase().replaceAll(/'| +0$/g, "");
  const { tree, diagnostics } = parseCode(given);
  return tree === null || diagnostics.some(({ severity }) => severity === "error") ? given : printCode(tree);
}
