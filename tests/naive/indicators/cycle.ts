import { type Input, type NaiveBar, type Twins, type Values, each, hl2, mean, one, over, sma } from "./series.ts";

const DEGREES = 180 / Math.PI;

/** Less than this share is rounding. */
const clean = (value: number, scale: number): number => (Math.abs(value) <= 1e-9 * Math.abs(scale) ? 0 : value);

const smoothPrice = (price: Values): Values =>
  over(price, 4, ([a = 0, b = 0, c = 0, d = 0]) => (a + 2 * b + 3 * c + 4 * d) / 10);

interface Homodyne {
  readonly period: number;
  readonly alpha: number;
}

/** Ehlers' listing, bar by bar, over series that grow; a bar of which a tap is missing is passed over. */
function homodyne(price: Values, fast: number, slow: number): (Homodyne | null)[] {
  const smooth = smoothPrice(price);
  const [detrender, q1]: [number[], number[]] = [[], []];
  let [i2, q2, re, im, period, smoothed, phase, begun] = [0, 0, 0, 0, 0, 0, 0, false];
  const back = (series: readonly number[], bars: number): number => series[series.length - 1 - bars] ?? 0;
  const tap = (a: number, b: number, c: number, d: number): number => 0.0962 * a + 0.5769 * b - 0.5769 * c - 0.0962 * d;
  return smooth.map((now, i) => {
    const [s2, s4, s6] = [smooth[i - 2] ?? null, smooth[i - 4] ?? null, smooth[i - 6] ?? null];
    if (now === null || s2 === null || s4 === null || s6 === null) return null;
    if (!begun) {
      begun = true;
      detrender.push(0);
      q1.push(0);
      return { period: 0, alpha: 1 };
    }
    const adjust = 0.075 * period + 0.54;
    detrender.push(clean(tap(now, s2, s4, s6) * adjust, now));
    q1.push(tap(back(detrender, 0), back(detrender, 2), back(detrender, 4), back(detrender, 6)) * adjust);
    const i1 = back(detrender, 3);
    const ji = tap(back(detrender, 3), back(detrender, 5), back(detrender, 7), back(detrender, 9)) * adjust;
    const jq = tap(back(q1, 0), back(q1, 2), back(q1, 4), back(q1, 6)) * adjust;
    const [oldI, oldQ] = [i2, q2];
    i2 = 0.2 * (i1 - jq) + 0.8 * i2;
    q2 = 0.2 * (back(q1, 0) + ji) + 0.8 * q2;
    re = 0.2 * (i2 * oldI + q2 * oldQ) + 0.8 * re;
    im = 0.2 * (i2 * oldQ - q2 * oldI) + 0.8 * im;
    const last = period;
    if (clean(im, re) !== 0 && re !== 0) period = 360 / (Math.atan(im / re) * DEGREES);
    if (period > 1.5 * last) period = 1.5 * last;
    if (period < 0.67 * last) period = 0.67 * last;
    period = 0.2 * Math.min(50, Math.max(6, period)) + 0.8 * last;
    smoothed = 0.33 * period + 0.67 * smoothed;
    const old = phase;
    if (i1 !== 0) phase = Math.atan(back(q1, 0) / i1) * DEGREES;
    const alpha = Math.min(fast, Math.max(slow, fast / Math.max(1, old - phase)));
    return { period: smoothed, alpha };
  });
}

/** The first 23 bars of the transform are not shown. */
function shown(values: Values): Values {
  let count = 0;
  return values.map((value) => (value === null || (count += 1) < 24 ? null : value));
}

function mesa({ bars, p: [fast = 0, slow = 0] }: Input): { mama: Values; fama: Values } {
  const price = hl2(bars);
  let [mama, fama, begun] = [0, 0, false];
  const averages = homodyne(price, fast, slow).map((bar, i) => {
    const now = price[i] ?? null;
    if (bar === null || now === null) return null;
    if (!begun) [mama, fama, begun] = [now, now, true];
    mama = bar.alpha * now + (1 - bar.alpha) * mama;
    fama = 0.5 * bar.alpha * mama + (1 - 0.5 * bar.alpha) * fama;
    return { mama, fama };
  });
  return {
    mama: shown(averages.map((each) => each && each.mama)),
    fama: shown(averages.map((each) => each && each.fama)),
  };
}

const period = (bars: readonly NaiveBar[]): Values =>
  shown(homodyne(hl2(bars), 0.5, 0.05).map((bar) => bar && bar.period));

/** The last bars of one cycle, the newest first; null without 50 bars with a value. */
function cycle(x: Values, periods: Values, i: number): readonly number[] | null {
  const now = periods[i] ?? null;
  if (now === null || i < 49) return null;
  const frame = x.slice(i - 49, i + 1);
  return frame.every((value) => value !== null) ? frame.toReversed().slice(0, Math.trunc(now + 0.5)) : null;
}

function trendline(bars: readonly NaiveBar[]): Values {
  const [price, periods] = [hl2(bars), period(bars)];
  return smoothPrice(
    price.map((_value, i) => {
      const frame = cycle(price, periods, i);
      return frame && mean(frame);
    }),
  );
}

function phases(bars: readonly NaiveBar[]): Values {
  const [smooth, periods] = [smoothPrice(hl2(bars)), period(bars)];
  return smooth.map((now, i) => {
    const frame = cycle(smooth, periods, i);
    if (frame === null || now === null) return null;
    let [real, imaginary] = [0, 0];
    frame.forEach((value, k) => {
      real += value * Math.sin((2 * Math.PI * k) / frame.length);
      imaginary += value * Math.cos((2 * Math.PI * k) / frame.length);
    });
    [real, imaginary] = [clean(real, now), clean(imaginary, now)];
    let phase = imaginary === 0 ? 90 * Math.sign(real) : Math.atan(real / imaginary) * DEGREES;
    phase += 90 + 360 / (periods[i] ?? NaN) + (imaginary < 0 ? 180 : 0);
    return phase > 315 ? phase - 360 : phase;
  });
}

function trendMode(bars: readonly NaiveBar[]): Values {
  const [phase, line, smooth, periods] = [phases(bars), trendline(bars), smoothPrice(hl2(bars)), period(bars)];
  let [above, since] = [false, 0];
  return phase.map((now, i) => {
    if (now === null) {
      since = 0;
      return null;
    }
    const crossed = Math.sin(now / DEGREES) > Math.sin((now + 45) / DEGREES);
    since = since > 0 && crossed === above ? since + 1 : 1;
    above = crossed;
    const [trend, price, length, then] = [line[i] ?? null, smooth[i] ?? null, periods[i] ?? null, phase[i - 1] ?? null];
    if (trend === null || price === null || length === null) return null;
    if (Math.abs((price - trend) / trend) >= 0.015) return 1;
    if (since < length / 2) return 0;
    if (then === null) return null;
    const turn = ((now - then) * length) / 360;
    return turn > 0.67 && turn < 1.5 ? 0 : 1;
  });
}

function evenBetter(x: Values, duration: number, length: number): Values {
  const angle = (2 * Math.PI) / duration;
  const alpha = (1 - Math.sin(angle)) / Math.cos(angle);
  const a = Math.exp((-Math.SQRT2 * Math.PI) / length);
  const b = 2 * a * Math.cos((Math.SQRT2 * Math.PI) / length);
  let [last, high, f, g, begun] = [0, 0, 0, 0, false];
  const filtered = x.map((now) => {
    if (now === null) return null;
    if (!begun) [last, begun] = [now, true];
    else {
      const passed = 0.5 * (1 + alpha) * (now - last) + alpha * high;
      [f, g] = [((1 - b + a * a) * (passed + high)) / 2 + b * f - a * a * g, f];
      [last, high] = [now, passed];
    }
    return f;
  });
  const power = over(filtered, 3, (frame) => Math.sqrt(mean(frame.map((value) => value * value))));
  return each([sma(filtered, 3), power, x], (wave, root, now) => wave / clean(root, now));
}

export const CYCLE: Twins = {
  mama: (input) => mesa(input),
  ht_trendline: ({ bars }) => one(trendline(bars)),
  ht_dcperiod: ({ bars }) => one(period(bars)),
  ht_trendmode: ({ bars }) => one(trendMode(bars)),
  msw: ({ x, p: [n = 0] }) => {
    const wave = (lead: number): Values =>
      over(x, n, (frame) => {
        let [real, imaginary] = [0, 0];
        frame.toReversed().forEach((value, k) => {
          real += value * Math.cos((2 * Math.PI * k) / n);
          imaginary += value * Math.sin((2 * Math.PI * k) / n);
        });
        if (clean(Math.hypot(real, imaginary), frame[n - 1] ?? NaN) === 0) return NaN;
        return Math.sin(Math.atan2(imaginary, real) + Math.PI / 2 + lead);
      });
    return { sine: wave(0), lead: wave(Math.PI / 4) };
  },
  ebsw: ({ x, p: [duration = 0, length = 0] }) => one(evenBetter(x, duration, length)),
};
