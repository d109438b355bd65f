import {
  type NaiveBar,
  type Twins,
  type Values,
  before,
  column,
  each,
  one,
  over,
  sma,
  total,
  typical,
  clearly,
} from "./series.ts";

function moneyFlow(bars: readonly NaiveBar[], n: number): Values {
  const price = typical(bars);
  const flow = each([price, column(bars, "volume")], (p, v) => p * v);
  const signed = price.map((now, i) => {
    const then = price[i - 1] ?? null;
    const money = flow[i] ?? null;
    return now === null || then === null || money === null ? null : clearly(now, then) * money;
  });
  return over(signed, n, (frame) => {
    const up = total(frame.filter((value) => value > 0));
    const down = -total(frame.filter((value) => value < 0));
    return down === 0 ? 100 : 100 - 100 / (1 + up / down);
  });
}

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

/** What was paid for all shares of the last n bars, by their number; a bar without a vwap traded at its typical price. */
function rollingVwap(bars: readonly NaiveBar[], n: number): Values {
  return bars.map((_bar, i) => {
    if (i + 1 < n) return null;
    let [money, shares] = [0, 0];
    for (const { vwap, high, low, close, volume } of bars.slice(i + 1 - n, i + 1)) {
      if (volume === null) return null;
      let price = vwap ?? null;
      if (price === null) {
        if (high === null || low === null || close === null) return null;
        price = (high + low + close) / 3;
      }
      money += price * volume;
      shares += volume;
    }
    return shares === 0 ? null : money / shares;
  });
}

export const VOLUME: Twins = {
  obv: ({ bars }) => {
    let level = 0;
    return one(
      bars.map((bar, i) => {
        const previous = bars[i - 1]?.close ?? null;
        if (bar.close !== null && previous !== null && bar.volume !== null)
          level += clearly(bar.close, previous) * bar.volume;
        return level;
      }),
    );
  },
  mfi: ({ bars, p: [n = 0] }) => one(moneyFlow(bars, n)),
  vwap: ({ bars }) => one(sessionVwap(bars, 0)),
  vwap_rth: ({ bars }) => one(sessionVwap(bars, 570)),
  rolling_vwap: ({ bars, p: [n = 0] }) => one(rollingVwap(bars, n)),
  avgvol: ({ bars, p: [n = 0] }) => one(sma(column(bars, "volume"), n)),
  rvol: ({ bars, p: [n = 0] }) => {
    const volume = column(bars, "volume");
    return one(each([volume, before(sma(volume, n), 1)], (now, average) => now / average));
  },
};
