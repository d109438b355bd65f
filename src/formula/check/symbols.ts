import { callOf } from "./facts.ts";
import { hint, nearest } from "../code/nearest.ts";
import { textLiteral } from "../code/literal-text.ts";
import { replace } from "../diagnostic.ts";
import type { Check } from "./checking.ts";

/** The symbol of another security is one that some security of the market has or had; where the market is known. */
export const checkSymbols: Check = ({ nodes, env, notation, report }) => {
  const { symbols } = env;
  if (symbols === undefined) return;
  const nearOf = (symbol: string): string | null | undefined =>
    symbols.has(symbol.trim().toUpperCase()) ? undefined : nearest(symbol, symbols);
  for (const node of nodes) {
    if (node.kind === "data" && node.point.ofSymbol !== undefined) {
      const { ofSymbol: found } = node.point;
      const near = nearOf(found);
      if (near === undefined) continue;
      const right = near === null ? null : notation.print({ ...node, point: { ...node.point, ofSymbol: near } });
      report("unknown-symbol", node, { found, hint: hint(near) }, [
        right === null ? null : replace(`Write ${right}`, node, right),
      ]);
    }
    if (node.kind !== "call") continue;
    for (const [index, arg] of node.args.entries()) {
      if (arg.kind !== "text" || callOf(node.name)?.arguments[index]?.rule.kind !== "symbol") continue;
      const near = nearOf(arg.value);
      if (near === undefined) continue;
      const right = near === null ? null : textLiteral(near);
      report("unknown-symbol", arg, { found: arg.value, hint: hint(near) }, [
        right === null ? null : replace(`Write ${right}`, arg, right),
      ]);
    }
  }
};
