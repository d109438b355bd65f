import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { expect, test } from "vitest";
import { barsAhead, INDICATORS, minimumBars, warmupBars, type Indicator } from "../../src/vocabulary/index.ts";
import { COMPARISONS, type Comparison } from "../scan/vectors/comparisons.ts";

const PAGE = fileURLToPath(new URL("../../docs/indicators.md", import.meta.url));

/** The reference page, from the catalogue and the declared outcomes of the comparisons, which a test of the scan holds true. */
function indicatorsPage(): string {
  const groups = [...new Set(INDICATORS.map((indicator) => indicator.group))];
  return [
    "# Indicators",
    "<!-- Generated from src/vocabulary/indicator-catalogue by tests/vocabulary/indicators-page.test.ts; `npm run docs` writes it anew. -->",
    INTRODUCTION,
    ...groups.flatMap((group) => [
      `## ${group}`,
      ...INDICATORS.filter((indicator) => indicator.group === group).map(section),
    ]),
    "## Agreement",
    AGREEMENT,
    agreementTable(),
    agreementNotes(),
  ].join("\n\n");
}

const INTRODUCTION = `
Every indicator runs over the bars that exist, the current one included, daily or within the day. A rolling one is null until it
has all its bars and wherever one of them has no value; smoothing passes over bars without a value and shows null there. x / 0 is
null. The first value stands on the bar that *first value* names; until the bar that *stable* names, the value still depends on
where the history begins, and is flagged \`unstable\`.

*Compared with* lists every reference in five public collections (Skender's Stock.Indicators, Tulip Indicators, bukosabino's ta,
QuantConnect's Lean, ta4j) that covers the indicator, and how it comes out: a relative difference under 1e-6 after warm-up, or a
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
    ...ahead(indicator, defaults),
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

/** Lines that read bars to come, and by how many: what they show on a bar is known that much later. */
const ahead = (indicator: Indicator, defaults: readonly number[]): readonly string[] =>
  Object.entries(indicator.recipe(...defaults)).flatMap(([line, recipe]) =>
    barsAhead(recipe) > 0
      ? [`**Looks ahead**: \`${line}\` reads ${barsAhead(recipe)} bars after its own and is known only then.`]
      : [],
  );

const AGREEMENT = `
What the tests find on the engine, indicator by collection: *agrees* after warm-up within 1e-6 relative, or within the digits
printed; *differs* by definition, with a note; a dash where the collection has no reference for it. Every indicator is also
computed a second time, as a plain loop written from its definition, on random bars with gaps, flat stretches and short histories.
`.trim();

const COLLECTIONS = ["skender", "tulip", "bukosabino-ta", "lean", "ta4j"] as const satisfies Comparison["collection"][];
const NOTES = [...new Set(COMPARISONS.flatMap(({ differs }) => (differs === undefined ? [] : [differs])))];

function outcome(indicator: string, collection: Comparison["collection"]): string {
  const rows = COMPARISONS.filter((row) => row.indicator === indicator && row.collection === collection);
  const agrees = rows.some(({ differs }) => differs === undefined) ? ["agrees"] : [];
  const notes = rows.flatMap(({ differs }) => (differs === undefined ? [] : [NOTES.indexOf(differs) + 1]));
  const differs = notes.length > 0 ? [`differs (${[...new Set(notes)].join(", ")})`] : [];
  return [...agrees, ...differs].join("; ") || "–";
}

function agreementTable(): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    row(["indicator", ...COLLECTIONS]),
    row(["---", ...COLLECTIONS.map(() => "---")]),
    ...INDICATORS.map(({ name }) => row([name, ...COLLECTIONS.map((collection) => outcome(name, collection))])),
  ].join("\n");
}

const agreementNotes = (): string => NOTES.map((note, index) => `${index + 1}. ${note}.`).join("\n");

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
