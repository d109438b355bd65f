import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import type { FinishedRun, WholeStudy } from "../../vocabulary/index.ts";
import { studyBase } from "./base.ts";
import { studyGrid } from "./grid.ts";
import { studyPath } from "./path.ts";
import { studyRun } from "./study.ts";
import type { StudyOptions } from "./study.ts";

/** Parts of the two columns that a workbook crosses, few enough that each cell has rows. */
const CROSSED_PARTS = 3;

/**
 * A study with the path of its rows, the base rate where the request of the rows is there, and the two numbers that separate
 * most of those that are known in time.
 */
export async function wholeStudy(
  market: Market,
  run: FinishedRun,
  request: ScanRequest | null,
  options: StudyOptions,
): Promise<WholeStudy> {
  const study = await studyRun(market, run, options);
  const outcome = run.columns[options.outcome]?.name ?? null;
  const base =
    request === null
      ? null
      : await studyBase(market, { ...request, outcome }, { ...options, rows: study.figures.rows, lane: "interactive" });
  const path = await studyPath(market, run, { ...options, heldFrom: request?.held?.start ?? null });
  const [across, down] = study.columns
    .map(({ place }) => place)
    .filter((place) => run.columns[place]?.type === "number" && !run.columns[place].outcome);
  const crossing =
    across === undefined || down === undefined
      ? null
      : await studyGrid(market, run, { ...options, across, down, parts: CROSSED_PARTS });
  return { study, base, path, crossing };
}
