import type { Argument, Node } from "../../formula/index.ts";
import type { AggregateName, SecurityGroup } from "../../vocabulary/index.ts";

// Arguments of a checked call, read by their kind; a wrong kind is a bug in the checks and throws RangeError.

export function valueAt(args: readonly Argument[], index: number): Node {
  const arg = args[index];
  if (!arg || arg.kind === "range" || arg.kind === "group" || arg.kind === "aggregate")
    throw new RangeError(`argument ${index + 1} is not a value`);
  return arg.kind === "day" ? { kind: "number", value: arg.day, from: arg.from, to: arg.to } : arg;
}

/** The group in the last place; null where there is none. */
export function groupAt(args: readonly Argument[]): SecurityGroup | null {
  const arg = args.at(-1);
  return arg?.kind === "group" ? arg.by : null;
}

export function aggregateAt(args: readonly Argument[], index: number): AggregateName {
  const arg = args[index];
  if (arg?.kind !== "aggregate") throw new RangeError(`argument ${index + 1} is no aggregate`);
  return arg.of;
}

export function rangeAt(args: readonly Argument[], index: number): { from: number; to: number } {
  const arg = args[index];
  if (arg?.kind === "range") return arg.days;
  const day = dayAt(args, index);
  return { from: day, to: day };
}

/** Days and symbol of a function of two series. */
export function twoSeriesOf(args: readonly Argument[]): { readonly days: number; readonly name: string } {
  const name = valueAt(args, 1);
  if (name.kind !== "text") throw new RangeError("argument 2 is no symbol");
  return { days: literalAt(args, 0), name: name.value.trim().toUpperCase() };
}

export function dayAt(args: readonly Argument[], index: number): number {
  const arg = args[index];
  return arg?.kind === "day" ? arg.day : literalAt(args, index);
}

export function literalAt(args: readonly Argument[], index: number): number {
  const arg = args[index];
  if (arg?.kind === "number") return arg.value;
  if (arg?.kind === "day") return arg.day;
  if (arg?.kind === "negative" && arg.of.kind === "number") return -arg.of.value;
  throw new RangeError(`argument ${index + 1} is not a number literal`);
}
