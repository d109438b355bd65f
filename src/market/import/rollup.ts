import { PRICE_SCALE } from "../tables.ts";

/*
 * What is derived from minutes, as INSERT … SELECT statements over some sessions (bound: sessions). `minute` is the table to read, `into` the one to fill.
 */

const RANGE = "session IN {sessions:Array(UInt16)}";

/** 30-minute buckets; bars in time order decide open and close. */
export const buckets = (minute: string, into: string): string => `
INSERT INTO ${into}
SELECT session, security_id, intDiv(minute, 30) * 30 AS bucket,
  argMin(open, minute) AS open, max(high) AS high, min(low) AS low, argMax(close, minute) AS close, sum(volume) AS volume, count() AS bars,
  toDecimal64(sum(m.close), ${PRICE_SCALE}) AS close_sum, sum(ifNull(num_trades, 0)) AS num_trades, count(m.num_trades) AS trades_bars,
  toDecimal64(sum(ifNull(vwap, toDecimal64(0, ${PRICE_SCALE}))), ${PRICE_SCALE}) AS vwap_sum, count(m.vwap) AS vwap_bars
FROM ${minute} AS m
WHERE ${RANGE}
GROUP BY session, security_id, bucket`;

/**
 * The regular session's bar of each security and day; num_trades and vwap only where every bar has them. Sums are of
 * decimals and whole numbers: exact, so the order of the stored minutes does not show.
 */
export const minuteDays = (minute: string, session: string, into: string): string => `
INSERT INTO ${into}
SELECT session, security_id,
  argMinOrNullIf(open, minute, regular) AS open, maxOrNullIf(high, regular) AS high, minOrNullIf(low, regular) AS low,
  argMaxOrNullIf(close, minute, regular) AS close, sumIf(m.volume, regular) AS volume,
  countIf(regular) > 0 AND countIf(regular AND isNull(m.num_trades)) = 0 ? toUInt32(sumIf(ifNull(m.num_trades, 0), regular)) : NULL AS num_trades,
  countIf(regular) > 0 AND countIf(regular AND isNull(m.vwap)) = 0 AND sumIf(m.volume, regular) > 0
    ? toDecimal64(floor(toFloat64(sumIf(toDecimal128(m.vwap, ${PRICE_SCALE}) * m.volume, regular)) / sumIf(m.volume, regular) * 1e${PRICE_SCALE} + 0.5) / 1e${PRICE_SCALE} + 1e-${PRICE_SCALE + 1}, ${PRICE_SCALE}) : NULL AS vwap,
  countIf(regular) AS bars, countIf(NOT regular) AS offhours_bars
FROM (
  SELECT m.*, m.minute >= s.open AND m.minute < s.close AS regular
  FROM ${minute} AS m INNER JOIN ${session} AS s ON s.session = m.session
  WHERE m.${RANGE}
) AS m
GROUP BY session, security_id`;

export const minuteSessions = (minuteDay: string, into: string): string => `
INSERT INTO ${into}
SELECT session, toUInt32(count()) AS securities, sum(bars + offhours_bars) AS bars FROM ${minuteDay} GROUP BY session`;
