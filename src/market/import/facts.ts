import type { Market } from "../market.ts";
import { SECURITY_TEXTS } from "../tables.ts";
import { renamingsOf } from "./identities.ts";
import type { NextSnapshot } from "./next-snapshot.ts";
import { FOREVER } from "./security-id.ts";

/** A table's rows with the security their symbol stands for on their session; `valid` where it is that day's symbol. */
export const withSecurity = (next: NextSnapshot, table: string): string => `(
  SELECT g.*, e.security_id AS security_id, g.session >= e.valid_from AS valid
  FROM ${table} AS g ASOF INNER JOIN ${next.table("era")} AS e ON toString(g.symbol) = toString(e.symbol) AND g.session >= e.from_session)`;

/** Of rows that two symbols of one security gave for the same key, the one under the symbol valid then stands. */
export const onePerKey = (key: string): string => `ORDER BY ${key}, valid DESC, symbol LIMIT 1 BY ${key}`;

/** What a listing says of its symbol. */
const LISTED = ["listed", ...SECURITY_TEXTS, "ipo_date", "delisted_date"];

const LISTING = ["symbol", ...LISTED].map((name) => `g.${name} AS ${name}`).join(", ");

/** Of its last listing; without a status it is said by whether it was delisted. */
const presentText = (name: (typeof SECURITY_TEXTS)[number]): string =>
  name === "status" ? "ifNull(l.status, if(isNull(l.delisted_date), 'ACTIVE', 'DELISTED'))" : `l.${name}`;

const SORT = { max_bytes_before_external_sort: 500_000_000, max_bytes_before_external_group_by: 500_000_000 } as const;

/** Fills what is no bar from what was given, where asked. Needs the eras; `last` is the snapshot's session. */
export async function deriveFacts(
  market: Market,
  next: NextSnapshot,
  last: number,
  renew: { readonly symbols: boolean; readonly facts: boolean; readonly statements: boolean },
): Promise<void> {
  const run = (sql: string): Promise<void> => market.command({ sql, params: { last }, lane: "scan", settings: SORT });
  if (renew.symbols && (await next.renew("symbol_change", ["given_symbol", "identity_step"])))
    await run(`
INSERT INTO ${next.table("symbol_change")}
SELECT e.security_id, c.date, c.symbol, c.old_symbol
FROM ${renamingsOf(next)} AS c ASOF INNER JOIN ${next.table("era")} AS e ON toString(e.symbol) = c.symbol AND c.session >= e.from_session`);
  // A split's symbol counts on its own day, as a fact's does: on one without a session that is the symbol of the session before.
  const ownDays = `(
    SELECT g.symbol AS symbol, g.date AS date, g.ratio AS ratio,
      toUInt16(if(d.open OR g.session = 0, g.session, g.session - 1)) AS session
    FROM ${next.table("given_split")} AS g INNER JOIN ${next.database}.incoming_day AS d ON d.date = g.date)`;
  if (await next.renew("split", ["given_split"]))
    await run(`
INSERT INTO ${next.table("split")}
SELECT security_id, date, ratio FROM ${withSecurity(next, ownDays)} ${onePerKey("security_id, date")}`);
  if (await next.renew("split_step", ["split"]))
    await run(`
INSERT INTO ${next.table("split_step")}
SELECT security_id, step.1, step.2
FROM (
  SELECT security_id, arraySort(groupArray((session, ratio))) AS splits,
    arrayMap(s -> s.2, splits) AS ratios
  FROM (
    SELECT s.security_id AS security_id, d.session AS session, arrayProduct(arraySort(groupArray(s.ratio))) AS ratio
    FROM ${next.table("split")} AS s INNER JOIN ${next.database}.incoming_day AS d ON d.date = s.date
    WHERE d.session <= {last:UInt16} AND d.session > 0 AND s.ratio != 1
    GROUP BY security_id, session
  )
  GROUP BY security_id
)
ARRAY JOIN arrayPushFront(arrayMap((s, i) -> (s.1, if(i = length(ratios), 1., 1 / arrayProduct(arraySlice(ratios, i + 1)))), splits, arrayEnumerate(splits)), (toUInt16(0), 1 / arrayProduct(ratios))) AS step`);
  if (renew.facts && (await next.renew("fact", ["given_fact"])))
    await run(`
INSERT INTO ${next.table("fact")}
SELECT security_id, field, known_at, value, text FROM ${withSecurity(next, next.table("given_fact"))} ${onePerKey("security_id, field, known_at")}`);
  if (renew.statements && (await next.renew("statement", ["given_statement"])))
    await run(`
INSERT INTO ${next.table("statement")}
SELECT security_id, item, fiscal_end, known_at, value FROM ${withSecurity(next, next.table("given_statement"))} ${onePerKey("security_id, item, fiscal_end, known_at")}`);
}

/**
 * Fills the new `security`, `event` and `event_coverage`. Needs the bars: a security is whoever has a bar or a
 * listing. A listing that ended belongs to the era it ended; one that goes on to the last era of its symbol, or, where
 * that symbol was given up since, to the era of its IPO.
 */
export async function deriveSecurities(market: Market, next: NextSnapshot): Promise<void> {
  const run = (sql: string): Promise<void> => market.command({ sql, lane: "scan", settings: SORT });
  const day = `${next.database}.incoming_day`;
  await next.fresh("security");
  await run(`
INSERT INTO ${next.table("security")}
SELECT e.security_id, e.last_symbol, ${SECURITY_TEXTS.map(presentText).join(", ")}, l.ipo_date, l.delisted_date
FROM (SELECT * FROM (
  SELECT ${LISTING}, e.security_id AS security_id, 1 AS has_listing, e.last_symbol = g.symbol AS own
  FROM (
    SELECT ${LISTING}, multiIf(
        isNotNull(g.delisted_date), toUInt16(greatest(ifNull(d.session, ${FOREVER}), 1) - 1),
        l.from_session > 0 AND l.given_up AND ifNull(i.session < l.from_session, false), ifNull(i.session, 0), toUInt16(${FOREVER})) AS at
    FROM ${next.table("given_security")} AS g
    LEFT JOIN ${day} AS d ON d.date = g.delisted_date + 1
    LEFT JOIN ${day} AS i ON i.date = g.ipo_date
    LEFT JOIN (
      SELECT toString(e.symbol) AS symbol, e.from_session AS from_session, (symbol, from_session) IN (SELECT old_symbol, session FROM ${renamingsOf(next)}) AND e.valid_from = e.from_session AS given_up
      FROM ${next.table("era")} AS e WHERE e.to_session = ${FOREVER}
    ) AS l ON l.symbol = g.symbol
  ) AS g
  ASOF INNER JOIN ${next.table("era")} AS e ON toString(e.symbol) = g.symbol AND g.at >= e.from_session
  UNION ALL
  SELECT DISTINCT '', ${LISTED.map(() => "NULL").join(", ")}, security_id, 0, 0 FROM ${next.table("daily")}
) ORDER BY has_listing DESC, own DESC, listed DESC, symbol LIMIT 1 BY security_id
) AS l
INNER JOIN (SELECT security_id, any(last_symbol) AS last_symbol FROM ${next.table("era")} GROUP BY security_id) AS e ON e.security_id = l.security_id`);
  // An event moved to the next session still bears the symbol of its own day.
  const ownDays = `(
    SELECT g.symbol AS symbol, g.kind AS kind, g.minute AS minute, g.session AS event_session,
      toUInt16(g.session - (toDate32(substring(g.at, 1, 10)) != d.date)) AS session
    FROM ${next.table("given_event")} AS g INNER JOIN ${next.before("session")} AS d ON d.session = g.session)`;
  if (await next.renew("event", ["given_event", "given_security"]))
    await run(`
INSERT INTO ${next.table("event")}
SELECT DISTINCT security_id, kind, session, minute FROM (
  SELECT security_id, kind, event_session AS session, minute FROM ${withSecurity(next, ownDays)}
  UNION ALL
  SELECT s.security_id, 'ipo', d.session, if(d.open, NULL, 0) FROM ${next.table("security")} AS s INNER JOIN ${day} AS d ON d.date = s.ipo_date
  WHERE s.ipo_date >= toDate32('1990-01-02') AND isNotNull(d.session)
)`);
  // What imports covered, joined where they meet. Listings say of every day whether it was an IPO.
  if (await next.renew("event_coverage", ["given_coverage", "given_security"]))
    await run(`
INSERT INTO ${next.table("event_coverage")}
SELECT kind, min(from_session), max(to_session)
FROM (
  SELECT *, sum(starts) OVER (PARTITION BY kind ORDER BY from_session, to_session ROWS UNBOUNDED PRECEDING) AS island
  FROM (
    SELECT *, from_session > 1 + ifNull(max(toNullable(to_session)) OVER (PARTITION BY kind ORDER BY from_session, to_session ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS starts
    FROM (
      SELECT toString(kind) AS kind, from_session, to_session FROM ${next.table("given_coverage")}
      UNION ALL
      SELECT 'ipo', min(session), max(session) FROM ${next.table("daily")}
      WHERE (SELECT count() FROM ${next.table("given_security")} WHERE isNotNull(ipo_date)) > 0 HAVING count() > 0
    )
  )
)
GROUP BY kind, island`);
}
