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
  "market/import-real",
  "server/several-servers",
  "formula/linear-readers",
  "server/access",
  "request/card-cases",
  "scan/chart",
  "export/workbook",
  "formula/any-text",
  "server/billing",
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

/** Long files begin first, so that no worker is left alone with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A search for one failure is over soonest when long files come last.
    const order = process.env["QUICKEST_FIRST"] ? -1 : 1;
    return sorted.toSorted((a, b) => order * (placeOf(a) - placeOf(b)));
  }
}
