/*
 * EMA(20), RSI(14), MACD(12, 26) and ATR(14) by hand: recursive smoothing as a decayed sum over the bar number, seeded
 * with the average of the first n. Three levels of SELECT and one window, all in one
 * pass over the bars.
 */

const PAST = "PARTITION BY security_id ORDER BY session ROWS UNBOUNDED PRECEDING";

/** Smoothing of `x` with factor alpha from bar `seed` on, whose value is `mean`. */
function smoothed(x: string, alpha: string, seed: number, mean: string): string {
  return `${alpha} * exponentialTimeDecayedSum(-1 / log(1 - ${alpha}))(multiIf(i < ${seed}, 0, i = ${seed}, (${mean}) / (${alpha}), ${x}), i) OVER w`;
}

const ema = (n: number): string => smoothed("c", `(2 / ${n + 1})`, n, `s / ${n}`);
/** Changes begin with the second bar. */
const wilderOfChanges = (x: string, total: string): string => smoothed(x, "(1 / 14)", 15, `${total} / 14`);

export const INDICATORS = ["ema20", "rsi14", "macd", "atr14"] as const;
export type HandIndicator = (typeof INDICATORS)[number];

/** Columns of `inner` and, for each indicator, the expression over them. */
const RECIPES: Readonly<Record<HandIndicator, { readonly inner: readonly string[]; readonly value: string }>> = {
  ema20: { inner: [`${ema(20)} AS e20`], value: "if(i >= 20, e20, NULL)" },
  rsi14: {
    inner: [`${wilderOfChanges("u", "us")} AS gain`, `${wilderOfChanges("d", "ds")} AS loss`],
    value: "if(i >= 15, if(loss = 0, 100, 100 * gain / (gain + loss)), NULL)",
  },
  macd: { inner: [`${ema(12)} AS e12`, `${ema(26)} AS e26`], value: "if(i >= 26, e12 - e26, NULL)" },
  atr14: { inner: [`${smoothed("tr", "(1 / 14)", 14, "trs / 14")} AS range14`], value: "if(i >= 14, range14, NULL)" },
};

const USES: Readonly<Record<string, readonly HandIndicator[]>> = {
  "sum(c) OVER w AS s": ["ema20", "macd"],
  "sum(u) OVER w AS us": ["rsi14"],
  "sum(d) OVER w AS ds": ["rsi14"],
  "sum(tr) OVER w AS trs": ["atr14"],
};

/**
 * A SELECT of security_id, session, the `carried` columns of the input and the indicators. Input: security_id, session,
 * adjusted h, l and c as floats, one row a bar.
 */
export function indicators(
  input: string,
  wanted: readonly HandIndicator[] = INDICATORS,
  carried: readonly string[] = [],
): string {
  const kept = carried.map((column) => `, ${column}`).join("");
  const totals = Object.entries(USES)
    .filter(([, users]) => users.some((user) => wanted.includes(user)))
    .map(([sql]) => sql);
  const inner = wanted.flatMap((name) => RECIPES[name].inner);
  const values = wanted.map((name) => `${RECIPES[name].value} AS ${name}`);
  const atr = wanted.includes("atr14");
  return `SELECT security_id, session${kept}, ${values.join(", ")} FROM (
  SELECT security_id, session${kept}, i, ${inner.join(", ")} FROM (
    SELECT security_id, session${kept}, c, u, d${atr ? ", tr" : ""}, row_number() OVER w AS i, ${totals.join(", ")} FROM (
      SELECT security_id, session${kept}, c, greatest(c - p, 0.) AS u, greatest(p - c, 0.) AS d${atr ? ", greatest(h - l, abs(h - p), abs(l - p)) AS tr" : ""} FROM (
        SELECT *, lagInFrame(c, 1, c) OVER w AS p FROM (${input}) WINDOW w AS (${PAST})))
    WINDOW w AS (${PAST}))
  WINDOW w AS (${PAST}))`;
}
