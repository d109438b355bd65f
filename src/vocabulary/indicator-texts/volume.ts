import type { IndicatorTexts } from "./text.ts";

export const VOLUME_TEXTS: IndicatorTexts = {
  obv: {
    formula: "Running total of the volume, with the sign of the change of the close; 0 on the first bar.",
    reference:
      "Granville 1963; Tulip obv, Pine ta.obv. The level depends on the first bar: only its changes mean something.",
  },
  mfi: {
    formula:
      "100 × up / (up + down), the sums over n bars of typical price × volume on bars where the typical price rose or fell; " +
      "100 where down is 0.",
    reference: "Quong and Soudack 1989; Pine ta.mfi, TA-Lib MFI.",
  },
  vwap: {
    formula:
      "Sum of price × volume / sum of volume since 04:00; price is the bar's vwap, (high + low + close) / 3 without one.",
    reference: "Pine ta.vwap on an extended session.",
  },
  vwap_rth: {
    formula:
      "As VWAP, over the bars of the session that start at 09:30 or later; null before. A 60 minute bar that starts at 09:00 does not count.",
    reference: "Pine ta.vwap on a regular session.",
  },
  rolling_vwap: {
    formula:
      "Sum of price × volume / sum of volume over n bars; price is the bar's vwap, (high + low + close) / 3 without one; " +
      "null where the volume is 0.",
    reference:
      "bukosabino ta VolumeWeightedAveragePrice, ta4j VWAPIndicator, which have (high + low + close) / 3 throughout; " +
      "over one day it is the daily VWAP where that is given.",
  },
  avgvol: {
    formula: "Average volume of the last n bars, the current one included.",
    reference: "TA-Lib SMA of volume.",
  },
  rvol: {
    formula: "Volume / average volume of the n bars before.",
    reference: "House definition: the current bar is not in its own average.",
  },
};
