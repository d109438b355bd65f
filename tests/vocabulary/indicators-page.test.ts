import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { expect, test } from "vitest";
import { INDICATORS, minimumBars, warmupBars, type Indicator } from "../../src/vocabulary/index.ts";
import { COMPARISONS, type Comparison } from "../scan/vectors/comparisons.ts";

const PAGE = fileURLToPath(new URL("../../docs/indicators.md", import.meta.url));

/** The reference page, from the catalogue and the declared outcomes of the comparisons, which a test of the scan holds true. */
function indicatorsPage(): string {
  const groups = [...new Set(INDICATORS.map((indicator) => indicator.group))];
  return [
    "# Indicators",
    "<!-- Generated from src/vocabulary/indicator-catalogue by tests/vocabulary/indicators-page.test.ts; `vitest run -u` of it writes it anew. -->",
    INTRODUCTION,
    ...groups.flatMap((group) => [
      `## ${group}`,
      ...INDICATORS.filter((indicator) => indicator.group === group).map(section),
    ]),
  ].join("\n\n");
}

const INTRODUCTION = `
Every indicator runs over the bars that exist, the current one included, daily or within the day. A rolling one is null until it
has all its bars and wherever one of them has no value; smoothing passes over bars without a value and shows null there. x / 0 is
null. The first value stands on the bar that *first value* names; until the bar that *stable* names, the value still depends on
where the history begins, and is flagged \`unstable\`.

*Compared with* lists every reference in four public collections (Skender's Stock.Indicators, Tulip Indicators, bukosabino's ta,
QuantConnect's Lean) that covers the indicator, and how it comes out: a relative difference under 1e-6 after warm-up, or a
different definition.`.trim();

function section(indicator: Indicator): string {
  const { name, title, parameters, lines, source, intradayOnly, aliases = [], formula, reference } = indicator;
  const defaults = parameters.map((parameter) => parameter.default);
  const given = defaults.length > 0 ? `(${defaults.join(", ")})` : "";
  const written = lines.length > 1 ? `${name}.${lines[0]?.name}` : name;
  const when = intradayOnly ? " 5min at '10:00'" : "";
  const facts = [
    ...(aliases.length > 0 ? [`Also read: ${aliases.map((alias) => `\`${alias}\``).join(", ")}.`] : []),
    ...(parameters.length > 0
      ? [
          `Parameters: ${parameters
            .map(
              ({ name, default: usual, min, max, integer }) =>
                `${name} ${usual} (${integer ? "whole, " : ""}${min} to ${max})`,
            )
            .join(", ")}.`,
        ]
      : []),
    `Lines: ${lines.map((line) => `\`${line.name}\` ${line.title} (${line.unit === "source" ? "unit of the source" : line.unit})`).join("; ")}.`,
    `${bars(indicator, defaults)}.`,
    `Reference: ${reference}`,
    `Compared with: ${comparisons(name)}`,
  ];
  return [
    `### ${title}`,
    `\`[indicator ${written}${given}${source ? ` ${source}` : ""}${when}]\``,
    formula,
    facts.map((fact) => `- ${fact}`).join("\n"),
  ].join("\n\n");
}

function bars(indicator: Indicator, defaults: readonly number[]): string {
  const all = Object.values(indicator.recipe(...defaults)).map((recipe) => [minimumBars(recipe), warmupBars(recipe)]);
  const first = Math.max(...all.map(([minimum = 0]) => minimum));
  const stable = Math.max(...all.map(([, warmup = 0]) => warmup));
  return `First value: bar ${first}; stable: ${Number.isFinite(stable) ? `bar ${stable}` : "never, it depends on the first bar"}`;
}

const place = ({ collection, file, block, parameters }: Comparison): string =>
  `${collection} ${block ? `${block} (${file})` : `${file}${parameters.length > 0 ? ` (${parameters.join(", ")})` : ""}`}`;

function comparisons(name: string): string {
  const rows = COMPARISONS.filter((comparison) => comparison.indicator === name);
  const agreeing = rows.filter((row) => row.differs === undefined).map(place);
  const differing = rows.flatMap((row) =>
    row.differs === undefined ? [] : [`differs from ${place(row)}: ${row.differs}`],
  );
  if (rows.length === 0) return "no reference in the collections; the naive twin in the tests.";
  return `${[...(agreeing.length > 0 ? [`agrees with ${agreeing.join(", ")}`] : []), ...differing].join("; ")}.`;
}

test("docs/indicators.md is what the catalogue says", async () => {
  const options = await resolveConfig(PAGE);
  await expect(await format(indicatorsPage(), { ...options, parser: "markdown" })).toMatchFileSnapshot(PAGE);
});
