import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of ten seconds of work and more, the longest first. */
const LONG = [
  "market/snapshot",
  "market/engine-life",
  "naive/agreement",
  "scan/cluster",
  "server/kill",
  "server/process",
  "naive/time",
  "scan/run",
  "server/backup",
  "scan/indicators-naive",
  "market/import-order",
  "market/import-at-address",
  "market/import-real",
  "export/live-formulas",
  "market/import-incremental",
  "server/several-servers",
  "server/access",
  "scan/chart",
  "export/workbook",
  "scan/indicator-laws",
  "server/updates",
  "cli/commands",
  "market/import-rows",
  "server/billing",
  "formula/linear-readers",
  "request/card-cases",
  "formula/any-text",
  "request/builder-laws",
  "formula/fixes-law",
  "formula/words-laws",
  "formula/laws",
  "e2e/widths",
  "e2e/lives",
  "e2e/editor",
  "e2e/other-account",
  "e2e/results",
  "e2e/builder-people",
  "e2e/request-text",
  "e2e/cards-filters",
  "e2e/cards-columns",
  "e2e/data",
  "e2e/text-screen",
  "e2e/builder",
  "e2e/shell",
  "e2e/builder-rules",
  "e2e/account",
  "e2e/admin",
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((name) => moduleId.includes(`/tests/${name}.`));
  return place < 0 ? LONG.length : place;
};

const byProject = (a: TestSpecification, b: TestSpecification): number => a.project.name.localeCompare(b.project.name);

/**
 * Long files begin first, so that no worker is left alone with one at the end. Those of a project follow one another: a
 * worker that finds a file of another project next in the queue is ended, with all it has loaded and its engine.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A search for one failure is over soonest when long files come last.
    const order = process.env["QUICKEST_FIRST"] ? -1 : 1;
    return sorted.toSorted((a, b) => byProject(a, b) || order * (placeOf(a) - placeOf(b)));
  }
}
