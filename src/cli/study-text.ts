import { apartFrom, clock, comparedRate, separatedByChance } from "../vocabulary/index.ts";
import type {
  FinishedRun,
  Study,
  StudyBar,
  StudyBase,
  StudyGrid,
  StudyGroup,
  StudyParts,
  StudyPath,
} from "../vocabulary/index.ts";
import { count } from "./progress.ts";

const DIGITS = 4;
/** Into which the columns are cut. */
const PARTS = 5;
const figure = (value: number | null): string => (value === null ? "–" : value.toPrecision(DIGITS));
const share = (value: number | null): string => (value === null ? "–" : `${(100 * value).toFixed(1)} %`);

/** `0.42  [0.11, 0.73]  not told apart from chance` */
function mean({ mean: value, interval, days }: StudyGroup, base: number | null): string {
  if (interval === null) return `${figure(value)}  (${days} days, no interval)`;
  const apart = apartFrom(base, interval);
  const verdict = apart === false ? "  not told apart from chance" : "";
  return `${figure(value)}  [${figure(interval.low)}, ${figure(interval.high)}]${verdict}`;
}

/** What `study` works out. */
interface Studied {
  readonly study: Study;
  readonly base: StudyBase;
  readonly path: StudyPath;
  /** Two columns at once, where they were asked for. */
  readonly crossing: StudyGrid | null;
}

/** What `study` prints. */
export function studyText({ columns, rows }: FinishedRun, { study, base, path, crossing }: Studied): string {
  const { figures } = study;
  const rate = comparedRate(base);
  const without = rows - figures.rows;
  const line = (group: StudyGroup, label: string): string =>
    `  ${count(group.rows).padStart(9)}  ${mean(group, rate).padEnd(34)}  ${label}`;
  const span = (place: number, { from, to }: StudyBar): string => {
    const show = columns[place]?.type === "time" ? clock : figure;
    return `${show(from)} .. ${show(to)}`;
  };
  const barsOf = (place: number, parts: StudyParts): readonly StudyBar[] =>
    study.columns.find((one) => one.place === place)?.parts.find(({ count: of }) => of === parts)?.bars ?? [];
  const nameOf = (place: number): string => columns[place]?.name ?? "";
  return [
    `${nameOf(study.outcome)} of ${count(figures.rows)} rows on ${count(figures.days)} days, ${count(figures.securities)} securities`,
    ...(without > 0 ? [`  ${count(without)} more rows have no outcome, and count for nothing here`] : []),
    `  mean           ${mean(figures, rate)}`,
    `  base rate      ${mean(base.all, null)}  ${count(base.all.rows)} security-days${base.sampled ? ", whole days drawn at random" : ""}`,
    ...(rate === null && figures.interval !== null
      ? ["                 too few days to tell the mean apart from it"]
      : []),
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
    ...pathLines(path),
    ...study.columns.flatMap(({ place, separates, parts }) => [
      `By ${nameOf(place)} (${share(separates)} of the variance, by chance about ${share(separatedByChance({ parts }))})${columns[place]?.outcome === true ? ", known only afterwards" : ""}`,
      ...barsOf(place, PARTS).map((bar) => line(bar, span(place, bar))),
    ]),
    ...crossingLines(),
    `95 % intervals: ${count(study.draws)} draws of whole days, seed ${study.seed}`,
    "",
  ].join("\n");

  function crossingLines(): readonly string[] {
    if (crossing === null) return [];
    const { across, down, parts, cells } = crossing;
    const part = (place: number, at: number): string => {
      const bar = barsOf(place, parts).find((one) => one.part === at);
      return bar === undefined ? "" : `${nameOf(place)} ${span(place, bar)}`;
    };
    return [
      `${nameOf(across)} and ${nameOf(down)} at once, ${parts} parts of each`,
      ...cells.map((cell) => line(cell, `${part(across, cell.across)}, ${part(down, cell.down)}`)),
    ];
  }
}

/** `378  -1.204  [-2.101, -0.3411]  -10` */
const pathLines = ({ points, sampled }: StudyPath): readonly string[] =>
  points.length === 0
    ? []
    : [
        `Close before and after the day, in per cent of that of the day${sampled ? ", of a part of the rows" : ""}`,
        ...points.map((point) => {
          const day = `${point.offset > 0 ? "+" : ""}${point.offset}`;
          return `  ${count(point.rows).padStart(9)}  ${mean(point, null).padEnd(34)}  ${day}`;
        }),
      ];
