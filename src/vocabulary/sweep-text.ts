import { plateauRule, SWEEP_ENOUGH_ROWS } from "./sweep.ts";
import type { Sweep, SweepCell, SweepHeld, SweepVerdict } from "./sweep.ts";

export const SWEEP_VERDICTS: Readonly<Record<SweepVerdict, string>> = {
  "better-than-chance":
    "Better than chance: fewer than one in twenty shuffles of the outcomes had a best setting like this.",
  "not-told-apart":
    "Not told apart from chance: the best of this many settings makes as much where outcomes are shuffled within each day.",
  "too-few": "Too few rows: no setting has 30 rows with an outcome.",
  "no-comparison":
    "No comparison with chance: on each day every setting has all rows or none, so shuffling their outcomes changes nothing. Held-out days can judge it.",
  "too-many": "No comparison with chance: these are too many rows to shuffle. Shorten the dates.",
};

const SMALL = 0.1;
/** To two decimals; what is small to three digits. */
const number = (value: number): string =>
  (Math.abs(value) >= SMALL || value === 0 ? value : Number(value.toPrecision(3))).toLocaleString("en", {
    maximumFractionDigits: Math.abs(value) >= SMALL ? 2 : 20,
  });

/** A setting as one says it, with the digits that its steps have: `$gap 10, $price 5`. */
export const settingText = ({ parameters }: Pick<Sweep, "parameters">, { values }: Pick<SweepCell, "values">): string =>
  parameters
    .map(({ name }, index) => `$${name} ${(values[index] ?? NaN).toLocaleString("en", { maximumFractionDigits: 12 })}`)
    .join(", ");

/** What a sweep says in sentences, the careful ones first; `outcome` writes a value of its outcome. */
export function sweepSentences(sweep: Sweep, outcome: (value: number) => string = number): readonly string[] {
  const { cells, peak, aroundPeak, best, chance, held, verdict } = sweep;
  const at = (place: number): SweepCell | undefined => cells[place];
  const settings = cells.length === 1 ? "1 setting was tried" : `${number(cells.length)} settings were tried`;
  const [top, even] = [peak === null ? undefined : at(peak), best === null ? undefined : at(best.cell)];
  return [
    `${SWEEP_VERDICTS[verdict]} ${settings}.`,
    ...(held === null || !isNothingLeft(held) ? [] : [nothingLeft(held)]),
    ...(top === undefined || top.mean === null
      ? []
      : [
          `Peak: ${outcome(top.mean)} at ${settingText(sweep, top)}, of ${number(top.known)} rows on ${number(top.days)} days.${aroundPeak === null || aroundPeak.cells === 1 ? "" : ` The median of it and its neighbours is ${outcome(aroundPeak.median)}, the lowest of them ${outcome(aroundPeak.lowest)}.`}`,
        ]),
    ...(top === undefined || cells.length === 1
      ? []
      : [
          even === undefined || best === null
            ? `No setting is the middle of a plateau. ${plateauText(sweep)} More days or looser filters give the settings more rows.`
            : best.cell === peak
              ? `The best plateau is around the peak. ${plateauText(sweep)}`
              : `The best plateau is around ${settingText(sweep, even)}: the median of its ${best.cells} settings is ${outcome(best.median)}, the lowest ${outcome(best.lowest)}. ${plateauText(sweep)}`,
        ]),
    ...(chance === null
      ? []
      : [
          `By chance alone the best of them makes ${outcome(chance.median)} at the median, and more than ${outcome(chance.high)} in one of twenty shuffles (${number(chance.draws)} shuffles, seed ${chance.seed}).`,
        ]),
    ...(held === null || isNothingLeft(held) ? [] : [heldText(held)]),
  ];
}

/** What counts as a plateau on this map. */
function plateauText({ parameters, cells }: Pick<Sweep, "parameters" | "cells">): string {
  const width = new Set(cells.map(({ values }) => values[parameters.length - 1])).size;
  const { needed, whole, noCorners } = plateauRule(width, cells.length);
  return [
    `A plateau is a setting with its neighbours, at least ${needed} of which have ${SWEEP_ENOUGH_ROWS} rows with an outcome${noCorners ? "; one at a corner has too few neighbours" : ""}.`,
    ...(cells.length > whole
      ? []
      : ["The map is so small that one plateau covers it: more values of the parameters tell more."]),
  ].join(" ");
}

const isNothingLeft = ({ leftOut, lookedAt }: SweepHeld): boolean => leftOut > 0 && lookedAt === 0;

const sessions = (count: number): string => (count === 1 ? "session" : `${number(count)} sessions`);

const nothingLeft = ({ start, leftOut }: SweepHeld): string =>
  `No day is left before ${start}, the first one that is held out: rows of the ${sessions(leftOut)} before it would read prices from it on, and there are no more. Begin earlier, hold out a smaller part, or look less far ahead.`;

const heldText = ({ start, end, leftOut }: SweepHeld): string =>
  `${start} to ${end} is held out: this sweep did not look at it${leftOut === 0 ? "" : `, and left out the ${sessions(leftOut)} before it, whose rows would read its prices`}.`;
