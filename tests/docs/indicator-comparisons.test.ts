import { fileURLToPath } from "node:url";
import { formatted } from "./formatted.ts";
import { expect, test } from "vitest";
import { INDICATORS } from "../../src/vocabulary/index.ts";
import { COMPARISONS, type Comparison } from "../scan/vectors/comparisons.ts";

const PAGE = fileURLToPath(new URL("../../docs/indicator-comparisons.md", import.meta.url));

const INTRODUCTION = `
What each indicator is, is in the [reference](reference/indicators.md). This page says how it compares with every reference in five
public collections (Skender's Stock.Indicators, Tulip Indicators, bukosabino's ta, QuantConnect's Lean, ta4j) that covers it: it
*agrees* after warm-up within 1e-6 relative, or within the digits printed; or it *differs* by definition, with a note; a dash where the
collection has no reference for it. A test of the engine holds every line.

Every indicator is also computed a second time, as a plain loop written from its definition (in the notes: the naive twin), on random
bars with gaps, flat stretches and short histories.
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
  const rows = COMPARISONS.filter(({ indicator }) => indicator === name);
  const agreeing = rows.filter((row) => row.differs === undefined).map(place);
  const differing = rows.flatMap((row) =>
    row.differs === undefined ? [] : [`differs from ${place(row)}: ${row.differs}`],
  );
  return `${[...(agreeing.length > 0 ? [`agrees with ${agreeing.join(", ")}`] : []), ...differing].join("; ")}.`;
}

/** From the declared outcomes of the comparisons, which a test of the scan holds true. */
function comparisonsPage(): string {
  const compared = INDICATORS.filter(({ name }) => COMPARISONS.some(({ indicator }) => indicator === name));
  return [
    "# How indicators compare with other libraries",
    "<!-- Generated from tests/scan/vectors/comparisons by tests/docs/indicator-comparisons.test.ts; `npm run docs` writes it anew. -->",
    INTRODUCTION,
    "## By collection",
    agreementTable(),
    agreementNotes(),
    "## By reference",
    compared.map(({ name, title }) => `- **${title}** (\`${name}\`): ${comparisons(name)}`).join("\n"),
  ].join("\n\n");
}

test("docs/indicator-comparisons.md is what the comparisons say; `npm run docs` writes it anew", async () => {
  await expect(await formatted(comparisonsPage())).toMatchFileSnapshot(PAGE);
});
