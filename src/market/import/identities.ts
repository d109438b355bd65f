import { conflictKey, type Conflict, type ConflictAnswer, type ConflictKind } from "../identity/conflicts.ts";
import { identitiesOf } from "../identity/identities.ts";
import { joinRecords, type IdentityRecord, type Renaming, type SymbolEnd } from "../identity/records.ts";
import type { Market } from "../market.ts";
import { IDENTITY_COLUMNS } from "./identity-tables.ts";
import type { NextSnapshot } from "./next-snapshot.ts";
import type { Staging } from "./staging.ts";

/** A row of `identity_conflict`, and of the answers. */
export interface ConflictRow extends ConflictAnswer {
  readonly key: string;
  readonly kind: ConflictKind;
}

/** Renamings as (symbol, old_symbol, date, session): those given, but for the refused, and those that identities add. */
export const renamingsOf = (next: NextSnapshot): string => `(
  SELECT symbol, old_symbol, date, session FROM ${next.table("given_symbol")}
  WHERE (symbol, old_symbol, date) NOT IN (SELECT symbol, old_symbol, date FROM ${next.table("identity_step")} WHERE step = 'refused')
  UNION ALL SELECT symbol, old_symbol, date, session FROM ${next.table("identity_step")} WHERE step = 'renaming')`;

/** Cuts as (symbol, session). */
export const cutsOf = (next: NextSnapshot): string => `(
  SELECT symbol, session FROM ${next.table("given_cut")}
  UNION ALL SELECT symbol, session FROM ${next.table("identity_step")} WHERE step = 'cut')`;

/**
 * Says anew what follows from identities; whether that is something else than before. `source` is who gave those of this import
 * that do not say it themselves. Needs what was given of symbols and listings.
 */
export async function deriveIdentities(
  market: Market,
  next: NextSnapshot,
  staging: Staging,
  { source, dropStored }: { readonly source: string; readonly dropStored: boolean },
): Promise<boolean> {
  if (!dropStored && !staging.has("identities") && next.isEmpty("given_identity")) return false;
  const columns = IDENTITY_COLUMNS.map(([name]) => name).join(", ");
  const before = dropStored ? "" : ` UNION ALL SELECT ${columns} FROM ${next.before("given_identity")}`;
  const given = await market.query<IdentityRecord>(
    `SELECT symbol, source, figi, permanent_id AS permanent, cik, toString(first_date) AS first, toString(last_date) AS last FROM (SELECT ${columns} FROM ${staging.rows("identities")}${before})`,
  );
  if (given.length === 0 && !dropStored) return false;
  for (const table of ["identity_step", "identity_conflict"]) await next.fresh(table);
  if (given.length === 0) return true;
  const records = joinRecords(given.map((one) => (one.source === "" ? { ...one, source: nameOf(source) } : one)));
  if (staging.has("identities")) {
    if (!dropStored) await next.fresh("given_identity");
    await keep(market, next, records);
  }
  const renamings = await market.query<Renaming>(
    `SELECT old_symbol AS old, symbol, toString(date) AS date FROM ${next.table("given_symbol")}`,
  );
  const ends = await market.query<SymbolEnd>(`
SELECT symbol, toString(delisted_date + 1) AS date FROM ${next.table("given_security")} WHERE isNotNull(delisted_date)
UNION ALL SELECT c.symbol AS symbol, toString(s.date) AS date FROM ${next.table("given_cut")} AS c INNER JOIN ${next.table("session")} AS s ON s.session = c.session`);
  const answers = await market.query<ConflictRow>(
    `SELECT key, kind, subject, among, symbols, choices, answer FROM ${next.table("given_identity_answer")}`,
  );
  const found = identitiesOf(records, { renamings, ends }, answers);
  const steps = [
    ...found.renamings.map(({ old, symbol, date }) => ["renaming", symbol, old, date] as const),
    ...found.refused.map(({ old, symbol, date }) => ["refused", symbol, old, date] as const),
    ...found.cuts.map(({ symbol, date }) => ["cut", symbol, "", date] as const),
  ];
  const step = await next.scratch("step", "step String, symbol String, old_symbol String, date Date32", "symbol");
  if (steps.length > 0)
    await market.insert(
      step,
      steps.map(([name, symbol, old, date]) => ({ step: name, symbol, old_symbol: old, date })),
    );
  await market.command(`
INSERT INTO ${next.table("identity_step")}
SELECT s.step, s.symbol, s.old_symbol, s.date, d.session FROM ${step} AS s INNER JOIN ${next.database}.incoming_day AS d ON d.date = s.date WHERE isNotNull(d.session)`);
  const conflicts = conflictRows(found.conflicts, answers);
  if (conflicts.length > 0) await market.insert(next.table("identity_conflict"), conflicts);
  const stepped = "step, symbol, old_symbol, session";
  const [moved] = await market.query<{ n: number }>(`SELECT toUInt32(count()) AS n FROM (
  (SELECT ${stepped} FROM ${next.before("identity_step")} EXCEPT SELECT ${stepped} FROM ${next.table("identity_step")})
  UNION ALL (SELECT ${stepped} FROM ${next.table("identity_step")} EXCEPT SELECT ${stepped} FROM ${next.before("identity_step")}))`);
  return dropStored || (moved?.n ?? 0) > 0;
}

/** In ids it stands before a colon. */
const nameOf = (source: string): string => source.toLowerCase().replaceAll(/[\s:]+/g, "-");

async function keep(market: Market, next: NextSnapshot, records: readonly IdentityRecord[]): Promise<void> {
  await market.insert(
    next.table("given_identity"),
    records.map(({ permanent, first, last, ...record }) => ({
      ...record,
      permanent_id: permanent,
      first_date: first,
      last_date: last,
    })),
  );
}

/** Those found, and those that ceased to be found when they were answered. */
function conflictRows(found: readonly Conflict[], answers: readonly ConflictRow[]): readonly ConflictRow[] {
  const answered = new Map(answers.map((one) => [one.key, one]));
  const open = found.filter((one) => !answered.has(conflictKey(one)));
  return [...answers, ...open.map((one) => ({ ...one, key: conflictKey(one), answer: "" }))];
}
