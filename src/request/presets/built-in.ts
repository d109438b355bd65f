import builtInColumns from "../../../presets/built-in-columns.json" with { type: "json" };
import priceMoves from "../../../presets/price-moves.json" with { type: "json" };
import premarket from "../../../presets/premarket.json" with { type: "json" };
import intraday from "../../../presets/intraday.json" with { type: "json" };
import movingAverages from "../../../presets/moving-averages.json" with { type: "json" };
import rsi from "../../../presets/rsi.json" with { type: "json" };
import ranges from "../../../presets/ranges.json" with { type: "json" };
import volume from "../../../presets/volume.json" with { type: "json" };
import fiftyTwoWeek from "../../../presets/52-week.json" with { type: "json" };
import vwap from "../../../presets/vwap.json" with { type: "json" };
import fundamentals from "../../../presets/fundamentals.json" with { type: "json" };
import market from "../../../presets/market.json" with { type: "json" };
import conditions from "../../../presets/conditions.json" with { type: "json" };
import candlesticks from "../../../presets/candlesticks.json" with { type: "json" };
import outcomes from "../../../presets/outcomes.json" with { type: "json" };
import gapAndGoTemplate from "../../../presets/templates/gap-and-go.json" with { type: "json" };
import earningsGapTemplate from "../../../presets/templates/earnings-gap.json" with { type: "json" };
import premarketHighBreakTemplate from "../../../presets/templates/premarket-high-break.json" with { type: "json" };
import openingRangeBreakoutTemplate from "../../../presets/templates/opening-range-breakout.json" with { type: "json" };
import vwapReclaimTemplate from "../../../presets/templates/vwap-reclaim.json" with { type: "json" };
import lowFloatMoverTemplate from "../../../presets/templates/low-float-mover.json" with { type: "json" };
import volumeSurgeTemplate from "../../../presets/templates/volume-surge.json" with { type: "json" };
import fiftyTwoWeekBreakoutTemplate from "../../../presets/templates/52-week-breakout.json" with { type: "json" };
import insideDayTemplate from "../../../presets/templates/inside-day.json" with { type: "json" };
import rangeContractionTemplate from "../../../presets/templates/range-contraction.json" with { type: "json" };
import rsiReversalTemplate from "../../../presets/templates/rsi-reversal.json" with { type: "json" };
import goldenCrossTemplate from "../../../presets/templates/golden-cross.json" with { type: "json" };
import failedBreakoutTemplate from "../../../presets/templates/failed-breakout.json" with { type: "json" };
import pullbackInUptrendTemplate from "../../../presets/templates/pullback-in-uptrend.json" with { type: "json" };
import breadthThrustTemplate from "../../../presets/templates/breadth-thrust.json" with { type: "json" };
import sectorRotationTemplate from "../../../presets/templates/sector-rotation.json" with { type: "json" };
import relativeStrengthLeadersTemplate from "../../../presets/templates/relative-strength-leaders.json" with { type: "json" };
import weeklyBreakoutTemplate from "../../../presets/templates/weekly-breakout.json" with { type: "json" };
import engulfingAtSupportTemplate from "../../../presets/templates/engulfing-at-support.json" with { type: "json" };
import regimeGatedGapTemplate from "../../../presets/templates/regime-gated-gap.json" with { type: "json" };
import myWatchListTemplate from "../../../presets/templates/my-watch-list.json" with { type: "json" };
import { readPresets } from "./preset.ts";
import type { Preset } from "./preset.ts";
import { readTemplates } from "./template.ts";
import type { Template } from "./template.ts";

/** The files of `presets/`, in the order in which people see their groups. */
const PRESET_FILES: Readonly<Record<string, unknown>> = {
  "built-in-columns": builtInColumns,
  "price-moves": priceMoves,
  premarket: premarket,
  intraday: intraday,
  "moving-averages": movingAverages,
  rsi: rsi,
  ranges: ranges,
  volume: volume,
  "52-week": fiftyTwoWeek,
  vwap: vwap,
  fundamentals: fundamentals,
  market: market,
  conditions: conditions,
  candlesticks: candlesticks,
  outcomes: outcomes,
};

const TEMPLATE_FILES: Readonly<Record<string, unknown>> = {
  "gap-and-go": gapAndGoTemplate,
  "earnings-gap": earningsGapTemplate,
  "premarket-high-break": premarketHighBreakTemplate,
  "opening-range-breakout": openingRangeBreakoutTemplate,
  "vwap-reclaim": vwapReclaimTemplate,
  "low-float-mover": lowFloatMoverTemplate,
  "volume-surge": volumeSurgeTemplate,
  "52-week-breakout": fiftyTwoWeekBreakoutTemplate,
  "inside-day": insideDayTemplate,
  "range-contraction": rangeContractionTemplate,
  "rsi-reversal": rsiReversalTemplate,
  "golden-cross": goldenCrossTemplate,
  "failed-breakout": failedBreakoutTemplate,
  "pullback-in-uptrend": pullbackInUptrendTemplate,
  "breadth-thrust": breadthThrustTemplate,
  "sector-rotation": sectorRotationTemplate,
  "relative-strength-leaders": relativeStrengthLeadersTemplate,
  "weekly-breakout": weeklyBreakoutTemplate,
  "engulfing-at-support": engulfingAtSupportTemplate,
  "regime-gated-gap": regimeGatedGapTemplate,
  "my-watch-list": myWatchListTemplate,
};

let presets: readonly Preset[] | null = null;
let templates: readonly Template[] | null = null;

/** Throws where one of the files has a mistake. */
function withoutMistakes<Read>(read: readonly Read[], mistakes: readonly string[]): readonly Read[] {
  if (mistakes.length > 0) throw new Error(`Presets with mistakes:\n${mistakes.join("\n")}`);
  return read;
}

/** The library of formulas, read at the first call. */
export function builtInPresets(): readonly Preset[] {
  if (presets === null) {
    const read = readPresets(PRESET_FILES);
    presets = withoutMistakes(read.presets, read.mistakes);
  }
  return presets;
}

/** The templates of setups people scan for, read at the first call. */
export function builtInTemplates(): readonly Template[] {
  if (templates === null) {
    const read = readTemplates(TEMPLATE_FILES);
    templates = withoutMistakes(read.templates, read.mistakes);
  }
  return templates;
}
