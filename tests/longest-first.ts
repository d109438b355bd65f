import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of eight seconds of work and more (four of `unit`), as a whole run on two cores last took for them, the longest first. */
const LONG = [
  "scan/cluster",
  "server/market-days",
  "market/snapshot",
  "server/kill",
  "market/import-order",
  "naive/agreement",
  "sources/behaviours",
  "sources/other-sources",
  "server/backup",
  "market/import-placed",
  "market/import-at-address",
  "naive/time",
  "market/check/check-real",
  "market/engine-life",
  "server/activity",
  "server/updates",
  "scan/run",
  "cli/commands",
  "server/access",
  "scan/answers",
  "market/dividends",
  "server/kept",
  "market/check/settle",
  "server/several-servers",
  "market/import-vendors",
  "naive/trades",
  "scan/explain-rows",
  "market/import-incremental",
  "naive/reasons",
  "server/serve",
  "scan/presets",
  "scan/indicators-naive",
  "scan/after-the-scan",
  "scan/one-snapshot",
  "server/attempts",
  "server/previews",
  "export/study",
  "market/import-rows",
  "export/workbook",
  "market/import-real",
  "cli/study",
  "market/import-files",
  "server/accounts",
  "scan/indicator-vectors",
  "scan/real-windows",
  "scan/chart",
  "server/disk-full",
  "server/answers",
  "naive/splits",
  "market/import-small-files",
  "scan/study",
  "scan/stage-columns",
  "naive/explain",
  "server/row-charts",
  "server/own-data",
  "scan/sweep",
  "market/import-death",
  "market/disk-full",
  "naive/own-data",
  "market/import-adjusted",
  "server/requests",
  "sources/killed",
  "formula/words-completion",
  "formula/linear-readers",
  "request/card-cases",
  "formula/completion-queries",
  "formula/any-text",
  "formula/as-part",
  "request/builder-laws",
  "formula/completion",
  "formula/words-laws",
  "request/text-linear",
  "request/text-laws",
  "e2e/editor",
  "e2e/lives",
  "e2e/widths",
  "e2e/text-screen",
  "e2e/admin",
  "e2e/unsaved",
  "e2e/results",
  "e2e/builder-rules",
  "e2e/other-account",
  "e2e/charting",
  "e2e/request-text",
  "e2e/builder",
  "e2e/shell",
  "e2e/cards",
  "e2e/data",
  "e2e/grid",
  "e2e/account",
  "e2e/palette",
  "e2e/study",
  "e2e/request-carried",
  "e2e/clicks",
  "e2e/builder-people",
  "e2e/lists",
  "e2e/subscriptions",
  "e2e/stream",
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
