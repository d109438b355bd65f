import type { Recipe } from "./recipe.ts";
import type { Scale, Unit } from "./types.ts";

/** A number in the parentheses of an indicator. */
export interface IndicatorParameter {
  readonly name: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

/** Unit of a line: its own, or that of the source field it is computed from. */
export type LineUnit = Unit | "source";

/**
 * One indicator: name, parameters, lines, definition. Adding one is adding one entry, and its text in `indicator-texts`;
 * grammar, completion, checks, SQL, warm-up, reference page and vector tests derive from them.
 */
export interface Indicator {
  /** Lower case, as printed in the canonical form: `rsi`. */
  readonly name: string;
  /** As in members and on cards: `RSI`. */
  readonly code: string;
  readonly title: string;
  readonly group:
    | "Overlap"
    | "Bands"
    | "Trend"
    | "Momentum"
    | "Volume"
    | "Volatility"
    | "Statistics"
    | "Cycle"
    | "Transform";
  readonly aliases?: readonly string[];
  /** What the words notation calls it, where `code` says something else there; printed as written here. */
  readonly words?: string;
  /** Other names that words alone know. */
  readonly spoken?: readonly string[];
  /** What the Indicator card calls it over daily bars, where `code` says something else there. */
  readonly dailyCard?: string;
  readonly parameters: readonly IndicatorParameter[];
  /** Whether a source field may follow the parentheses; `null` where the indicator fixes its own inputs. */
  readonly source: "close" | "volume" | null;
  /** Lines in order; a single one is named `value` and is not written in the formula. */
  readonly lines: readonly {
    readonly name: string;
    readonly unit: LineUnit;
    readonly title: string;
    /** How it grows with prices and volumes where the unit does not say so: see scaleOf. */
    readonly scale?: Scale | "source squared" | "tangent";
  }[];
  /** Only over intraday bars (session VWAP). */
  readonly intradayOnly?: true;
  /** The definition: recipes by line name, given the parameters in order. */
  readonly recipe: (...parameters: readonly number[]) => Readonly<Record<string, Recipe>>;
  /** Parameters must satisfy this beyond their own ranges; a message where they do not. */
  readonly refuse?: (...parameters: readonly number[]) => string | null;
}
