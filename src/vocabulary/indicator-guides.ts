/** From where to where all values of an indicator lie, and the levels that its pane draws. */
export interface Guides {
  readonly range: readonly [number, number];
  readonly levels: readonly number[];
}

const PERCENT = [0, 100] as const;
const SIGNED = [-100, 100] as const;
const UNIT = [-1, 1] as const;
const OUTER: Guides = { range: PERCENT, levels: [20, 80] };
const AROUND_ZERO: Guides = { range: UNIT, levels: [0] };

/**
 * Every indicator whose values have bounds, with the levels that are drawn by custom: of Wilder's books (RSI 30 and 70,
 * ADX 25), Lane's stochastics, Williams' %R, Chande's CMO, Dreiss' choppiness.
 */
export const INDICATOR_GUIDES: Readonly<Record<string, Guides>> = {
  rsi: { range: PERCENT, levels: [30, 70] },
  stoch: OUTER,
  stochf: OUTER,
  stochrsi: OUTER,
  mfi: OUTER,
  willr: { range: [-100, 0], levels: [-80, -20] },
  cmo: { range: SIGNED, levels: [-50, 50] },
  ultosc: { range: PERCENT, levels: [30, 70] },
  crsi: { range: PERCENT, levels: [10, 90] },
  imi: { range: PERCENT, levels: [30, 70] },
  stc: { range: PERCENT, levels: [25, 75] },
  psl: { range: PERCENT, levels: [25, 75] },
  qqe: { range: PERCENT, levels: [30, 70] },
  rvi: { range: PERCENT, levels: [50] },
  inertia: { range: PERCENT, levels: [50] },
  tsi: { range: SIGNED, levels: [-25, 0, 25] },
  smi: AROUND_ZERO,
  bop: AROUND_ZERO,
  cti: { range: UNIT, levels: [-0.5, 0.5] },
  er: { range: [0, 1], levels: [0.5] },
  adx: { range: PERCENT, levels: [25] },
  adxr: { range: PERCENT, levels: [25] },
  plus_di: { range: PERCENT, levels: [25] },
  minus_di: { range: PERCENT, levels: [25] },
  dx: { range: PERCENT, levels: [25] },
  aroon: { range: PERCENT, levels: [30, 70] },
  aroonosc: { range: SIGNED, levels: [-50, 0, 50] },
  lr_angle: { range: [-90, 90], levels: [0] },
  vhf: { range: [0, 1], levels: [0.4] },
  chop: { range: PERCENT, levels: [38.2, 61.8] },
  cmf: { range: UNIT, levels: [0] },
  ttm_trend: { range: UNIT, levels: [0] },
  ht_trendmode: { range: [0, 1], levels: [0.5] },
  ht_dcperiod: { range: [6, 50], levels: [] },
  msw: AROUND_ZERO,
  ebsw: { range: UNIT, levels: [-0.85, 0.85] },
};
