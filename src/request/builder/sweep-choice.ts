import { numberText, readNumber } from "../../formula/index.ts";
import { ObjectReader } from "../json.ts";
import { countOfValues, nearestValue, rangeMistake } from "../parameters.ts";
import type { Parameter } from "../parameters.ts";
import { readParameters } from "../read-parameters.ts";

/** The parts of a parameter as they are typed. */
export interface TypedParameter {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly step: string;
  readonly value: string;
}

export const typedParameter = ({ name, from, to, step, value }: Parameter): TypedParameter => ({
  name,
  from: numberText(from),
  to: numberText(to),
  step: numberText(step),
  value: numberText(value),
});

const PARTS = ["name", "from", "to", "step", "value"] as const satisfies readonly (keyof TypedParameter)[];

/** A parameter that is not there yet, named as none of the others is. */
export function freshParameter(others: readonly Pick<Parameter, "name">[]): Parameter {
  const names = others.map(({ name }) => name.toLowerCase());
  const name = ["x", "y", "z"].find((one) => !names.includes(one)) ?? "x";
  return { name, from: 1, to: 10, step: 1, value: 1 };
}

/** A number as formulas write it, 1M too; the text where it is none. */
function number(typed: string): number | string {
  const text = typed.trim();
  const value = text === "" ? NaN : readNumber(text);
  return Number.isFinite(value) ? value : text;
}

/** The parameters that are typed, read as a request's are; or what is wrong with the first that has a mistake. */
export function parametersTyped(
  rows: readonly TypedParameter[],
):
  | { readonly parameters: readonly Parameter[] }
  | { readonly index: number; readonly part: keyof TypedParameter | null; readonly mistake: string } {
  const parameters = rows.map(({ name, from, to, step, value }) => {
    const parts = { from: number(from), to: number(to), step: number(step) };
    const range = { from: Number(parts.from), to: Number(parts.to), step: Number(parts.step) };
    const chosen = number(value);
    const whole = [...Object.values(parts), chosen].every(Number.isFinite) && rangeMistake(range) === null;
    // A range that was moved takes the chosen value along, to the nearest that it has.
    const near = whole ? nearestValue(range, Number(chosen)) : chosen;
    return { name, ...parts, value: near };
  });
  const found: { readonly path: string; readonly message: string }[] = [];
  const reader = ObjectReader.of({ parameters }, "", (one) => found.push(one));
  const read = reader === null ? [] : readParameters(reader, (one) => found.push(one));
  const [first] = found;
  if (first === undefined) return { parameters: read };
  const part = PARTS.find((one) => first.path.endsWith(`.${one}`)) ?? null;
  return { index: Number(/\d+/.exec(first.path)?.[0] ?? 0), part, mistake: first.message };
}

/** How many values a parameter has: `20 values`. */
export const valuesText = (parameter: Parameter): string => {
  const count = countOfValues(parameter);
  return `${count.toLocaleString("en-US")} ${count === 1 ? "value" : "values"}`;
};
