import type { ChartIndicator, ProblemError } from "../../contract/index.ts";
import { parameterMistake } from "../../formula/index.ts";
import type { IndicatorLine } from "../../scan/index.ts";
import { INDICATORS } from "../../vocabulary/index.ts";
import type { BarField, ChartTimeframe, Indicator } from "../../vocabulary/index.ts";
import { ProblemAnswer } from "../problem.ts";

/** An indicator as the catalogue has it, its parameters complete. */
export interface Study {
  readonly entry: Indicator;
  readonly parameters: readonly number[];
  readonly source: BarField | null;
}

/** Reads indicators by the catalogue. Throws `invalid-request` with every mistake at its place. */
export function readStudies(indicators: readonly ChartIndicator[], timeframe: ChartTimeframe): Study[] {
  const errors: ProblemError[] = [];
  const studies = indicators.flatMap(({ name, parameters: given, source }, index): Study[] => {
    const path = `indicators[${index}]`;
    const entry = INDICATORS.find((each) => each.name === name);
    if (entry === undefined) throw new RangeError(`no indicator ${name}`);
    const parameters = entry.parameters.map((parameter, place) => given[place] ?? parameter.default);
    const mistake = parameterMistake(entry, parameters);
    if (given.length > entry.parameters.length) {
      errors.push({
        path: `${path}.parameters`,
        message: `${entry.code} takes ${entry.parameters.length} parameters.`,
      });
    } else if (mistake !== null) {
      const message = "reason" in mistake ? mistake.reason : `${mistake.parameter} is ${mistake.expected}.`;
      errors.push({ path: `${path}.parameters`, message });
    }
    if (source !== null && entry.source === null) {
      errors.push({ path: `${path}.source`, message: `${entry.code} fixes its own inputs.` });
    }
    if (entry.intradayOnly === true && /[DWM]$/.test(timeframe)) {
      errors.push({ path: `${path}.name`, message: `${entry.code} is there within the day only.` });
    }
    return [{ entry, parameters, source: entry.source === null ? null : (source ?? entry.source) }];
  });
  const [first] = errors;
  if (first !== undefined) throw new ProblemAnswer("invalid-request", first.message, errors);
  return studies;
}

/** Every line of the studies, in order. */
export const linesOf = (studies: readonly Study[]): IndicatorLine[] =>
  studies.flatMap(({ entry, parameters, source }) =>
    entry.lines.map(({ name: line }) => ({ name: entry.name, line, parameters, source })),
  );
