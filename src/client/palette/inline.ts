import { columnKey, columnsByKey, diagnose, printCode } from "../../formula/index.ts";
import type { KnownColumn } from "../../formula/index.ts";
import { BUILT_IN_COLUMNS, FIELDS, INDICATORS } from "../../vocabulary/index.ts";
import type { Part } from "../state/page/checks.ts";

/** A formula that a few words stand for: `ema 20`, `gap > 10`, `rsi 14 < 30`. */
interface Inline {
  /** Canonical code. */
  readonly code: string;
  readonly title: string;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?[kmb]?`;
const COMPARED = new RegExp(String.raw`^(.+?)\s*(>=|<=|!=|>|<|=)\s*(${NUMBER})$`, "i");
const WITH_NUMBERS = new RegExp(String.raw`^([a-z_]+(?:\.[a-z_]+)?)((?:[\s,]+${NUMBER})*)(?:\s+([a-z_]+))?$`, "i");

/** A data point or column by its bare name and numbers; null where it is none. */
function value(said: string, columns: readonly KnownColumn[]): string | null {
  const text = said.trim();
  const key = columnKey(text);
  const own = columns.find(({ name }) => columnKey(name) === key);
  if (own !== undefined) return `{${own.name}}`;
  const builtIn = BUILT_IN_COLUMNS.find(({ name }) => name === key);
  if (builtIn !== undefined) return `{${builtIn.name}}`;
  const [, name = "", numbers = "", source = ""] = WITH_NUMBERS.exec(text) ?? [];
  const [bare = "", line] = name.toLowerCase().split(".");
  const indicator = INDICATORS.find((one) => one.name === bare || (one.aliases ?? []).includes(bare));
  if (indicator !== undefined) {
    const given = numbers.split(/[\s,]+/).filter((one) => one !== "");
    const values = indicator.parameters.map((parameter, index) => given[index] ?? String(parameter.default));
    if (given.length > indicator.parameters.length) return null;
    const shown = `${indicator.name}${line === undefined ? "" : `.${line}`}`;
    const bars = indicator.intradayOnly === true ? " 5min at '10:00'" : "";
    return `[indicator ${shown}${values.length === 0 ? "" : `(${values.join(", ")})`}${source === "" ? "" : ` ${source}`}${bars}]`;
  }
  if (numbers !== "") return null;
  const field = FIELDS.find((one) => one.name === key && one.group !== "intraday");
  return field === undefined ? null : `[${field.group} ${field.name}]`;
}

/** The formulas a query stands for, as far as they have no mistake in their place. */
export function inlineFormulas(query: string, columns: readonly KnownColumn[], part: Part): readonly Inline[] {
  const text = query.trim();
  const compared = COMPARED.exec(text);
  const code =
    compared === null
      ? /\d/.test(text)
        ? value(text, columns)
        : null
      : [value(compared[1] ?? "", columns), compared[2], compared[3]].includes(null)
        ? null
        : `${value(compared[1] ?? "", columns)} ${compared[2]} ${compared[3]}`;
  if (code === null) return [];
  // A value is good in a filter too, as the beginning of a comparison.
  const use = part === "filters" && compared !== null ? "filter" : "column";
  const { tree } = diagnose(code, { columns: columnsByKey(columns), use });
  if (tree === null) return [];
  const printed = printCode(tree);
  return [{ code: printed, title: `Insert ${printed}` }];
}
