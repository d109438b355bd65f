import { diagnose, knownAtLabel } from "../formula/index.ts";
import { barsAhead, indicatorText, INDICATORS, minimumBars, warmupBars } from "../vocabulary/index.ts";
import type { Indicator } from "../vocabulary/index.ts";
import { code, entry, heading, list, mark, text } from "./page.ts";
import type { Block, Page } from "./page.ts";
import { UNIT_NAMES } from "./functions-page.ts";

/** The first line as it is written, its defaults with it. */
function indicatorExample({ name, lines, parameters, source, intradayOnly }: Indicator): string {
  const line = lines.length > 1 ? `.${lines[0]?.name ?? ""}` : "";
  const given = parameters.length > 0 ? `(${parameters.map((parameter) => parameter.default).join(", ")})` : "";
  const from = source === null ? "" : ` ${source}`;
  return `[indicator ${name}${line}${given}${from}${intradayOnly ? " 5min at '10:00'" : " adj"}]`;
}

function barsText(indicator: Indicator): string {
  const recipes = Object.values(indicator.recipe(...indicator.parameters.map((parameter) => parameter.default)));
  const first = Math.max(...recipes.map(minimumBars));
  const stable = Math.max(...recipes.map(warmupBars));
  const ahead = Math.max(...recipes.map(barsAhead));
  const settled = Number.isFinite(stable) ? `settled on bar ${stable}` : "it depends on the first bar for good";
  const later = ahead > 0 ? ` It looks ${ahead} bars ahead, and is known only then.` : "";
  return `First value on bar ${first}; ${settled}.${later}`;
}

function indicator(one: Indicator): readonly Block[] {
  const formula = indicatorExample(one);
  const said = indicatorText(one.name);
  const { knownAt } = diagnose(formula, { columns: new Map(), use: "column" });
  return [
    entry(one.title, one.name),
    code(formula),
    text(said.formula),
    list(
      ...(one.aliases ? [`Also read: ${one.aliases.map(mark).join(", ")}.`] : []),
      ...one.parameters.map(
        ({ name, default: usual, min, max, integer }) =>
          `${mark(name)}: ${usual} unless given, ${integer ? "a whole number" : "a number"} from ${min} to ${max}.`,
      ),
      `Lines: ${one.lines.map((line) => `${mark(line.name)} ${line.title}, ${line.unit === "source" ? "in the unit of the source" : UNIT_NAMES[line.unit]}`).join("; ")}.`,
      `${one.source === null ? "Takes its own inputs" : "Runs over any daily field, close unless given"}. Known at ${knownAt ? knownAtLabel(knownAt) : "any time"} by default. ${barsText(one)}`,
      `Source: ${said.reference}`,
    ),
  ];
}

const groups = [...new Set(INDICATORS.map(({ group }) => group))];

export const indicatorsPage: Page = {
  name: "indicators",
  title: "Indicators",
  summary: `${INDICATORS.length} indicators, each one definition, over daily bars and over intraday bars of every size.`,
  blocks: [
    text(
      "Every indicator runs over the bars that exist, the current one included. A rolling one is null until it has all its bars and wherever one of them has no value; smoothing passes over bars without a value and is null there. A division by zero is null. Until it has settled the value still depends on where the history begins, and is flagged [unstable](diagnostics#unstable). How each compares with public collections of reference values is in `docs/indicator-comparisons.md` of the project.",
    ),
    ...groups.flatMap((group) => [
      heading(group),
      ...INDICATORS.filter((one) => one.group === group).flatMap(indicator),
    ]),
  ],
};
