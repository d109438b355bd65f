import { conflictText, type ConflictKind } from "../identity/conflicts.ts";
import type { Market } from "../market.ts";
import { onSnapshot } from "../snapshots.ts";
import type { ConflictRow } from "./identities.ts";
import { ImportError } from "./report.ts";
import { runImport, type ImportClock } from "./run-import.ts";

/** A contradiction of sources about who a symbol is, as it is shown. */
export interface IdentityConflict {
  /** Names it. */
  readonly key: string;
  readonly kind: ConflictKind;
  readonly symbols: readonly string[];
  readonly seen: string;
  /** What the market does while nobody has answered. */
  readonly meanwhile: string;
  readonly choices: readonly string[];
  /** Empty while it is open. */
  readonly answer: string;
}

/** All of them, open ones first. */
export const identityConflicts = (market: Market): Promise<readonly IdentityConflict[]> =>
  onSnapshot(market, async (snapshot) => {
    const rows = await snapshot.query<ConflictRow>(
      `SELECT key, kind, subject, among, symbols, choices, answer FROM ${snapshot.table("identity_conflict")} ORDER BY answer != '', key`,
    );
    return rows.map((row) => {
      const { key, kind, symbols, choices, answer } = row;
      return { key, kind, symbols, ...conflictText(row), choices, answer };
    });
  });

/**
 * Says which answer of a conflict holds from now on, or with an empty one that it is open again, as a new snapshot. Rejects with
 * ImportError where there is no such conflict (any more) or no such answer.
 */
export async function settleIdentity(
  market: Market,
  key: string,
  answer: string,
  clock: ImportClock = {},
): Promise<void> {
  await runImport(market, null, { ...clock, check: true }, async ({ market: during, next }) => {
    const [found] = await during.query<ConflictRow>({
      sql: `SELECT key, kind, subject, among, symbols, choices, answer FROM ${next.before("identity_conflict")} WHERE key = {key:String}`,
      params: { key },
    });
    if (found === undefined) throw new ImportError("There is no such conflict any more. The market may have changed.");
    if (answer !== "" && !found.choices.includes(answer))
      throw new ImportError(`The answer is one of ${found.choices.join(", ")}, not ${answer}.`);
    await next.fresh("given_identity_answer");
    await during.command({
      sql: `INSERT INTO ${next.table("given_identity_answer")} SELECT * FROM ${next.before("given_identity_answer")} WHERE key != {key:String}`,
      params: { key },
    });
    if (answer !== "") await during.insert(next.table("given_identity_answer"), [{ ...found, answer }]);
  });
}
