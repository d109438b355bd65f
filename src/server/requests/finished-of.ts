import type { FinishedRun } from "../../vocabulary/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { RunView } from "./run-view.ts";

/** The rows of a run that has them. */
export function finishedOf(view: RunView): FinishedRun {
  if (view.finished === null) throw new ProblemAnswer("not-finished", `The scan is ${view.status}.`);
  return view.finished;
}
