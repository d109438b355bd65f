import { parseCode } from "../code/read-code.ts";
import { diagnostic, replace } from "../diagnostic.ts";
import type { Diagnostic, Fix } from "../diagnostic.ts";
import { NOTATIONS } from "../notation.ts";
import type { NotationName } from "../notation.ts";
import { translate } from "./translate.ts";

/** A text that is a formula of another platform as one finding, with its translations as fixes; null for any other. */
export function foreignFinding(text: string, notation: NotationName): Diagnostic | null {
  const found = translate(text);
  if (found === null) return null;
  const place = { from: 0, to: text.length };
  const fixes = found.readings.flatMap(({ assumes, formulas }): Fix[] =>
    formulas.flatMap(({ code }) => {
      const { tree } = parseCode(code);
      if (tree === null) return [];
      const right = NOTATIONS[notation].print(tree);
      return [replace(assumes === "" ? `Write ${right}` : `With ${assumes}: ${right}`, place, right)];
    }),
  );
  const missing = found.unsaid.slice(0, 3).map((one) => `${one.text} cannot be said here: ${one.why}.`);
  const hint = missing.length > 0 ? ` ${missing.join(" ")}` : "";
  return diagnostic("foreign-formula", place, { platform: found.label, hint }, { fixes, notation });
}
