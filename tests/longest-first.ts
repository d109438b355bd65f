import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of twenty seconds of work and more (twelve of `unit`, thirty of `e2e`), as a whole run on two cores last took for them, the longest first. */
const LONG = [
  "sources/behaviours",
  "scan/cluster",
  "market/snapshot",
  "scan/stage-columns",
  "naive/agreement",
  "naive/other-security",
  "market/import-at-address",
  "server/process",
  "server/market-days",
  "market/check/check-real",
  "sources/other-sources",
  "market/engine-life",
  "server/activity",
  "naive/time",
  "market/import-order",
  "server/kill",
  "server/backup",
  "market/import-real",
  "export/workbook",
  "scan/run",
  "scan/answers",
  "scan/presets",
  "server/long-editing",
  "market/check/settle",
  "naive/periods",
  "naive/own-data",
  "market/import-rows",
  "cli/commands",
  "market/import-incremental",
  "scan/one-snapshot",
  "server/serve",
  "scan/real-windows",
  "scan/after-the-scan",
  "server/accounts",
  "export/study",
  "market/import-files",
  "server/access",
  "server/several-servers",
  "server/updates",
  "server/kept",
  "server/warm-up",
  "scan/explain-rows",
  "server/previews",
  "scan/sweep",
  "export/summary",
  "server/hostile-input",
  "scan/study",
  "server/webhooks",
  "server/row-charts",
  "server/attempts",
  "scan/indicators-naive",
  "scan/chart",
  "market/dividends",
  "server/disk-full",
  "naive/never-true",
  "export/live-formulas",
  "formula/linear-readers",
  "formula/completion-queries",
  "request/card-cases",
  "formula/as-part",
  "formula/any-text",
  "request/text-linear",
  "formula/words-laws",
  "e2e/widths",
  "e2e/lives",
  "e2e/editor",
  "e2e/other-account",
  "e2e/results",
  "e2e/data",
  "e2e/cards",
  "e2e/builder-people",
  "e2e/builder",
  "e2e/request-text",
  "e2e/admin",
  "e2e/builder-rules",
  "e2e/shell",
  "e2e/text-screen",
  "e2e/account",
  "e2e/charting",
  "e2e/unsaved",
  "e2e/grid",
  "e2e/palette",
  "e2e/request-carried",
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
