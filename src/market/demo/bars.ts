import { draw } from "./scratch.ts";
import type { TableOf } from "./scratch.ts";
import { PRICE_SCALE } from "../tables.ts";

/** Whole cents from a dollar on, hundredths of a cent below, a floor under all: the tick of the exchanges. */
export const tick = (price: string): string =>
  `(${price} >= 1 ? floor((${price}) * 100 + 0.5) / 100 : greatest(0.05, floor((${price}) * 10000 + 0.5) / 10000))`;

/** Decimals are cut, not rounded, from floating point: a tenth of the last place keeps 41.23 from becoming 41.2299. */
const decimal = (price: string): string => `toDecimal64(${price} + 1e-${PRICE_SCALE + 1}, ${PRICE_SCALE})`;

/* Four 10 bit parts of a minute's draw, standard deviation 591. */
const STEP = `(toInt64(bitAnd(h, 1023)) + toInt64(bitAnd(bitShiftRight(h, 10), 1023)) + toInt64(bitAnd(bitShiftRight(h, 20), 1023))
  + toInt64(bitAnd(bitShiftRight(h, 30), 1023)) - 2046)`;

/**
 * Prices at the ends of the minutes of `name`_steps: a Brownian bridge of the given deviation a minute between two
 * logarithms. A lambda must not capture an array (the engine copies it for every element), so totals are columns.
 */
const bridge = (name: string, from: string, to: string, sd: string): string => `
  arrayMap((w, k) -> ${from} + intDiv((${to} - ${from}) * k, ${name}_count) + intDiv((w - intDiv(${name}_sum * k, ${name}_count)) * (${sd}), 591000),
    arrayPushFront(arrayCumSum(${name}_steps), toInt64(0)), arrayMap(k -> toInt64(k), range(${name}_count + 1))) AS ${name}`;

const steps = (name: string, from: string, count: string): string =>
  `arrayMap(h -> ${STEP}, arraySlice(draws, ${from}, ${count})) AS ${name}_steps, arraySum(${name}_steps) AS ${name}_sum, toInt64(${count}) AS ${name}_count`;

/**
 * Minute bars of the securities from .. to on the sessions after .. upto. A minute trades or not by its own draw; the
 * premarket is busy where the stock jumped over night; a large jump is followed by a trading pause.
 */
export const minutes = (of: TableOf): string => `
INSERT INTO ${of("minute")}
SELECT session, security_id, minute, ${["o", "h", "l", "c"].map(decimal).join(", ")}, shares, trades, ${decimal("w")}, symbol
FROM (
SELECT session, id AS security_id, minute, o,
  greatest(o, c, ${tick("(base * exp((greatest(po, pc) + intDiv(wick * toInt64(bitAnd(bitShiftRight(drawn, 50), 127)), 64)) / 1e6))")}) AS h,
  least(o, c, ${tick("(base * exp((least(po, pc) - intDiv(wick * toInt64(bitShiftRight(drawn, 57)), 64)) / 1e6))")}) AS l, c,
  toUInt64(greatest(1, day_volume / ratio * share * (0.25 + bitAnd(drawn, 1023) / 682))) AS shares,
  toUInt32(1 + intDiv(shares, 40 + bitShiftRight(drawn, 20) % 160)) AS trades,
  floor((h + l + c) / 3 * 10000 + 0.5) / 10000 AS w, symbol
FROM (
  SELECT session, id, symbol, ratio, day_volume, base, wick, minute, drawn, po, pc,
    ${tick("(base * exp(po / 1e6))")} AS o, ${tick("(base * exp(pc / 1e6))")} AS c,
    1024 / liquid * (minute >= 570 AND minute < close_minute
      ? (0.6 + 4.8 * pow((minute - 570) / regular_count - 0.5, 2)) / regular_count : 0.0004) AS share
  FROM (
    SELECT session, id, symbol, ratio, jumped, before, opening, day_volume, base, liquid, close_minute, regular_count, wick, draws,
      ${bridge("pre", "before", "opening", "sd * 14")},
      ${bridge("regular", "opening", "closing", "sd * 43")},
      ${bridge("post", "closing", "closing", "sd * 10")},
      arrayConcat(arrayPopBack(pre), arrayPopBack(regular), arrayPopBack(post)) AS starts,
      arrayConcat(arrayPopFront(pre), arrayPopFront(regular), arrayPopFront(post)) AS ends
    FROM (
      SELECT *, ${steps("pre", "1", "330")}, ${steps("regular", "331", "close_minute - 570")}, ${steps("post", "close_minute - 239", "1200 - close_minute")}
      FROM (
        SELECT p.session AS session, p.id AS id, p.session < s.renamed ? s.old_symbol : s.symbol AS symbol, p.ratio AS ratio, p.jumped AS jumped,
          p.before AS before, p.opening AS opening, p.closing AS closing, p.volume AS day_volume, s.price / 100 * p.ratio AS base,
          s.liquid AS liquid, s.sd AS sd, toInt64(t.close) AS close_minute, intDiv(s.sd, 30) AS wick,
          arrayMap(m -> ${draw("id", "session", "m")}, range(240, 1200)) AS draws
        FROM (SELECT * FROM ${of("demo_path")} WHERE session BETWEEN {after:UInt16} AND {upto:UInt16} AND id BETWEEN {from:UInt32} AND {to:UInt32}) AS p
        INNER JOIN ${of("demo_security")} AS s ON s.id = p.id
        INNER JOIN ${of("session")} AS t ON t.session = p.session
      )
    )
  )
  ARRAY JOIN range(240, 1200) AS minute, draws AS drawn, starts AS po, ends AS pc
  WHERE (bitAnd(bitShiftRight(drawn, 40), 1023) < multiIf(
      minute < 570, jumped ? greatest(150, intDiv(liquid * 2, 3)) : intDiv(liquid, 8),
      minute < close_minute, jumped ? greatest(400, liquid) : liquid,
      intDiv(liquid, jumped ? 3 : 9)) OR minute = close_minute - 1 OR minute = 570)
    AND NOT (jumped AND abs(opening - before) > 80000 AND minute BETWEEN 578 AND 582)
))`;

/**
 * Daily bars: open and close of the path (the auctions); high, low, volume and trades of the minutes where there are
 * any, else drawn.
 */
export const daily = (of: TableOf): string => `
INSERT INTO ${of("daily")}
SELECT id AS security_id, session, ${["o", "h", "l", "c"].map(decimal).join(", ")}, v AS volume, trades AS num_trades,
  ${decimal("floor((h + l + c) / 3 * 10000 + 0.5) / 10000")} AS vwap, 1 / ratio AS split_factor, 0 AS source, symbol
FROM (
  SELECT p.id AS id, p.session AS session, p.ratio AS ratio, p.session < s.renamed ? s.old_symbol : s.symbol AS symbol,
    s.price / 100 * p.ratio AS base, ${draw("p.id", "p.session", "5")} AS a,
    ${tick("base * exp(p.opening / 1e6)")} AS o, ${tick("base * exp(p.closing / 1e6)")} AS c,
    greatest(o, c, if(m.bars > 0, toFloat64(m.high), ${tick("base * exp((greatest(p.opening, p.closing) + toInt64(a % toUInt64(s.sd))) / 1e6)")})) AS h,
    least(o, c, if(m.bars > 0, toFloat64(m.low), ${tick("base * exp((least(p.opening, p.closing) - toInt64(bitShiftRight(a, 20) % toUInt64(s.sd))) / 1e6)")})) AS l,
    if(m.bars > 0, m.all_volume, toUInt64(p.volume / p.ratio)) AS v,
    if(m.bars > 0, m.all_trades, toUInt32(1 + v / (40 + bitShiftRight(a, 40) % 160))) AS trades
  FROM (SELECT * FROM ${of("demo_path")} WHERE id BETWEEN {from:UInt32} AND {to:UInt32}) AS p
  INNER JOIN ${of("demo_security")} AS s ON s.id = p.id
  LEFT JOIN (
    SELECT d.session AS session, d.security_id AS security_id, d.high AS high, d.low AS low, d.bars AS bars, a.volume AS all_volume, a.trades AS all_trades
    FROM ${of("minute_day")} AS d
    INNER JOIN (
      SELECT session, security_id, sum(volume) AS volume, toUInt32(sum(num_trades)) AS trades
      FROM ${of("bucket")} WHERE security_id BETWEEN {from:UInt32} AND {to:UInt32} GROUP BY session, security_id
    ) AS a ON a.session = d.session AND a.security_id = d.security_id
    WHERE d.security_id BETWEEN {from:UInt32} AND {to:UInt32}
  ) AS m ON m.session = p.session AND m.security_id = p.id
)`;
