import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { SHARED_DATA } from "../../market/shared-data.ts";
import type { NaiveBar, NaiveField } from "../../naive/indicators.ts";

/** A reference value as printed: the true one lies within `half` a unit of its last digit. */
export interface Printed {
  readonly value: number;
  readonly half: number;
}

/** One reference: bars, and what its authors computed from them, column by column. */
export interface Vector {
  readonly bars: readonly NaiveBar[];
  readonly columns: ReadonlyMap<string, readonly (Printed | null)[]>;
}

export function readVectorFile(path: string): string {
  const bytes = readFileSync(join(SHARED_DATA, "indicator-vectors", path));
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text.replace(/^\uFEFF/, "");
}

export function printed(text: string | undefined): Printed | null {
  const trimmed = (text ?? "").trim();
  const match = /^[-+]?\d*(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(trimmed);
  const value = Number(trimmed);
  if (trimmed === "" || !match || !Number.isFinite(value)) return null;
  return { value, half: 0.5 * 10 ** (Number(match[2] ?? 0) - (match[1] ?? "").length) };
}

const FIELDS: readonly NaiveField[] = ["open", "high", "low", "close", "volume"];

/** Bars from columns by field; a field that the reference does not give is null throughout. */
export function barsOf(
  length: number,
  column: (field: NaiveField) => readonly (number | null)[] | undefined,
): NaiveBar[] {
  const fields = new Map(FIELDS.map((field) => [field, column(field)]));
  const at = (field: NaiveField, i: number): number | null => fields.get(field)?.[i] ?? null;
  return Array.from({ length }, (_value, i) => ({
    session: i,
    open: at("open", i),
    high: at("high", i),
    low: at("low", i),
    close: at("close", i),
    volume: at("volume", i),
  }));
}
