import { TC2000_VALUE } from "./platforms.ts";
import type { Platform } from "./platforms.ts";
import { computed, fieldValue, indicatorValue, overBars } from "./values.ts";
import type { Value } from "./values.ts";

/** Charts of these are adjusted for splits; a sheet has what is put into it. */
export const basisOf = (platform: Platform): string => (platform === "excel" ? "" : " adj");

const FIELDS = new Set(["open", "high", "low", "close", "volume", "vwap"]);
const LETTERS: Readonly<Record<string, string>> = { o: "open", h: "high", l: "low", c: "close", v: "volume" };

/** The mean of several fields, by the name that charts give it. */
const MEANS: Readonly<Record<string, readonly string[]>> = {
  hl2: ["high", "low"],
  hlc3: ["high", "low", "close"],
  ohlc4: ["open", "high", "low", "close"],
};

interface NameOptions {
  readonly platform: Platform;
  /** TC2000 counts volume in hundreds of shares. */
  readonly hundreds: boolean;
}

/** The value of a name; null where it has none here. */
export function nameValue(name: string, { platform, hundreds }: NameOptions): Value | null {
  const basis = basisOf(platform);
  if (platform === "tc2000") return tc2000Value(name, basis, hundreds);
  // A daily bar of another feed: vwap is a session's there.
  if (FIELDS.has(name) && name !== "vwap") return fieldValue(name, basis);
  const fields = platform === "excel" ? undefined : MEANS[name];
  if (!fields) return null;
  return computed(`( ${fields.map((field) => `[daily ${field}${basis}]`).join(" + ")} ) / ${fields.length}`);
}

function tc2000Value(name: string, basis: string, hundreds: boolean): Value | null {
  const found = TC2000_VALUE.exec(name)?.groups;
  if (!found) return null;
  const letter = found["field"] ?? found["bare"] ?? "";
  const field = LETTERS[letter] ?? "";
  const ago = Number(found["ago"] ?? found["back"] ?? 0);
  const length = Number(found["length"] ?? 0);
  if (found["of"] !== undefined && length === 0) return null;
  const whole = averaged(found["of"], field, length, basis);
  const code = ago === 0 ? whole.code : whole.ago(ago);
  const shifted: Value = {
    code,
    ago: (bars) => whole.ago(ago + bars),
    ...(found["of"] === undefined && ago === 0 ? { field } : {}),
  };
  return letter === "v" && hundreds ? inHundreds(shifted) : shifted;
}

const inHundreds = ({ code, ago }: Value): Value => ({
  code: `( ${code} / 100 )`,
  ago: (bars) => `( ${ago(bars)} / 100 )`,
});

function averaged(of: string | undefined, field: string, length: number, basis: string): Value {
  if (of === "avg") return indicatorValue(`sma(${length}) ${field}`, basis);
  if (of === "xavg") return indicatorValue(`ema(${length}) ${field}`, basis);
  return of === undefined ? fieldValue(field, basis) : overBars(of, field, length, basis);
}
