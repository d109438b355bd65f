import { apartFrom, comparedRate } from "../vocabulary/index.ts";
import type { Study, StudyBase, StudyGroup } from "../vocabulary/index.ts";
import type { Cell } from "./cells.ts";

interface Based {
  readonly study: Study;
  readonly base: StudyBase | null;
  /** Style of the outcome's values. */
  readonly outcome: number;
  /** Whether what follows from other cells is a formula. */
  readonly live: boolean;
  /** Rows with the mean of all rows, and with the ends of its interval. */
  readonly mean: number;
  readonly ends: { readonly low: number; readonly high: number };
  /** Number of the row that comes first. */
  readonly first: number;
}

const OFF = "The interval of the mean lies off the base rate";
const WITHIN = "Not told apart from chance: the interval of the mean holds the base rate";

/** The same outcome without the filters, beside the mean of the rows. The base rate itself is no formula: its rows are not in the workbook. */
export function baseRows({ study, base, outcome, live, mean, ends, first }: Based): readonly (readonly Cell[])[] {
  if (base === null)
    return [["Base rate", "not worked out: the request of these rows cannot be read any more; run it again"]];
  const { all, sampled, seed } = base;
  const { figures } = study;
  const above = figures.mean === null || all.mean === null ? null : figures.mean - all.mean;
  const apart = apartFrom(comparedRate(base), figures.interval);
  const verdict = apart === null ? null : apart ? OFF : WITHIN;
  const [own, rate, rateLow] = [`$B$${mean}`, `$B$${first}`, `$B$${first + 1}`];
  const [low, high] = [`$B$${ends.low}`, `$B$${ends.high}`];
  const end = (value: number | undefined): Cell =>
    value === undefined ? "fewer than 30 days" : { style: outcome, of: value };
  return [
    ["Base rate", { style: outcome, of: all.mean }],
    ["Base rate, lower end of 95 %", end(all.interval?.low)],
    ["Base rate, upper end of 95 %", end(all.interval?.high)],
    [
      "Mean above the base rate",
      {
        style: outcome,
        of: live ? { formula: `IF(COUNT(${own},${rate})<2,"",${own}-${rate})`, cached: above } : above,
      },
    ],
    ["Win rate without the filters", { style: "share", of: all.winRate }],
    ["Security-days", { style: "whole", of: all.rows }],
    [
      "Told apart",
      live
        ? {
            formula: `IF(COUNT(${low},${high},${rate},${rateLow})<4,"",IF(OR(${low}>${rate},${high}<${rate}),"${OFF}","${WITHIN}"))`,
            cached: verdict,
          }
        : verdict,
    ],
    [
      "Base rate from",
      sampled
        ? `The same outcome on whole days drawn at random without the filters, by the engine, seed ${seed}; no formula`
        : "The same outcome on every security-day of the dates without the filters, by the engine; no formula",
    ],
  ];
}

/** What the filters leave one after the other, and what all others leave without each of them. */
export function filterRows({ all, steps }: StudyBase, outcome: number): readonly (readonly Cell[])[] {
  const head = (title: string): readonly Cell[] =>
    [title, "", "", "Rows", "Mean", "Win rate"].map((of): Cell => ({ style: "header", of }));
  const line = (label: string, { rows, mean, winRate }: StudyGroup): readonly Cell[] => [
    label,
    null,
    null,
    { style: "whole", of: rows },
    { style: outcome, of: mean },
    { style: "share", of: winRate },
  ];
  return [
    ["Worked out by the engine over the rows of the base rate; no formula"],
    head("After each filter"),
    line("No filter", all),
    ...steps.map(({ label, after }, at) => line(`${at + 1} ${label}`, after)),
    [],
    head("Without each filter"),
    ...steps.map(({ label, without }, at) => line(`${at + 1} ${label}`, without)),
  ];
}
