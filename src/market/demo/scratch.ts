import { CLASSES, COUNTRIES, EXCHANGES, FIRST_WORDS, HOME, INDUSTRIES, SECOND_WORDS } from "./names.ts";

/*
 * Statements that make the market's hidden state. Bound everywhere: seed, n (securities), first and last (sessions).
 *
 * Random numbers are hashes, so they do not depend on the order: sipHash64 of seed, security, session and a lane. A normal is the sum of four 16 bit
 * parts of it (standard deviation 37,837). Logarithms of prices are whole millionths, summed as integers, so that no sum
 * depends on its order; exp and rounding come last.
 */

/** Where a table of the market that is made lies, or one of these. */
export type TableOf = (name: string) => string;

const quoted = (words: readonly string[]): string => `[${words.map((word) => `'${word}'`).join(", ")}]`;

export const draw = (...lanes: readonly string[]): string => `sipHash64({seed:UInt64}, ${lanes.join(", ")})`;

/** A normal of standard deviation `sd` (an integer expression) out of a drawn 64 bit number. */
const normal = (drawn: string, sd: string): string =>
  `intDiv((toInt64(bitAnd(${drawn}, 65535)) + toInt64(bitAnd(bitShiftRight(${drawn}, 16), 65535))
    + toInt64(bitAnd(bitShiftRight(${drawn}, 32), 65535)) + toInt64(bitShiftRight(${drawn}, 48)) - 131070) * (${sd}), 37837)`;

const letter = (expression: string): string => `char(65 + (${expression}) % 26)`;

/**
 * The one edge of the market: a stock that opens 8 % or more above its last close with a float below 5 million falls 3 %
 * more until the close than it would. Millionths of logarithms, and shares. Nothing else about a day says how it goes on.
 */
const DEMO_EDGE = { gap: 76_961, float: 5_000_000, fade: 30_000 } as const;

/** What the facts say of shares and of their part that floats, on sessions that are a multiple of 63 after the first. */
export const sharesSql = (security: string, session: string, ratio: string): string =>
  `floor(${security}.volume * 60. / ${ratio} * (1 + (${session} - {first:UInt16}) / 12000))`;
export const floatPercentSql = (id: string, session: string): string => `55 + ${draw(id, session, "'held'")} % 40`;

const factSession = "toUInt16(session - 1 - (session - 1 - {first:UInt16}) % 63)";
const floatBefore = `if(session > {first:UInt16}, floor(${sharesSql("s", factSession, "if(session < s.split_session, s.split_ratio, 1.)")} * (${floatPercentSql("s.id", factSession)}) / 100), inf)`;

/** One row per security: who it is and how it behaves. `sd` is a day's deviation, `price` the start price in cents. */
export const securities = (of: TableOf): string => `
INSERT INTO ${of("demo_security")}
WITH toUInt32(number + 1) AS id, ${draw("id", "'who'")} AS a, ${draw("id", "'how'")} AS b, ${draw("id", "'life'")} AS c,
  (id * 7919 + {seed:UInt64}) % 17576 AS word,
  concat(${letter("intDiv(word, 676)")}, ${letter("intDiv(word, 26)")}, ${letter("word")}) AS letters,
  multiIf(a % 100 < 76, 1, a % 100 < 85, 2, a % 100 < 93, 3, a % 100 < 96, 4, a % 100 < 98, 5, 6) AS kind,
  ${quoted(FIRST_WORDS)}[1 + bitShiftRight(a, 8) % ${FIRST_WORDS.length}] AS word1,
  ${quoted(SECOND_WORDS)}[1 + bitShiftRight(a, 16) % ${SECOND_WORDS.length}] AS word2,
  1 + bitShiftRight(a, 24) % ${INDUSTRIES.length} AS trade,
  {last:UInt16} - {first:UInt16} + 1 AS days,
  {first:UInt16} + bitShiftRight(c, 20) % days AS some_day,
  c % 1000 AS fate
SELECT id, letters AS symbol,
  fate BETWEEN 100 AND 119 AND days > 60 ? concat(letters, 'X') : '' AS old_symbol,
  old_symbol = '' ? 0 : {first:UInt16} + 20 + bitShiftRight(c, 20) % (days - 40) AS renamed,
  concat(word1, word2, ' ', [ 'Corp', 'ADR', 'Index Fund', 'Corp Preferred', 'Acquisition Unit', 'Corp Warrant' ][kind]) AS name,
  ${quoted(EXCHANGES)}[multiIf(kind = 3, 4, bitShiftRight(a, 32) % 100 < 48, 1, bitShiftRight(a, 32) % 100 < 88, 2, bitShiftRight(a, 32) % 100 < 92, 4, 3)] AS exchange,
  ${quoted(CLASSES)}[kind] AS security_class,
  kind = 2 OR (kind = 1 AND bitShiftRight(a, 40) % 20 = 0) ? ${quoted(COUNTRIES)}[1 + bitShiftRight(a, 48) % ${COUNTRIES.length}] : '${HOME}' AS country,
  kind = 3 ? NULL : ${quoted(INDUSTRIES.map(({ sector }) => sector))}[trade] AS sector,
  kind = 3 ? NULL : ${quoted(INDUSTRIES.map(({ value }) => value))}[trade] AS industry,
  kind = 3 ? 7000 + b % 6000 : 11000 + b % 9000 + (b % 7 = 0 ? 12000 : 0) AS sd,
  toInt64(multiIf(bitShiftRight(b, 16) % 10 < 2, 200 + bitShiftRight(b, 24) % 800, bitShiftRight(b, 16) % 10 < 8, 1000 + bitShiftRight(b, 24) % 9000, 10000 + bitShiftRight(b, 24) % 30000)) AS price,
  -- Shares a day: from 10,000 to some ten million, most of them in between.
  toInt64(exp2(13.3 + (bitShiftRight(b, 40) % 1000) / 1000 * 5 + (bitShiftRight(b, 50) % 1000) / 1000 * 5)) AS volume,
  -- Of 1,024 regular minutes so many have a trade.
  least(1024, greatest(30, toInt64(volume / 900))) AS liquid,
  multiIf(fate < 30, some_day, {last:UInt16}) AS last_session,
  multiIf(fate BETWEEN 30 AND 79 AND days > 10, {first:UInt16} + 5 + bitShiftRight(c, 20) % (days - 5), {first:UInt16}) AS first_session,
  multiIf(fate < 27, 'DELISTED', fate < 30, 'SUSPENDED', 'ACTIVE') AS status,
  -- One in twelve has a split: forward where the price is high, reverse where it is low.
  fate BETWEEN 200 AND 285 ? some_day : 0 AS split_session,
  price >= 1500 ? [2., 3., 4., 10.][1 + bitShiftRight(c, 40) % 4] : [0.1, 0.05][1 + bitShiftRight(c, 40) % 2] AS split_ratio,
  fate BETWEEN 300 AND 339 ? some_day : 0 AS halt_session,
  bitShiftRight(c, 44) % 63 AS quarter
FROM numbers({n:UInt32})`;

export const SECURITY_COLUMNS = `id UInt32, symbol String, old_symbol String, renamed UInt16, name String, exchange String, security_class String,
  country String, sector Nullable(String), industry Nullable(String), sd Int64, price Int64, volume Int64, liquid Int64, last_session UInt16,
  first_session UInt16, status String, split_session UInt16, split_ratio Float64, halt_session UInt16, quarter UInt16`;

/**
 * One row per security and session on which it trades: logarithms of the previous close, open and close, on the basis of
 * the last session, and the day's volume. Bound beside the rest: from and to (security ids).
 */
export const path = (of: TableOf): string => `
INSERT INTO ${of("demo_path")}
SELECT id, session, before, opening, closing, volume, report, jump != 0 AS jumped,
  session < split_session ? split_ratio : 1. AS ratio
FROM (
  SELECT s.id AS id, toUInt16(t.session) AS session, s.split_session AS split_session, s.split_ratio AS split_ratio,
    s.first_session AS first_session, s.last_session AS last_session, s.halt_session AS halt_session,
    ${draw("id", "session", "1")} AS a, ${draw("id", "session", "2")} AS b, ${draw("id", "session", "3")} AS c,
    ${draw("session", "4")} AS market,
    (session + s.quarter) % 63 = 0 AND s.sector IS NOT NULL AS report,
    -- A jump over night: one session in a hundred, and most reports.
    c % 1000 < 10 OR (report AND c % 1000 < 600)
      ? (25000 + toInt64(bitShiftRight(c, 12) % (s.sd * 6))) * (bitShiftRight(c, 40) % 100 < 55 ? 1 : -1) : toInt64(0) AS jump,
    ${normal("a", "intDiv(s.sd * 9, 20)")} + ${normal("market", "3500")} + jump AS night,
    ${normal("b", "intDiv(s.sd * 17, 20)")} + intDiv(${normal("market", "6000")}, 2) + 250 - intDiv(s.sd * s.sd, 2200000)
      - if(night > ${DEMO_EDGE.gap} AND s.sector IS NOT NULL AND ${floatBefore} < ${DEMO_EDGE.float}, ${DEMO_EDGE.fade}, 0) AS day,
    sum(night + day) OVER w AS closing,
    closing - day AS opening,
    opening - night AS before,
    greatest(100, toInt64(s.volume * exp2(${normal("bitXor(a, b)", "500")} / 1000) * (jump = 0 ? 1 : 2 + abs(jump) / 25000))) AS volume,
    -- A day now and then, and for some securities two weeks, without a bar.
    c % 4001 = 0 OR (session >= halt_session AND session < halt_session + 10 AND halt_session > 0) AS halted
  FROM (SELECT * FROM ${of("demo_security")} WHERE id BETWEEN {from:UInt32} AND {to:UInt32}) AS s
  CROSS JOIN (SELECT session FROM ${of("session")} WHERE session BETWEEN {first:UInt16} AND {last:UInt16}) AS t
  WINDOW w AS (PARTITION BY id ORDER BY session ROWS UNBOUNDED PRECEDING)
)
WHERE session BETWEEN first_session AND last_session AND NOT halted`;

export const PATH_COLUMNS =
  "id UInt32, session UInt16, before Int64, opening Int64, closing Int64, volume Int64, report Bool, jumped Bool, ratio Float64";
