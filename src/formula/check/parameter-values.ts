import { numberText } from "../code/literal-text.ts";
import { replace } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { NotationName } from "../notation.ts";
import { parameterKey } from "../parameters.ts";
import { readFormula } from "../read-formula.ts";
import type { CheckEnv } from "./env.ts";

/** Characters that are read again to try values: enough for a formula of usual length. */
const MAX_TRIED_CHARACTERS = 8_000;

/** Where no parameter may stand, a fix that writes the value it has now, if a number reads there. */
export function withValuesAsFixes(
  found: readonly Diagnostic[],
  { text, env, notation }: { readonly text: string; readonly env: CheckEnv; readonly notation: NotationName },
): readonly Diagnostic[] {
  if (!found.some(({ code }) => code === "trade-parameter")) return found;
  const errors = (list: readonly Diagnostic[]): number => list.filter(({ severity }) => severity === "error").length;
  let left = MAX_TRIED_CHARACTERS;
  return found.map((one) => {
    if (one.code !== "trade-parameter") return one;
    left -= text.length;
    const value = env.parameters?.get(parameterKey(text.slice(one.from + 1, one.to)));
    if (left < 0 || value === undefined || !Number.isFinite(value)) return one;
    const written = numberText(value);
    const fixed = text.slice(0, one.from) + written + text.slice(one.to);
    if (errors(readFormula(fixed, notation).diagnostics) >= errors(found)) return one;
    return { ...one, fixes: [replace(`Write ${written}, its value now`, one, written)] };
  });
}
