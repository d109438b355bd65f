import { INDICATORS } from "../../vocabulary/index.ts";
import type { Indicator } from "../../vocabulary/index.ts";
import { numberText } from "../code/literal-text.ts";
import type { NotationName } from "../notation.ts";
import { printWords } from "../words/print-words.ts";
import { indicatorCode, indicatorSearch } from "./candidates.ts";
import type { Candidate } from "./candidates.ts";
import { nodeOf } from "./place.ts";

const NAME_AND_NUMBERS = /^([\p{L}_][\p{L}_.%]*?(?: [\p{L}_.%]+)*?)[ (]*(\d+(?:\.\d+)?(?:[ ,]+\d+(?:\.\d+)?)*)\)?$/u;

const called = (entry: Indicator, name: string): boolean =>
  [entry.name, entry.code, entry.words ?? "", entry.title, ...(entry.aliases ?? [])].some(
    (one) => one.toLowerCase() === name,
  );

/**
 * `ema20`, `ema 20`, `bb 20, 2`, `bbands.upper 20`: the indicators with these numbers. None has a slot: the
 * numbers were said.
 */
export function numberedIndicators(query: string, notation: NotationName): readonly Candidate[] {
  const [, said = "", numbers = ""] = NAME_AND_NUMBERS.exec(query.trim()) ?? [];
  const [name = "", only] = said.toLowerCase().split(".");
  const given = numbers.split(/[ ,]+/).filter((one) => one !== "");
  const entries = INDICATORS.filter(
    (entry) => given.length > 0 && given.length <= entry.parameters.length && called(entry, name),
  );
  return entries.flatMap((entry) =>
    entry.lines.flatMap((line): readonly Candidate[] => {
      if (only !== undefined && line.name !== only) return [];
      const values = entry.parameters.map((parameter, at) => given[at] ?? numberText(parameter.default));
      const words = indicatorCode(entry, line.name, values);
      const node = nodeOf(`[indicator ${words}]`);
      if (node === null) return [];
      return [
        {
          kind: "indicator",
          ...indicatorSearch(entry, line),
          label: notation === "code" ? words : printWords(node),
          inserts: [notation === "code" ? `[indicator ${words}]` : printWords(node), `indicator ${words}`],
          detail: entry.title,
          doc: entry.title,
        },
      ];
    }),
  );
}
