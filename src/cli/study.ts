import { randomBytes } from "node:crypto";
import { columnKey } from "../formula/index.ts";
import { dropRun, isCut, runScan, studyBase, studyGrid, studyPath, studyRun } from "../scan/index.ts";
import { STUDY_GRID_PARTS } from "../vocabulary/index.ts";
import type { FinishedRun, StudyGridParts } from "../vocabulary/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { interruptible } from "./interrupt.ts";
import { choiceOption, textOption, wholeOption } from "./options.ts";
import { printable } from "./printable.ts";
import { ProgressLine } from "./progress.ts";
import { requestOfFile } from "./request-file.ts";
import { studyText } from "./study-text.ts";
import { withMarket } from "./with-market.ts";

const MAX_SEED = 2 ** 32 - 1;

/** `study`: what the rows of a request were worth, beside the same outcome without its filters. */
export async function studyCommand(call: Call): Promise<ExitStatus> {
  const [path = ""] = call.arguments;
  const seed = wholeOption(call, "seed", 0, MAX_SEED);
  const crossing = crossOption(call);
  const read = await requestOfFile(call, path);
  if (read === null) return 1;
  const outcome = textOption(call, "outcome") ?? read.outcome;
  if (outcome === null) {
    call.err("The request names no outcome: write outcome {Column} into it, or say --outcome.\n");
    return 1;
  }
  const nameOf = (given: string): string | undefined =>
    read.columns.find(({ name }) => columnKey(name) === columnKey(given))?.name;
  const named = nameOf(outcome);
  if (named === undefined) throw new UsageError(`--outcome is a column of the request, not ${outcome}.`);
  const unknown = crossing?.names.find((name) => nameOf(name) === undefined);
  if (unknown !== undefined) throw new UsageError(`--cross takes two columns of the request, not ${unknown}.`);
  if (crossing?.names.some((name) => columnKey(name) === columnKey(named)) === true)
    throw new UsageError(`--cross takes columns beside the outcome, not ${named}.`);
  const request = { ...read, outcome: named };
  const progress = new ProgressLine(call);
  const show = ({ stage, done, total }: { stage: string; done: number; total: number }): void =>
    progress.show(`${stage} ${done} of ${total}`);
  return withMarket(call, (market) =>
    interruptible(async (signal) => {
      const run = `cli_${randomBytes(8).toString("hex")}`;
      try {
        const finished = await runScan(market, request, { run, signal, onProgress: show });
        const place = placeOf(finished, named);
        const column = finished.columns[place];
        if (column?.type !== "number" || !column.outcome) {
          call.err(`${named} is no number that becomes known after the close of its day.\n`);
          return 1;
        }
        const crossed = crossing?.names.map((name) => placeOf(finished, name));
        const uncut = crossed?.map((at) => finished.columns[at]).find((one) => one === undefined || !isCut(one));
        if (uncut !== undefined) {
          call.err(`${printable(uncut.name)} is no number and no time, so it is not cut into parts.\n`);
          return 1;
        }
        const options = { outcome: place, signal, ...(seed === undefined ? {} : { seed }) };
        const study = await studyRun(market, finished, options);
        const [across, down] = crossed ?? [];
        const studied = {
          study,
          base: await studyBase(market, request, { ...options, rows: study.figures.rows, onProgress: show }),
          path: await studyPath(market, finished, { ...options, heldFrom: request.held?.start ?? null }),
          crossing:
            crossing === null || across === undefined || down === undefined
              ? null
              : await studyGrid(market, finished, { ...options, across, down, parts: crossing.parts }),
        };
        progress.clear();
        const json = { columns: finished.columns.map(({ name }) => name), ...studied };
        call.out(call.options["json"] === true ? `${JSON.stringify(json, null, 2)}\n` : studyText(finished, studied));
        return 0;
      } finally {
        progress.clear();
        await dropRun(market, run);
      }
    }),
  );
}

const placeOf = ({ columns }: FinishedRun, given: string): number =>
  columns.findIndex(({ name }) => columnKey(name) === columnKey(given));

/** `--cross "Gap|Float" --parts 5`: two columns, and in how many parts each. */
function crossOption(call: Call): { readonly names: readonly string[]; readonly parts: StudyGridParts } | null {
  const given = textOption(call, "cross");
  const count = choiceOption(call, "parts", STUDY_GRID_PARTS.map(String));
  const [least] = STUDY_GRID_PARTS;
  const parts = STUDY_GRID_PARTS.find((one) => String(one) === count) ?? least;
  if (given === undefined) {
    if (count !== undefined) throw new UsageError('--parts is of two columns: --cross "Gap|Float".');
    return null;
  }
  const names = given.split("|").map((name) => name.trim());
  const [one = "", other = ""] = names;
  if (names.length !== 2 || columnKey(one) === columnKey(other))
    throw new UsageError(`--cross takes two columns, as "Gap|Float", not ${given}.`);
  return { names, parts };
}
