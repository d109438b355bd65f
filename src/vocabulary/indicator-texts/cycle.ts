import type { IndicatorTexts } from "./text.ts";

export const CYCLE_TEXTS: IndicatorTexts = {
  mama: {
    formula:
      "MAMA + α × (price − MAMA), α = fast / the bar's fall of the phase in degrees, slow at least and fast at most; FAMA follows MAMA with α / 2; price = (high + low) / 2, the phase is that of the Hilbert transform; both begin at the price.",
    reference: "Ehlers 2001; TA-Lib MAMA on (high + low) / 2, Lean.",
  },
  ht_trendline: {
    formula:
      "Average of (high + low) / 2 over as many bars as the dominant cycle has, then weighted 4, 3, 2, 1 over four bars.",
    reference: "Ehlers, Rocket Science for Traders, 2001; TA-Lib HT_TRENDLINE on (high + low) / 2.",
  },
  ht_dcperiod: {
    formula:
      "360 / the angle by which the Hilbert transform of (high + low) / 2 turns in a bar (homodyne discriminator), between 6 and 50 and within 0.67 to 1.5 times the one before, smoothed twice.",
    reference:
      "Ehlers, Rocket Science for Traders, 2001; TA-Lib HT_DCPERIOD on (high + low) / 2. The start matters to 1e-6 for about 250 bars (measured).",
  },
  ht_trendmode: {
    formula:
      "0 for half a cycle after sine and lead sine cross, and where the phase turns by 0.67 to 1.5 of 360° / period in the bar; 1 otherwise, and wherever the smoothed price is 1.5 % or more off the trendline.",
    reference: "Ehlers, Rocket Science for Traders, 2001; TA-Lib HT_TRENDMODE on (high + low) / 2.",
  },
  msw: {
    formula:
      "R and I are the sums of the last n values times cos and sin of 2π k / n, k bars back; sine = R / √(R² + I²), lead = (R − I) / √(2 (R² + I²)); null where nothing moved.",
    reference: "Ehlers; Tulip msw.",
  },
  ebsw: {
    formula:
      "One-pole high-pass of the period, α = (1 − sin 360° / period) / cos 360° / period, then the super smoother; average of the last three / root of the average of their squares; null where nothing moved.",
    reference: "Ehlers, Cycle Analytics for Traders, 2013. pandas-ta takes the angles in radians.",
  },
};
