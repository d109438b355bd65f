import { sessionFrom } from "../calendar.ts";
import type { NextSnapshot } from "../import/next-snapshot.ts";
import { check } from "./check.ts";
import type { Finding } from "./kinds.ts";

/** Kind of the events that stand for open findings, so that formulas can ask for them. */
export const DOUBTFUL = "doubtful";

/** A bar of `daily` as a text: what an admin settles is settled of that bar. */
export const barText = (of: string): string =>
  `concat(${["open", "high", "low", "close", "volume"].map((name) => `toString(${of}${name})`).join(", ' ', ")})`;

/**
 * Checks the tables of the snapshot that is being made and keeps the findings with it, those that an admin accepted marked
 * so. Of securities that are not in `only` the findings stay that the snapshot before has. Needs all other tables to be
 * there; gives how many are open.
 */
export async function keepFindings(next: NextSnapshot, only?: ReadonlySet<number>): Promise<number> {
  const { market } = next;
  const found = await next.scratch(
    "finding",
    "security_id UInt32, session UInt16, date Date32, kind String, seen String, expected String",
    "security_id",
  );
  const findings: Finding[] = [];
  // No security has a finding that is looked for where none is to be looked at.
  if (only === undefined || only.size > 0)
    await check({ ...market, table: next.table }, (some) => void findings.push(...some), only);
  if (findings.length > 0)
    await market.insert(
      found,
      findings.map(({ security, date, kind, seen, expected }) => ({
        security_id: security,
        session: sessionFrom(date)?.session ?? 0,
        date,
        kind,
        seen,
        expected,
      })),
    );
  if (only !== undefined)
    await market.command({
      sql: `INSERT INTO ${found} SELECT security_id, session, date, kind, seen, expected FROM ${next.before("finding")} WHERE NOT has({only:Array(UInt32)}, security_id)`,
      params: { only: [...only] },
    });
  await next.fresh("finding");
  await market.command({
    sql: `INSERT INTO ${next.table("finding")}
SELECT security_id, session, date, kind, seen, expected, symbol, bar,
  if((symbol, session, kind, bar) IN (SELECT symbol, session, toString(kind), bar FROM ${next.table("given_verdict")} WHERE verdict = 'accept'), 'accepted', 'open')
FROM (
  SELECT f.security_id AS security_id, f.session AS session, f.date AS date, f.kind AS kind, f.seen AS seen, f.expected AS expected, if(isNull(d.symbol), x.symbol, toString(d.symbol)) AS symbol, if(isNull(d.symbol), '', ${barText("d.")}) AS bar
  FROM ${found} AS f
  INNER JOIN ${next.table("security")} AS x ON x.security_id = f.security_id
  LEFT JOIN (
    SELECT * FROM ${next.table("daily")} WHERE source = 0 AND (security_id, session) IN (SELECT security_id, session FROM ${found})
  ) AS d ON d.security_id = f.security_id AND d.session = f.session
)
WHERE NOT (kind IN ('missing-session', 'missing-market-session') AND (symbol, session) IN (SELECT symbol, session FROM ${next.table("given_verdict")} WHERE verdict = 'exclude'))`,
    lane: "scan",
  });
  for (const table of ["event", "event_coverage"]) if (next.isEmpty(table)) await next.fresh(table);
  await market.command(
    `INSERT INTO ${next.table("event")} SELECT DISTINCT security_id, '${DOUBTFUL}', session, NULL FROM ${next.table("finding")} WHERE state = 'open'`,
  );
  await market.command(
    `INSERT INTO ${next.table("event_coverage")} SELECT '${DOUBTFUL}', min(session), max(session) FROM ${next.table("daily")} HAVING count() > 0`,
  );
  const [open] = await market.query<{ n: number }>(
    `SELECT toUInt32(count()) AS n FROM ${next.table("finding")} WHERE state = 'open'`,
  );
  return open?.n ?? 0;
}
