/**
 * Every indicator once more, as plain loops written from the definitions (Wilder 1978, Appel, Bollinger, …), not from the
 * catalogue's recipes: what the engine is compared with. Values are computed bar by bar over the bars of one security.
 */
export interface NaiveBar {
  readonly session: number;
  /** First minute of an intraday bar. */
  readonly minute?: number;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly volume: number | null;
  readonly num_trades?: number | null;
  readonly vwap?: number | null;
}

export type NaiveField = "open" | "high" | "low" | "close" | "volume" | "num_trades" | "vwap";
type Values = (number | null)[];
type Lines = Record<string, Values>;

/**
 * The lines of an indicator over the bars of one security, oldest first. `source` is the field it is computed from, where
 * it takes one; `close` unless given.
 */
export function naiveIndicator(
  name: string,
  parameters: readonly number[],
  bars: readonly NaiveBar[],
  source: NaiveField = "close",
): Lines {
  const compute = INDICATORS[name];
  if (!compute) throw new RangeError(`no naive ${name}`);
  const lines = compute({ bars, x: bars.map((bar) => bar[source] ?? null), p: parameters });
  return Object.fromEntries(
    Object.entries(lines).map(([line, values]) => [
      line,
      values.map((value) => (value !== null && Number.isFinite(value) ? value : null)),
    ]),
  );
}

interface Input {
  readonly bars: readonly NaiveBar[];
  /** The source field. */
  readonly x: Values;
  readonly p: readonly number[];
}

const column = (bars: readonly NaiveBar[], field: NaiveField): Values => bars.map((bar) => bar[field] ?? null);

/** Per bar, null as soon as one argument is null; division by 0 gives infinity, which becomes null at the end. */
function each(columns: readonly Values[], of: (...values: number[]) => number): Values {
  return (columns[0] ?? []).map((_value, i) => {
    const values = columns.map((values) => values[i] ?? null);
    return values.every((value) => value !== null) ? finite(of(...values)) : null;
  });
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Over the last n bars; null unless all of them have a value. */
function over(x: Values, n: number, of: (frame: readonly number[]) => number): Values {
  return x.map((_value, i) => {
    if (i < n - 1) return null;
    const frame = x.slice(i - n + 1, i + 1);
    return frame.every((value) => value !== null) ? of(frame) : null;
  });
}

const before = (x: Values, n: number): Values => x.map((_value, i) => x[i - n] ?? null);
const total = (frame: readonly number[]): number => frame.reduce((sum, value) => sum + value, 0);
/** Of equal values exactly that value, so that the deviation of a flat frame is 0. */
const mean = (frame: readonly number[]): number => {
  const first = frame[0] ?? NaN;
  return frame.every((value) => value === first) ? first : total(frame) / frame.length;
};
const variance = (frame: readonly number[]): number => {
  const m = mean(frame);
  return mean(frame.map((value) => (value - m) ** 2));
};
const sma = (x: Values, n: number): Values => over(x, n, mean);

/** s + alpha (x - s), the first s being the average of the first n values; bars without a value are passed over. */
function smoothed(x: Values, n: number, alpha: number): Values {
  const seed: number[] = [];
  let s: number | null = null;
  return x.map((value) => {
    if (value === null) return null;
    if (s === null) {
      seed.push(value);
      if (seed.length < n) return null;
      s = mean(seed);
    } else {
      s += alpha * (value - s);
    }
    return s;
  });
}

const ema = (x: Values, n: number): Values => smoothed(x, n, 2 / (n + 1));
const rma = (x: Values, n: number): Values => smoothed(x, n, 1 / n);

function trueRange(bars: readonly NaiveBar[], first: "high-low" | "null"): Values {
  return bars.map((bar, i) => {
    const { high, low } = bar;
    if (high === null || low === null) return null;
    const previous = bars[i - 1]?.close ?? null;
    if (previous === null) return first === "null" ? null : high - low;
    return Math.max(high - low, Math.abs(high - previous), Math.abs(low - previous));
  });
}

function directional(bars: readonly NaiveBar[], n: number): { plus: Values; minus: Values; dx: Values } {
  const moves = bars.map((bar, i) => {
    const previous = bars[i - 1];
    const [high, low] = [previous?.high ?? null, previous?.low ?? null];
    if (bar.high === null || bar.low === null || high === null || low === null) return null;
    const [up, down] = [bar.high - high, low - bar.low];
    return { plus: up > down && up > 0 ? up : 0, minus: down > up && down > 0 ? down : 0 };
  });
  const range = rma(trueRange(bars, "null"), n);
  const share = (side: "plus" | "minus"): Values =>
    each(
      [
        rma(
          moves.map((move) => move && move[side]),
          n,
        ),
        range,
      ],
      (move, of) => (100 * move) / of,
    );
  const [plus, minus] = [share("plus"), share("minus")];
  const dx = each([plus, minus], (a, b) => (a + b === 0 ? 0 : (100 * Math.abs(a - b)) / (a + b)));
  return { plus, minus, dx };
}

function relativeStrength(x: Values, n: number): Values {
  const changes = each([x, before(x, 1)], (now, then) => now - then);
  const gain = rma(
    each([changes], (change) => Math.max(change, 0)),
    n,
  );
  const loss = rma(
    each([changes], (change) => Math.max(-change, 0)),
    n,
  );
  return each([gain, loss], (up, down) => (down === 0 ? 100 : 100 - 100 / (1 + up / down)));
}

/** Wilder's stop and reverse, with penetration strict and the extreme including the bar that turns. */
function parabolic(bars: readonly NaiveBar[], step: number, maximum: number): Values {
  let past: { high: number; low: number }[] = [];
  let long = true;
  let [sar, extreme, factor] = [0, 0, step];
  return bars.map(({ high, low }) => {
    if (high === null || low === null) return null;
    const [one, two] = past;
    past = [{ high, low }, ...past].slice(0, 2);
    if (!one) return null;
    if (!two) {
      // The first trend: down where the low fell further than the high rose.
      const [down, up] = [one.low - low, high - one.high];
      long = !(down > 0 && down > up);
      sar = long ? one.low : one.high;
      extreme = long ? high : low;
    } else {
      sar += factor * (extreme - sar);
      sar = long ? Math.min(sar, one.low, two.low) : Math.max(sar, one.high, two.high);
      if (long ? high > extreme : low < extreme) factor = Math.min(factor + step, maximum);
      extreme = long ? Math.max(extreme, high) : Math.min(extreme, low);
    }
    if (long ? low < sar : high > sar) {
      sar = extreme;
      long = !long;
      extreme = long ? high : low;
      factor = step;
      // After a turn on the second bar, that bar stands for both bars before the next.
      if (!two)
        past = [
          { high, low },
          { high, low },
        ];
    } else if (!two) {
      past = [
        { high, low },
        { high, low },
      ];
    }
    return sar;
  });
}

function regression(frame: readonly number[]): { slope: number; first: number; last: number } {
  const n = frame.length;
  const [middle, m] = [(n - 1) / 2, mean(frame)];
  let [top, bottom] = [0, 0];
  frame.forEach((value, i) => {
    top += (i - middle) * (value - m);
    bottom += (i - middle) ** 2;
  });
  const slope = top / bottom;
  return { slope, first: m - slope * middle, last: m + slope * middle };
}

function moneyFlow(bars: readonly NaiveBar[], n: number): Values {
  const price = typical(bars);
  const flow = each([price, column(bars, "volume")], (p, v) => p * v);
  const signed = price.map((now, i) => {
    const then = price[i - 1] ?? null;
    const money = flow[i] ?? null;
    return now === null || then === null || money === null ? null : Math.sign(now - then) * money;
  });
  return over(signed, n, (frame) => {
    const up = total(frame.filter((value) => value > 0));
    const down = -total(frame.filter((value) => value < 0));
    return down === 0 ? 100 : 100 - 100 / (1 + up / down);
  });
}

const typical = (bars: readonly NaiveBar[]): Values =>
  each([column(bars, "high"), column(bars, "low"), column(bars, "close")], (h, l, c) => (h + l + c) / 3);

function sessionVwap(bars: readonly NaiveBar[], from: number): Values {
  let [session, money, shares, any] = [-1, 0, 0, false];
  const price = typical(bars);
  return bars.map((bar, i) => {
    if (bar.session !== session) [session, money, shares, any] = [bar.session, 0, 0, false];
    const paid = bar.vwap ?? price[i] ?? null;
    if ((bar.minute ?? 0) >= from && bar.volume !== null) {
      shares += bar.volume;
      if (paid !== null) {
        money += paid * bar.volume;
        any = true;
      }
    }
    return any ? money / shares : null;
  });
}

function stochastic(bars: readonly NaiveBar[], n: number): Values {
  const [top, bottom] = range(bars, n);
  return each([column(bars, "close"), top, bottom], (c, h, l) => (100 * (c - l)) / (h - l));
}

function range(bars: readonly NaiveBar[], n: number): [Values, Values] {
  return [
    over(column(bars, "high"), n, (frame) => Math.max(...frame)),
    over(column(bars, "low"), n, (frame) => Math.min(...frame)),
  ];
}

/** Of equal extremes the latest counts. */
function aroon(bars: readonly NaiveBar[], n: number): { up: Values; down: Values } {
  const since = (x: Values, best: (...values: number[]) => number): Values =>
    over(x, n + 1, (frame) => (100 * frame.lastIndexOf(best(...frame))) / n);
  return { up: since(column(bars, "high"), Math.max), down: since(column(bars, "low"), Math.min) };
}

function bollinger(x: Values, n: number, k: number): { upper: Values; mid: Values; lower: Values } {
  const mid = sma(x, n);
  const deviation = over(x, n, (frame) => Math.sqrt(variance(frame)));
  return {
    upper: each([mid, deviation], (m, d) => m + k * d),
    mid,
    lower: each([mid, deviation], (m, d) => m - k * d),
  };
}

function oscillator(line: Values, n: number): Lines {
  const signal = ema(line, n);
  return { line, signal, hist: each([line, signal], (a, b) => a - b) };
}

const one = (value: Values): Lines => ({ value });

const INDICATORS: Readonly<Record<string, (input: Input) => Lines>> = {
  sma: ({ x, p: [n = 0] }) => one(sma(x, n)),
  avg: ({ x, p: [n = 0] }) => one(sma(x, n)),
  sum: ({ x, p: [n = 0] }) => one(over(x, n, total)),
  max: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => Math.max(...frame))),
  min: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => Math.min(...frame))),
  median: ({ x, p: [n = 0] }) =>
    one(
      over(x, n, (frame) => {
        const sorted = frame.toSorted((a, b) => a - b);
        return mean([sorted[Math.floor((n - 1) / 2)] ?? NaN, sorted[Math.floor(n / 2)] ?? NaN]);
      }),
    ),
  var: ({ x, p: [n = 0] }) => one(over(x, n, variance)),
  stddev: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => Math.sqrt(variance(frame)))),
  zscore: ({ x, p: [n = 0] }) =>
    one(over(x, n, (frame) => ((frame[n - 1] ?? NaN) - mean(frame)) / Math.sqrt(variance(frame)))),
  ema: ({ x, p: [n = 0] }) => one(ema(x, n)),
  rma: ({ x, p: [n = 0] }) => one(rma(x, n)),
  wma: ({ x, p: [n = 0] }) =>
    one(over(x, n, (frame) => total(frame.map((value, i) => value * (i + 1))) / ((n * (n + 1)) / 2))),
  dema: ({ x, p: [n = 0] }) => {
    const first = ema(x, n);
    return one(each([first, ema(first, n)], (a, b) => 2 * a - b));
  },
  tema: ({ x, p: [n = 0] }) => {
    const first = ema(x, n);
    const second = ema(first, n);
    return one(each([first, second, ema(second, n)], (a, b, c) => 3 * a - 3 * b + c));
  },
  lsma: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => regression(frame).last)),
  lr_slope: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => regression(frame).slope)),
  lr_intercept: ({ x, p: [n = 0] }) => one(over(x, n, (frame) => regression(frame).first)),
  bbands: ({ x, p: [n = 0, k = 0] }) => ({ ...bollinger(x, n, k) }),
  bbpct: ({ x, p: [n = 0, k = 0] }) => {
    const { upper, lower } = bollinger(x, n, k);
    return one(each([x, upper, lower], (value, u, l) => (value - l) / (u - l)));
  },
  bbw: ({ x, p: [n = 0, k = 0] }) => {
    const { upper, mid, lower } = bollinger(x, n, k);
    return one(each([upper, mid, lower], (u, m, l) => (u - l) / m));
  },
  donchian: ({ bars, p: [n = 0] }) => {
    const [upper, lower] = range(bars, n);
    return { upper, mid: each([upper, lower], (u, l) => (u + l) / 2), lower };
  },
  adx: ({ bars, p: [n = 0] }) => one(rma(directional(bars, n).dx, n)),
  dx: ({ bars, p: [n = 0] }) => one(directional(bars, n).dx),
  plus_di: ({ bars, p: [n = 0] }) => one(directional(bars, n).plus),
  minus_di: ({ bars, p: [n = 0] }) => one(directional(bars, n).minus),
  aroon: ({ bars, p: [n = 0] }) => ({ ...aroon(bars, n) }),
  aroonosc: ({ bars, p: [n = 0] }) => {
    const { up, down } = aroon(bars, n);
    return one(each([up, down], (a, b) => a - b));
  },
  psar: ({ bars, p: [step = 0, maximum = 0] }) => one(parabolic(bars, step, maximum)),
  rsi: ({ x, p: [n = 0] }) => one(relativeStrength(x, n)),
  macd: ({ x, p: [fast = 0, slow = 0, n = 0] }) =>
    oscillator(
      each([ema(x, fast), ema(x, slow)], (a, b) => a - b),
      n,
    ),
  ppo: ({ x, p: [fast = 0, slow = 0, n = 0] }) =>
    oscillator(
      each([ema(x, fast), ema(x, slow)], (a, b) => (100 * (a - b)) / b),
      n,
    ),
  stoch: ({ bars, p: [n = 0, smooth = 0, signal = 0] }) => {
    const k = sma(stochastic(bars, n), smooth);
    return { k, d: sma(k, signal) };
  },
  stochf: ({ bars, p: [n = 0, signal = 0] }) => {
    const k = stochastic(bars, n);
    return { k, d: sma(k, signal) };
  },
  willr: ({ bars, p: [n = 0] }) => {
    const [top, bottom] = range(bars, n);
    return one(each([column(bars, "close"), top, bottom], (c, h, l) => (-100 * (h - c)) / (h - l)));
  },
  cci: ({ bars, p: [n = 0] }) =>
    one(
      over(typical(bars), n, (frame) => {
        const m = mean(frame);
        const deviation = mean(frame.map((value) => Math.abs(value - m)));
        return ((frame[n - 1] ?? NaN) - m) / (0.015 * deviation);
      }),
    ),
  roc: ({ x, p: [n = 0] }) => one(each([x, before(x, n)], (now, then) => 100 * (now / then - 1))),
  mom: ({ x, p: [n = 0] }) => one(each([x, before(x, n)], (now, then) => now - then)),
  obv: ({ bars }) => {
    let level = 0;
    return one(
      bars.map((bar, i) => {
        const previous = bars[i - 1]?.close ?? null;
        if (bar.close !== null && previous !== null && bar.volume !== null)
          level += Math.sign(bar.close - previous) * bar.volume;
        return level;
      }),
    );
  },
  mfi: ({ bars, p: [n = 0] }) => one(moneyFlow(bars, n)),
  vwap: ({ bars }) => one(sessionVwap(bars, 0)),
  vwap_rth: ({ bars }) => one(sessionVwap(bars, 570)),
  avgvol: ({ bars, p: [n = 0] }) => one(sma(column(bars, "volume"), n)),
  rvol: ({ bars, p: [n = 0] }) => {
    const volume = column(bars, "volume");
    return one(each([volume, before(sma(volume, n), 1)], (now, average) => now / average));
  },
  atr: ({ bars, p: [n = 0] }) => one(rma(trueRange(bars, "high-low"), n)),
  natr: ({ bars, p: [n = 0] }) =>
    one(each([rma(trueRange(bars, "high-low"), n), column(bars, "close")], (a, c) => (100 * a) / c)),
  trange: ({ bars }) => one(trueRange(bars, "high-low")),
};
