import { check, columnKey } from "../formula/index.ts";
import type { CheckEnv } from "../formula/index.ts";
import { kindOf } from "./json.ts";
import type { ObjectReader, Report } from "./json.ts";
import type { ScanColumn } from "./request.ts";

/** What keeps a column from telling what a row was worth; null where nothing does. */
export function outcomeMistake(
  name: string,
  { type, outcome }: { readonly type: string | null; readonly outcome: boolean },
): string | null {
  if (type === null) return null;
  if (type !== "number") return `{${name}} is no number, so it cannot be the outcome.`;
  if (outcome) return null;
  return `{${name}} is known by the close of its day. An outcome is a column that becomes known later: a trade, or what happened on the days after.`;
}

/** `outcome`: the column that tells what a row was worth, by its name as the columns have it; null where it is left out. */
export function readOutcome(reader: ObjectReader, names: readonly string[]): string | null {
  const given = reader.take("outcome");
  if (given === undefined || given === null) return null;
  const key = typeof given === "string" ? columnKey(given.trim()) : "";
  const name = names.find((one) => columnKey(one) === key);
  if (name !== undefined && key !== "") return name;
  reader.error("outcome", "outcome", `${kindOf(given)} is no column of this request.`);
  return typeof given === "string" && given.trim() !== "" ? given.trim() : null;
}

/** Reports an outcome that is no number, or known too early; a column with a mistake of its own has that already. */
export function judgeOutcome(
  outcome: string | null,
  columns: readonly ScanColumn[],
  env: CheckEnv,
  report: Report,
): void {
  const column = columns.find(({ name }) => outcome !== null && columnKey(name) === columnKey(outcome));
  const message = column === undefined ? null : outcomeMistake(column.name, check(column.tree, env));
  if (message !== null) report({ path: "outcome", severity: "error", code: "outcome", message });
}
