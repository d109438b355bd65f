import { type Twins, type Values, each, mean, one, over, total, minus } from "./series.ts";

/** Kaufman's efficiency ratio; 0 where nothing moved. */
function efficiency(x: Values, n: number): Values {
  return over(x, n + 1, (frame) => {
    const way = total(frame.slice(1).map((value, i) => Math.abs(minus(value, frame[i] ?? NaN))));
    return way === 0 ? 0 : Math.abs(minus(frame[n] ?? NaN, frame[0] ?? NaN)) / way;
  });
}

/** From the value before the first share on; a bar without a value, a previous one or a share is passed over. */
function follow(x: Values, share: Values): Values {
  let s: number | null = null;
  return x.map((now, i) => {
    const [then, k] = [x[i - 1] ?? null, share[i] ?? null];
    if (now === null || then === null || k === null) return null;
    s ??= then;
    s += k * (now - s);
    return s;
  });
}

/** `step` over the bars that have a value, the first of them included; null before the n-th. */
function sequential(x: Values, n: number, step: (value: number, count: number) => number): Values {
  let count = 0;
  return x.map((value) => {
    if (value === null) return null;
    count += 1;
    const result = step(value, count);
    return count < n ? null : result;
  });
}

export const ADAPTIVE: Twins = {
  kama: ({ x, p: [n = 0, fast = 0, slow = 0] }) => {
    const share = each([efficiency(x, n)], (er) => (er * (2 / (fast + 1) - 2 / (slow + 1)) + 2 / (slow + 1)) ** 2);
    return one(follow(x, share));
  },
  // Chande's momentum oscillator from its gains and losses.
  vidya: ({ x, p: [n = 0] }) => {
    const share = over(x, n + 1, (frame) => {
      const changes = frame.slice(1).map((value, i) => minus(value, frame[i] ?? NaN));
      const [gain, loss] = [total(changes.filter((c) => c > 0)), -total(changes.filter((c) => c < 0))];
      const cmo = gain + loss === 0 ? 0 : minus(gain, loss) / (gain + loss);
      return (2 / (n + 1)) * Math.abs(cmo);
    });
    return one(follow(x, share));
  },
  mcgd: ({ x, p: [n = 0, factor = 0] }) => {
    const seed: number[] = [];
    let md = 0;
    return one(
      sequential(x, n, (value, count) => {
        if (count <= n) {
          seed.push(value);
          md = mean(seed);
        } else if (md === 0) {
          md = value;
        } else if (value !== 0) {
          md += (value - md) / Math.max(1, factor * n * (value / md) ** 4);
        }
        return md;
      }),
    );
  },
  ssf: ({ x, p: [n = 0] }) => {
    const angle = (Math.sqrt(2) * Math.PI) / n;
    const a = Math.exp(-angle);
    const b = 2 * a * Math.cos(angle);
    let [last, f, g] = [0, 0, 0];
    return one(
      sequential(x, n, (value, count) => {
        if (count === 1) [last, f, g] = [value, value, value];
        else [last, f, g] = [value, (1 - b + a * a) * 0.5 * (value + last) + b * f - a * a * g, f];
        return f;
      }),
    );
  },
  jma: ({ x, p: [n = 0, phase = 0, power = 0] }) => {
    const ratio = phase / 100 + 1.5;
    const beta = (0.45 * (n - 1)) / (0.45 * (n - 1) + 2);
    const alpha = Math.pow(beta, power);
    let [e0, e1, e2, jma] = [0, 0, 0, 0];
    return one(
      sequential(x, n, (value, count) => {
        if (count === 1) [e0, jma] = [value, value];
        e0 = (1 - alpha) * value + alpha * e0;
        e1 = (value - e0) * (1 - beta) + beta * e1;
        e2 = (e0 + ratio * e1 - jma) * (1 - alpha) * (1 - alpha) + alpha * alpha * e2;
        jma += e2;
        return jma;
      }),
    );
  },
};
