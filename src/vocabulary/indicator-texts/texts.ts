import { ADAPTIVE_TEXTS } from "./adaptive.ts";
import { BANDS_TEXTS } from "./bands.ts";
import { CYCLE_TEXTS } from "./cycle.ts";
import { MOMENTUM_AVERAGES_TEXTS } from "./momentum-averages.ts";
import { MOMENTUM_BARS_TEXTS } from "./momentum-bars.ts";
import { MOMENTUM_FORECAST_TEXTS } from "./momentum-forecast.ts";
import { MOMENTUM_STRENGTH_TEXTS } from "./momentum-strength.ts";
import { MOMENTUM_TEXTS } from "./momentum.ts";
import { OVERLAP_TEXTS } from "./overlap.ts";
import { STATISTICS_TEXTS } from "./statistics.ts";
import { STOPS_TEXTS } from "./stops.ts";
import { TRANSFORM_TEXTS } from "./transform.ts";
import { TREND_TEXTS } from "./trend.ts";
import { VOLATILITY_RANGE_TEXTS } from "./volatility-range.ts";
import { VOLATILITY_TEXTS } from "./volatility.ts";
import { VOLUME_FLOW_TEXTS } from "./volume-flow.ts";
import { VOLUME_LINES_TEXTS } from "./volume-lines.ts";
import { VOLUME_TEXTS } from "./volume.ts";
import type { IndicatorText, IndicatorTexts } from "./text.ts";

/** Of every indicator. Apart from their catalogue, which a page loads first: only help and the reference read them. */
export const INDICATOR_TEXTS: IndicatorTexts = {
  ...ADAPTIVE_TEXTS,
  ...BANDS_TEXTS,
  ...CYCLE_TEXTS,
  ...MOMENTUM_AVERAGES_TEXTS,
  ...MOMENTUM_BARS_TEXTS,
  ...MOMENTUM_FORECAST_TEXTS,
  ...MOMENTUM_STRENGTH_TEXTS,
  ...MOMENTUM_TEXTS,
  ...OVERLAP_TEXTS,
  ...STATISTICS_TEXTS,
  ...STOPS_TEXTS,
  ...TRANSFORM_TEXTS,
  ...TREND_TEXTS,
  ...VOLATILITY_RANGE_TEXTS,
  ...VOLATILITY_TEXTS,
  ...VOLUME_FLOW_TEXTS,
  ...VOLUME_LINES_TEXTS,
  ...VOLUME_TEXTS,
};

export function indicatorText(name: string): IndicatorText {
  const text = INDICATOR_TEXTS[name];
  if (text === undefined) throw new Error(`${name} has no text in indicator-texts`);
  return text;
}
