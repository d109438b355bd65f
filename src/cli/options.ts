import { UsageError } from "./command.ts";
import type { Call } from "./command.ts";

/** A whole number of an option; undefined where it is left out. */
export function wholeOption(call: Call, name: string, min: number, max: number): number | undefined {
  const text = call.options[name];
  if (typeof text !== "string") return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new UsageError(`--${name} takes a whole number from ${min} to ${max}, not ${text}.`);
  }
  return value;
}

/** The text of an option; undefined where it is left out. */
export function textOption(call: Call, name: string): string | undefined {
  const text = call.options[name];
  return typeof text === "string" ? text : undefined;
}

/** One of a few words. */
export function choiceOption<const T extends string>(call: Call, name: string, choices: readonly T[]): T | undefined {
  const text = textOption(call, name);
  const choice = choices.find((one) => one === text);
  if (text !== undefined && choice === undefined) {
    throw new UsageError(`--${name} is ${choices.join(" or ")}, not ${text}.`);
  }
  return choice;
}
