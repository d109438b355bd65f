import type { DayRange } from "../../src/formula/index.ts";
import type { Basis, Group, ValueType } from "../../src/vocabulary/index.ts";

/** What random formulas may be made of. */
export interface FormulaOptions {
  /** Groups of data points; all when left out. */
  readonly groups?: readonly Group[];
  /** Levels above the leaves; 3 when left out. */
  readonly maxDepth?: number;
  /** Functions that may be called; all when left out. */
  readonly calls?: readonly string[];
  /** Indicators that may be asked for; all when left out. */
  readonly indicators?: readonly string[];
  /** Columns that may be named; none when left out. */
  readonly columns?: readonly { readonly name: string; readonly type: ValueType }[];
  /** Days that offsets and ranges reach; -10 .. 3 when left out. */
  readonly days?: DayRange;
  /** Bases; both when left out. */
  readonly bases?: readonly Basis[];
  /** Texts that literals say; anything when left out. */
  readonly texts?: readonly string[];
  /** Names of parameters that may stand for a number; none when left out. */
  readonly parameters?: readonly string[];
  /** Only formulas in which the checks find no error: units fit too. Costs rejected draws; keep maxDepth small. */
  readonly checked?: boolean;
}
