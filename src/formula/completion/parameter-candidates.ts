import type { CheckEnv } from "../check/env.ts";
import { numberText, parameterText } from "../code/literal-text.ts";
import type { Candidate } from "./candidates.ts";

/** The parameters of the request, by their names with and without the sign. */
export const parameterValues = ({ parameters = new Map() }: CheckEnv): readonly Candidate[] =>
  [...parameters].map(([name, value]) => ({
    kind: "parameter",
    key: `parameter ${name}`,
    names: [name, parameterText(name)],
    titles: [],
    label: parameterText(name),
    inserts: [parameterText(name)],
    detail: numberText(value),
    doc: "A parameter of the request, at its chosen value; a sweep gives it others.",
  }));
