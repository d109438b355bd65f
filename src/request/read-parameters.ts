import { PARAMETER_NAME, parameterKey } from "../formula/index.ts";
import { LIMITS } from "../vocabulary/index.ts";
import { HOLD_OUTS, holdOutNamed } from "./hold-out.ts";
import type { HoldOut } from "./hold-out.ts";
import { isObject, kindOf, ObjectReader, pathTo } from "./json.ts";
import type { Report } from "./json.ts";
import { countOfSettings, notAValue, rangeMistake, valueIn } from "./parameters.ts";
import type { Parameter } from "./parameters.ts";

/** `parameters`: a list of `{ name, from, to, step, value }`; the value is the first where it is left out. */
export function readParameters(reader: ObjectReader, report: Report): readonly Parameter[] {
  const path = pathTo(reader.path, "parameters");
  const found: Parameter[] = [];
  for (const [index, given] of reader.list("parameters").entries()) {
    const one = readParameter(given, pathTo(path, index), report);
    if (one === null) continue;
    const twice = found.some(({ name }) => parameterKey(name) === parameterKey(one.name));
    if (twice)
      report({
        path: pathTo(pathTo(path, index), "name"),
        severity: "error",
        code: "parameter-twice",
        message: `There is another parameter $${one.name}.`,
      });
    else found.push(one);
  }
  if (found.length > LIMITS.parameters)
    report({
      path: pathTo(path, LIMITS.parameters),
      severity: "error",
      code: "parameters-many",
      message: `A request has at most ${LIMITS.parameters} parameters.`,
    });
  else if (countOfSettings(found) > LIMITS.settings)
    report({
      path: pathTo(pathTo(path, found.length - 1), "step"),
      severity: "error",
      code: "settings-many",
      message: `These are ${countOfSettings(found).toLocaleString("en")} settings; a request has at most ${LIMITS.settings.toLocaleString("en")}. Make a step wider.`,
    });
  return found;
}

function readParameter(given: unknown, path: string, report: Report): Parameter | null {
  const refuse = (key: string, code: string, message: string): null => {
    report({ path: pathTo(path, key), severity: "error", code, message });
    return null;
  };
  if (!isObject(given)) {
    report({ path, severity: "error", code: "type", message: `An object belongs here, not ${kindOf(given)}.` });
    return null;
  }
  const one = new ObjectReader(given, path, report);
  const name = (one.text("name") ?? "").trim().replace(/^\$/, "");
  const number = (key: string, otherwise?: number): number | null => {
    const value = one.take(key) ?? otherwise;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    return refuse(key, "type", `A number belongs here, not ${kindOf(value ?? null)}.`);
  };
  const [from, to, step] = [number("from"), number("to"), number("step")];
  const value = number("value", from ?? 0);
  one.close();
  if (!PARAMETER_NAME.test(name))
    return refuse("name", "parameter-name", "A parameter's name is a letter, then letters and digits.");
  if (from === null || to === null || step === null || value === null) return null;
  const range = { from, to, step };
  const mistake = rangeMistake(range);
  if (mistake !== null) return refuse(mistake.part, "parameter-range", mistake.text);
  const chosen = valueIn(range, value);
  if (chosen === null) return refuse("value", "parameter-value", notAValue(name, range, value));
  return { name, ...range, value: chosen };
}

/** `hold_out`: the name of a part; null where it is left out. */
export function readHoldOut(reader: ObjectReader, report: Report): HoldOut | null {
  const given = reader.take("hold_out");
  if (given === undefined || given === null) return null;
  const part = typeof given === "string" ? holdOutNamed(given) : null;
  if (part === null)
    report({
      path: pathTo(reader.path, "hold_out"),
      severity: "error",
      code: "hold-out",
      message: `${kindOf(given)} is no part of the dates: ${HOLD_OUTS.map((one) => one.part).join(", ")}.`,
    });
  return part;
}
