import { draw, floatPercentSql, sharesSql } from "./scratch.ts";
import type { TableOf } from "./scratch.ts";
import { SHARE_FIGURES, STATEMENT_FIGURES } from "./statement-figures.ts";

/*
 * Everything about a demo security that is no bar. Quarters end 63 sessions apart; a report comes on the session before
 * the jump it causes, after the close, or on its morning. Bound: from, to, first, last, seed.
 */

const RANGE = "BETWEEN {from:UInt32} AND {to:UInt32}";

export const securities = (of: TableOf): string => `
INSERT INTO ${of("security")}
SELECT s.id, s.symbol, s.name, s.exchange, s.security_class, s.status, s.country, 'USD', s.sector, s.industry,
  s.first_session > {first:UInt16} ? f.date : NULL AS ipo_date, s.status = 'DELISTED' ? l.date : NULL AS delisted_date
FROM ${of("demo_security")} AS s
INNER JOIN ${of("session")} AS f ON f.session = s.first_session
INNER JOIN ${of("session")} AS l ON l.session = s.last_session`;

export const symbolChanges = (of: TableOf): string => `
INSERT INTO ${of("symbol_change")}
SELECT s.id, t.date, s.symbol, s.old_symbol FROM ${of("demo_security")} AS s INNER JOIN ${of("session")} AS t ON t.session = s.renamed
WHERE s.old_symbol != ''`;

export const splits = (of: TableOf): string => `
INSERT INTO ${of("split")}
SELECT s.id, t.date, s.split_ratio FROM ${of("demo_security")} AS s INNER JOIN ${of("session")} AS t ON t.session = s.split_session
WHERE s.split_session > s.first_session AND s.split_session <= s.last_session`;

/**
 * Every second company with an industry pays a quarter of 1 to 4 % a year each quarter, 20 sessions after its report, and now
 * and then something special. The yield is of its first close, so that amounts stay the same from quarter to quarter.
 */
export const dividends = (of: TableOf): string => `
INSERT INTO ${of("demo_dividend")}
SELECT security_id, session, date, floor(first_close * (100 + a % 300) / 40000 * 100 + 0.5) / 100 * if(b % 29 = 0, 5, 1) AS amount
FROM (
  SELECT d.security_id AS security_id, d.session AS session, t.date AS date, s.quarter AS quarter, ${draw("d.security_id", "'dividend'")} AS a,
    ${draw("d.security_id", "d.session", "'dividend'")} AS b,
    -- As a share of the day stood then.
    first_value(toFloat64(d.close) * d.split_factor) OVER (PARTITION BY d.security_id ORDER BY d.session) / d.split_factor AS first_close
  FROM ${of("daily")} AS d
  INNER JOIN ${of("demo_security")} AS s ON s.id = d.security_id
  INNER JOIN ${of("session")} AS t ON t.session = d.session
  WHERE s.sector IS NOT NULL AND s.split_ratio > 1
)
WHERE bitShiftRight(a, 32) % 2 = 0 AND (session + quarter + 43) % 63 = 0 AND amount > 0`;

/** Reports as the path has them: the session they move, before the open or after the close of the one before. */
const reportsSql = (of: TableOf): string => `
  SELECT p.id AS id, p.session AS session, t.date AS date, before.date AS day_before, ${draw("p.id", "p.session", "'report'")} AS a,
    a % 100 < 45 AS morning, toStartOfQuarter(t.date) - 1 AS fiscal_end,
    morning ? toDateTime(t.date, 'UTC') + 60 * (390 + bitShiftRight(a, 8) % 120) : toDateTime(before.date, 'UTC') + 60 * (960 + bitShiftRight(a, 8) % 60) AS known_at
  FROM ${of("demo_path")} AS p
  INNER JOIN ${of("session")} AS t ON t.session = p.session
  INNER JOIN ${of("session")} AS before ON before.session = p.session - 1
  WHERE p.report AND p.id ${RANGE}`;

/** Costs are a matter of the company, a little of the quarter: most earn something, some lose. */
const COSTS = "(toInt64(bitShiftRight(s.id * 2654435761, 16) % 240) - 80 + toInt64(bitShiftRight(a, 32) % 40) - 20)";

export const statements = (of: TableOf): string => `
INSERT INTO ${of("statement")}
SELECT id, item.1, fiscal_end, known_at, multiIf(
  ${SHARE_FIGURES.map(([item, sql]) => `item.1 = '${item}', ${sql}`).join(",\n  ")},
  revenue / 1000 * (item.2 + item.3 * costs)) AS value
FROM (
  SELECT r.id AS id, r.fiscal_end AS fiscal_end, r.known_at AS known_at, s.volume * 60. AS shares, ${COSTS} AS costs,
    floor(shares * s.price / 1e5 * (6 + bitShiftRight(s.id * 2654435761, 8) % 30) / 100 * (0.85 + bitShiftRight(a, 16) % 1000 / 3300)
      * (1 + (r.session - {first:UInt16}) / 3500)) * 1000 AS revenue
  FROM (${reportsSql(of)}) AS r INNER JOIN ${of("demo_security")} AS s ON s.id = r.id
) AS r
ARRAY JOIN [${[...STATEMENT_FIGURES, ...SHARE_FIGURES.map(([item]) => [item, 0, 0] as const)]
  .map(([item, thousandths, withCosts]) => `('${item}', ${thousandths}, ${withCosts})`)
  .join(", ")}] AS item`;

export const reportEvents = (of: TableOf): string => `
INSERT INTO ${of("event")}
SELECT id, 'earnings', morning ? session : session - 1, a % 10 = 0 ? NULL : toUInt16(morning ? 390 + bitShiftRight(a, 8) % 120 : 960 + bitShiftRight(a, 8) % 60)
FROM (${reportsSql(of)})`;

/**
 * Every report, and the next one after the end of the market, is announced 10 to 40 days ahead; one in eight for a week too late at
 * first, which is set right six days before it.
 */
export const announcements = (of: TableOf): string => `
INSERT INTO ${of("fact")}
SELECT id, 'next_earnings', toDateTime(day - announced.1, 'UTC') + 60 * (420 + bitShiftRight(a, 32) % 120) AS known_at, toFloat64(toInt32(day + announced.2)), NULL
FROM (
  SELECT s.id AS id, ${draw("s.id", "t.session", "'report'")} AS a, a % 100 < 45 ? t.date : before.date AS day
  FROM (SELECT * FROM ${of("demo_security")} WHERE id ${RANGE} AND sector IS NOT NULL) AS s
  CROSS JOIN (SELECT * FROM ${of("session")} WHERE session BETWEEN {first:UInt16} AND {last:UInt16} + 63) AS t
  INNER JOIN ${of("session")} AS before ON before.session = t.session - 1
  WHERE (t.session + s.quarter) % 63 = 0 AND t.session >= s.first_session AND (t.session <= s.last_session OR s.status = 'ACTIVE')
)
ARRAY JOIN bitShiftRight(a, 24) % 8 = 0 ? [(10 + bitShiftRight(a, 16) % 31, 7), (6, 0)] : [(10 + bitShiftRight(a, 16) % 31, 0)] AS announced
WHERE known_at <= (SELECT toDateTime(date, 'UTC') + 57600 FROM ${of("session")} WHERE session = {last:UInt16})`;

/** Filings: a current report with every report, and now and then an offering, registered in the evening and priced two sessions later. */
export const filings = (of: TableOf): string => `
INSERT INTO ${of("event")}
SELECT id, 'filing_8k', morning ? session : session - 1, toUInt16(morning ? 390 + bitShiftRight(a, 8) % 120 : 960 + bitShiftRight(a, 8) % 60) FROM (${reportsSql(of)})
UNION ALL
SELECT id, offering.1, session + offering.2, toUInt16(offering.3)
FROM (SELECT p.id AS id, p.session AS session, ${draw("p.id", "p.session", "'offering'")} AS a FROM ${of("demo_path")} AS p
  INNER JOIN ${of("demo_security")} AS s ON s.id = p.id WHERE p.id ${RANGE} AND p.session + 2 <= s.last_session AND s.sector IS NOT NULL)
ARRAY JOIN [('filing_s1', 0, 970 + bitShiftRight(a, 16) % 60), ('filing_424b', 2, 420 + bitShiftRight(a, 24) % 120)] AS offering
WHERE a % 400 = 0`;

/** Halts for news: in the evening before days without a bar; trading resumes at the open of the next day with one. */
export const halts = (of: TableOf): string => `
INSERT INTO ${of("event")}
SELECT id, event.1, event.2, event.3
FROM (SELECT id, session, leadInFrame(session) OVER (PARTITION BY id ORDER BY session ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS next,
    toUInt16(970 + ${draw("id", "session", "'halt'")} % 90) AS minute
  FROM ${of("demo_path")} WHERE id ${RANGE})
ARRAY JOIN [('halt', session, minute), ('halt_news', session, minute), ('resumption', next, toUInt16(570))] AS event
WHERE next > session + 1`;

/** News: on the morning of every jump, and on one other day in thirty at any hour. */
export const news = (of: TableOf): string => `
INSERT INTO ${of("event")}
SELECT id, 'news', session, toUInt16(jumped ? 360 + bitShiftRight(a, 16) % 200 : 300 + bitShiftRight(a, 16) % 960)
FROM (SELECT id, session, jumped, ${draw("id", "session", "'news'")} AS a FROM ${of("demo_path")} WHERE id ${RANGE})
WHERE jumped OR a % 30 = 0`;

export const listings = (of: TableOf): string => `
INSERT INTO ${of("event")}
SELECT id, 'ipo', first_session, NULL FROM ${of("demo_security")} WHERE first_session > {first:UInt16} AND id ${RANGE}`;

/**
 * Shares, float and ownership, known on the evening of the first session of a quarter and every 63 sessions after, as of
 * that day's split basis; market cap every 21 sessions.
 */
export const holdings = (of: TableOf): string => `
INSERT INTO ${of("fact")}
SELECT id, field.1, known_at, field.2, NULL
FROM (
  SELECT p.id AS id, toDateTime(t.date, 'UTC') + 57600 AS known_at, p.session AS session, ${draw("p.id", "'held'")} AS a,
    ${sharesSql("s", "p.session", "p.ratio")} AS shares,
    ${floatPercentSql("p.id", "p.session")} AS float_part, (bitShiftRight(a, 8) % 800 + bitShiftRight(a, 16) % 100) / 10 AS institutions, (bitShiftRight(a, 24) % 250) / 10 AS insiders
  FROM ${of("demo_path")} AS p
  INNER JOIN ${of("demo_security")} AS s ON s.id = p.id
  INNER JOIN ${of("session")} AS t ON t.session = p.session
  WHERE p.id ${RANGE} AND (p.session - {first:UInt16}) % 63 = 0 AND s.sector IS NOT NULL
)
ARRAY JOIN [('outstanding_shares', shares), ('float', floor(shares * float_part / 100)), ('io_shares', floor(shares * institutions / 100)),
  ('io_percent', toFloat64(institutions)), ('ins_shares', floor(shares * insiders / 100)), ('ins_percent', toFloat64(insiders)),
  ('owner_13f_shares', floor(shares * institutions * 0.009)), ('owner_13f_percent', floor(institutions * 9) / 10),
  ('short_interest', floor(shares * float_part / 100 * (bitShiftRight(a, 40) % 200) / 1000))] AS field`;

export const marketCaps = (of: TableOf): string => `
INSERT INTO ${of("fact")}
SELECT p.id, 'market_cap', toDateTime(t.date, 'UTC') + 57600,
  ${sharesSql("s", "p.session", "p.ratio")} * toFloat64(d.close), NULL
FROM ${of("demo_path")} AS p
INNER JOIN ${of("demo_security")} AS s ON s.id = p.id
INNER JOIN ${of("session")} AS t ON t.session = p.session
INNER JOIN ${of("daily")} AS d ON d.security_id = p.id AND d.session = p.session
WHERE p.id ${RANGE} AND d.security_id ${RANGE} AND (p.session - {first:UInt16}) % 21 = 0 AND s.sector IS NOT NULL`;

export const sectors = (of: TableOf): string => `
INSERT INTO ${of("fact")}
SELECT s.id, field.1, toDateTime(t.date, 'UTC'), NULL, field.2
FROM ${of("demo_security")} AS s INNER JOIN ${of("session")} AS t ON t.session = s.first_session
ARRAY JOIN [('sector', s.sector), ('industry', s.industry)] AS field
WHERE s.sector IS NOT NULL AND s.id ${RANGE}`;
