import type { ReactNode } from "react";
import type { StudyAnswer, StudyBaseAnswer } from "../../contract/index.ts";
import { STUDY_FEW_ROWS, STUDY_LEAST_DAYS, apartFrom, comparedRate } from "../../vocabulary/index.ts";
import { showCount, showShare } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";
import { showOutcome } from "./outcome-text.ts";

interface StudyFiguresProps {
  readonly study: StudyAnswer;
  /** Of the run, those without an outcome included. */
  readonly rows: number | null;
  /** The same outcome without the filters; null until it has come. */
  readonly base: StudyBaseAnswer | null;
  readonly baseError: string | null;
  readonly column: ShownColumn;
}

const share = (value: number | null): string => (value === null ? "–" : showShare(value));

const counted = (count: number, one: string, many: string): string => `${showCount(count)} ${count === 1 ? one : many}`;

/** The figures of all rows, each beside what it means. */
export function StudyFigures({ study, rows, base, baseError, column }: StudyFiguresProps): ReactNode {
  const { figures, draws, seed } = study;
  const value = (one: number | null): string => showOutcome(one, column);
  const plain = (one: number | null): string => (one === null ? "–" : one.toFixed(2));
  const within = (interval: typeof figures.interval, shown: (one: number | null) => string): string =>
    interval === null
      ? `no interval below ${STUDY_LEAST_DAYS} days`
      : `95%: ${shown(interval.low)} to ${shown(interval.high)}`;
  const apart = apartFrom(comparedRate(base), figures.interval);
  const rate =
    base === null
      ? (baseError ?? "counting…")
      : `${within(base.all.interval, value)}, ${showCount(base.all.rows)} security-days${base.sampled ? " of whole days drawn at random" : ""}`;
  const lines: readonly (readonly [string, string, string])[] = [
    ["Mean", value(figures.mean), within(figures.interval, value)],
    ["Base rate", value(base?.all.mean ?? null), rate],
    ["Median", value(figures.median), "half of the rows are above it"],
    ["Win rate", share(figures.winRate), within(figures.winInterval, share)],
    ["Win rate without the filters", share(base?.all.winRate ?? null), "of the same security-days as the base rate"],
    ["Expectancy", plain(figures.expectancy), "the mean in average losses"],
    ["Profit factor", plain(figures.profitFactor), "what was won for each that was lost"],
    ["Average win", value(figures.averageWin), "of the rows above zero"],
    ["Average loss", value(figures.averageLoss), "of the rows below zero"],
    ["Best", value(figures.best), "the best row"],
    ["Worst", value(figures.worst), "the worst row"],
    ["Without the best 1%", value(figures.withoutBest), "the mean of the other rows"],
  ];
  return (
    <section className="study-part" aria-labelledby="study-figures">
      <h2 id="study-figures">Figures</h2>
      <p className={figures.rows < STUDY_FEW_ROWS ? "study-few" : undefined}>
        {counted(figures.rows, "row", "rows")} on {counted(figures.days, "day", "days")},{" "}
        {counted(figures.securities, "security", "securities")}.
        {rows !== null &&
          rows > figures.rows &&
          ` ${counted(rows - figures.rows, "more row has", "more rows have")} no outcome, and ${rows - figures.rows === 1 ? "counts" : "count"} for nothing here.`}
        {base !== null && base.all.interval === null && figures.interval !== null && (
          <strong> Too few days to tell it apart from the base rate.</strong>
        )}
        {apart === false && <strong> Not told apart from chance: the interval holds the base rate.</strong>}
        {apart === true && <strong> The interval lies off the base rate.</strong>}
      </p>
      <table className="study-table study-figures">
        <tbody>
          {lines.map(([name, shown, about]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">{shown}</td>
              <td className="about">{about}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="study-note">
        Intervals are of {showCount(draws)} draws of whole days (seed {seed}): rows of one day are one draw.
      </p>
    </section>
  );
}
