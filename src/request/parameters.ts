import { numberText, PARAMETER_NAME, parameterKey } from "../formula/index.ts";
import type { ParameterValues } from "../formula/index.ts";
import { LIMITS } from "../vocabulary/index.ts";

/** A number in formulas with a name of its own: `parameter $gap 5 .. 100 step 5 = 10`. */
export interface Parameter {
  /** As typed, without its sign. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** The chosen value, one of those that it takes: an ordinary run computes with it. */
  readonly value: number;
}

/** Decimal digits to which values count: 0.1 + 0.2 is 0.3. */
const DIGITS = 12;
const exact = (value: number): number => Number(value.toPrecision(DIGITS));

/** How many values a range has; its last may lie before its end. */
export const countOfValues = ({ from, to, step }: Omit<Parameter, "name" | "value">): number =>
  Math.floor(exact((to - from) / step)) + 1;

/** The values that a parameter takes, in order. */
export const valuesOf = (parameter: Omit<Parameter, "name" | "value">): readonly number[] =>
  Array.from({ length: countOfValues(parameter) }, (_, index) => exact(parameter.from + index * parameter.step));

/** One value for each parameter of a request: those chosen. */
export const chosenValues = (parameters: readonly Parameter[]): ParameterValues =>
  new Map(parameters.map(({ name, value }) => [parameterKey(name), value]));

/** How many settings the parameters of a request make. */
export const countOfSettings = (parameters: readonly Parameter[]): number =>
  parameters.reduce((product, parameter) => product * countOfValues(parameter), 1);

/** Every setting of a request, the last parameter turning fastest. */
export const settingsOf = (parameters: readonly Parameter[]): readonly ParameterValues[] =>
  parameters.reduce<readonly ParameterValues[]>(
    (settings, parameter) =>
      settings.flatMap((setting) =>
        valuesOf(parameter).map((value) => new Map([...setting, [parameterKey(parameter.name), value]])),
      ),
    [new Map()],
  );

/** What is wrong with a range and which of its numbers is to be another one, null where nothing is. */
export function rangeMistake({
  from,
  to,
  step,
}: Omit<Parameter, "name" | "value">): { readonly part: "step" | "to"; readonly text: string } | null {
  if (!(step > 0)) return { part: "step", text: "A step is above 0." };
  if (to < from) return { part: "to", text: "The last value is below the first one: write the smaller one first." };
  if ((to - from) / step < LIMITS.settings) return null;
  return { part: "step", text: `A parameter has at most ${LIMITS.settings} values.` };
}

/** Why a parameter cannot be given another name, null where it can. */
export function renameMistake(parameters: readonly Parameter[], from: string, to: string): string | null {
  if (!PARAMETER_NAME.test(to)) return "A parameter's name is a letter, then letters and digits.";
  const known = parameters.map(({ name }) => parameterKey(name));
  if (!known.includes(parameterKey(from))) return `There is no parameter $${from}.`;
  if (parameterKey(to) === parameterKey(from) || !known.includes(parameterKey(to))) return null;
  return `There is another parameter $${to}.`;
}

/** `value` and what of a range is near it: values that were typed by hand are rarely exact. */
export function valueIn(parameter: Omit<Parameter, "name" | "value">, value: number): number | null {
  const at = exact(parameter.from + Math.round((value - parameter.from) / parameter.step) * parameter.step);
  return at === exact(value) && at >= parameter.from && at <= exact(parameter.to) ? at : null;
}

/** A parameter as its statement says it, behind the keyword. */
export const parameterStatement = ({ name, from, to, step, value }: Parameter): string =>
  `$${name} ${numberText(from)} .. ${numberText(to)} step ${numberText(step)}${value === from ? "" : ` = ${numberText(value)}`}`;

/** What is said of a chosen value that is none of the range's. */
export function notAValue(name: string, range: Omit<Parameter, "name" | "value">, value: number): string {
  const near = nearestValue(range, value);
  return `${numberText(value)} is no value of $${name}; the nearest is ${numberText(near)}.`;
}

export function nearestValue(range: Omit<Parameter, "name" | "value">, value: number): number {
  const last = countOfValues(range) - 1;
  const at = Math.min(Math.max(Math.round((value - range.from) / range.step), 0), last);
  return exact(range.from + at * range.step);
}
