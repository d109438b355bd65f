import { indicatorOf } from "./catalogue.ts";

/** An indicator as code writes it, from its name, perhaps a line, and its parameters: `bb`, `upper`, 20, 2. Null for no such one. */
export function indicatorCall(names: readonly string[], parameters: readonly string[]): string | null {
  const [name = "", line, ...more] = names;
  const indicator = indicatorOf(name);
  if (!indicator || more.length > 0 || parameters.length > indicator.parameters.length) return null;
  const lines = indicator.lines.map((one) => one.name);
  const known = line === undefined ? lines[0] : lines.find((one) => one === line.toLowerCase());
  if (line !== undefined && known === undefined) return null;
  const written = lines.length > 1 ? `.${known ?? ""}` : "";
  return `indicator ${indicator.name}${written}(${parameters.join(", ")})`;
}
