import { sql } from "kysely";
import type { QueryExecutorProvider } from "kysely";
import { MIGRATIONS } from "./migrations/index.ts";

/**
 * A step whose name ends so takes something away that the version before uses; every other one only adds, so that servers
 * of the version before go on working. What is taken away goes a version later than the servers that did without it.
 */
const CONTRACT = /-contract$/;

/** Names of the steps that a database has taken; none where it is new. */
export async function stepsTaken(db: QueryExecutorProvider): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    SELECT to_regclass('public.kysely_migration') IS NOT NULL AS found`.execute(db);
  if (tables[0]?.found !== true) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM public.kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Steps of a newer version. */
export const unknownSteps = (taken: readonly string[]): readonly string[] =>
  taken.filter((name) => !Object.hasOwn(MIGRATIONS, name));

/** Why this version cannot work on a database that has taken these steps; null where it can. */
export function whyTooNew(taken: readonly string[]): string | null {
  const contract = unknownSteps(taken).findLast((name) => CONTRACT.test(name));
  if (contract === undefined) return null;
  return (
    `The account database belongs to a newer version of Scanbook: its step ${contract} took away what this version needs. ` +
    "Start that version or a newer one, or restore a backup from before it."
  );
}

/** Steps of this version that a database has not taken. */
export const missingSteps = (taken: readonly string[]): readonly string[] =>
  Object.keys(MIGRATIONS).filter((name) => !taken.includes(name));

/** The newest step of this version. */
export const NEWEST_STEP = Object.keys(MIGRATIONS).at(-1) ?? "";
