import type { FinishedRun } from "../../vocabulary/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { KeptResult, RunView } from "../runs/run-view.ts";

/** The result of a request: of its newest run or, as long as that has none, of the finished one before. */
export function resultOf({ run, meta, finished, older, status }: RunView): Omit<KeptResult, "ended"> {
  if (finished !== null) return { run, meta, finished };
  if (older !== null) return older;
  throw new ProblemAnswer("not-finished", `The scan is ${status}.`);
}

export const finishedOf = (view: RunView): FinishedRun => resultOf(view).finished;
