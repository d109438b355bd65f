import { randomBytes } from "node:crypto";
import { columnKey } from "../formula/index.ts";
import { dropRun, runScan, studyBase, studyRun } from "../scan/index.ts";
import { apartFrom } from "../vocabulary/index.ts";
import type { FinishedRun, Study, StudyBase, StudyGroup } from "../vocabulary/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { interruptible } from "./interrupt.ts";
import { textOption, wholeOption } from "./options.ts";
import { count, ProgressLine } from "./progress.ts";
import { requestOfFile } from "./request-file.ts";
import { withMarket } from "./with-market.ts";

const MAX_SEED = 2 ** 32 - 1;

/** `study`: what the rows of a request were worth, beside the same outcome without its filters. */
export async function studyCommand(call: Call): Promise<ExitStatus> {
  const [path = ""] = call.arguments;
  const seed = wholeOption(call, "seed", 0, MAX_SEED);
  const read = await requestOfFile(call, path);
  if (read === null) return 1;
  const outcome = textOption(call, "outcome") ?? read.outcome;
  if (outcome === null) {
    call.err("The request names no outcome: write outcome {Column} into it, or say --outcome.\n");
    return 1;
  }
  const named = read.columns.find(({ name }) => columnKey(name) === columnKey(outcome));
  if (named === undefined) throw new UsageError(`--outcome is a column of the request, not ${outcome}.`);
  const request = { ...read, outcome: named.name };
  const progress = new ProgressLine(call);
  const show = ({ stage, done, total }: { stage: string; done: number; total: number }): void =>
    progress.show(`${stage} ${done} of ${total}`);
  return withMarket(call, (market) =>
    interruptible(async (signal) => {
      const run = `cli_${randomBytes(8).toString("hex")}`;
      try {
        const finished = await runScan(market, request, { run, signal, onProgress: show });
        const place = finished.columns.findIndex(({ name }) => name === request.outcome);
        const column = finished.columns[place];
        if (column?.type !== "number" || !column.outcome) {
          call.err(`${request.outcome} is no number that becomes known after the close of its day.\n`);
          return 1;
        }
        const options = { signal, ...(seed === undefined ? {} : { seed }) };
        const study = await studyRun(market, finished, { outcome: place, ...options });
        const base = await studyBase(market, request, { rows: study.figures.rows, onProgress: show, ...options });
        progress.clear();
        const json = { columns: finished.columns.map(({ name }) => name), study, base };
        call.out(
          call.options["json"] === true ? `${JSON.stringify(json, null, 2)}\n` : studyText(finished, study, base),
        );
        return 0;
      } finally {
        progress.clear();
        await dropRun(market, run);
      }
    }),
  );
}

const DIGITS = 4;
const figure = (value: number | null): string => (value === null ? "–" : value.toPrecision(DIGITS));
const share = (value: number | null): string => (value === null ? "–" : `${(100 * value).toFixed(1)} %`);

/** `0.42  [0.11, 0.73]  not told apart from chance` */
function mean({ mean: value, interval, days }: StudyGroup, base: number | null): string {
  if (interval === null) return `${figure(value)}  (${days} days, no interval)`;
  const apart = apartFrom(base, interval);
  const verdict = apart === false ? "  not told apart from chance" : "";
  return `${figure(value)}  [${figure(interval.low)}, ${figure(interval.high)}]${verdict}`;
}

/** What `study` prints. */
export function studyText({ columns }: FinishedRun, study: Study, base: StudyBase): string {
  const { figures } = study;
  const rate = base.all.mean;
  const line = (group: StudyGroup, label: string): string =>
    `  ${count(group.rows).padStart(9)}  ${mean(group, rate).padEnd(34)}  ${label}`;
  return [
    `${columns[study.outcome]?.name ?? ""} of ${count(figures.rows)} rows on ${count(figures.days)} days, ${count(figures.securities)} securities`,
    `  mean           ${mean(figures, rate)}`,
    `  base rate      ${mean(base.all, null)}  ${count(base.all.rows)} security-days${base.sampled ? ", whole days drawn at random" : ""}`,
    `  median         ${figure(figures.median)}`,
    `  win rate       ${share(figures.winRate)}, without the filters ${share(base.all.winRate)}`,
    `  expectancy     ${figure(figures.expectancy)} average losses`,
    `  profit factor  ${figure(figures.profitFactor)}`,
    `  best, worst    ${figure(figures.best)}, ${figure(figures.worst)}`,
    `  without the best 1 %  ${figure(figures.withoutBest)}`,
    "By year",
    ...study.years.map((group) => line(group, group.label)),
    "After each filter",
    ...base.steps.map(({ after, label }) => line(after, label)),
    "Without each filter",
    ...base.steps.map(({ without, label }) => line(without, label)),
    ...study.columns.flatMap(({ place, separates, parts }) => [
      `By ${columns[place]?.name ?? ""} (${share(separates)} of the variance)${columns[place]?.outcome === true ? ", known only afterwards" : ""}`,
      ...(parts.find(({ count: of }) => of === 5)?.bars ?? []).map((bar) =>
        line(bar, `${figure(bar.from)} .. ${figure(bar.to)}`),
      ),
    ]),
    `95 % intervals: ${count(study.draws)} draws of whole days, seed ${study.seed}`,
    "",
  ].join("\n");
}
