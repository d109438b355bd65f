import { sql } from "kysely";
import type { z } from "zod";
import { Scope } from "../../../contract/index.ts";
import type { MadeToken, TokenBody, TokenItem, TokenList } from "../../../contract/index.ts";
import { record } from "../../audit.ts";
import type { SignedIn } from "../../auth/actor.ts";
import { TOKEN_PREFIX } from "../../auth/api-tokens.ts";
import { newSecret } from "../../auth/secrets.ts";
import { lockAccount, newId, own } from "../../db/index.ts";
import type { Db } from "../../db/index.ts";
import { noSuch, ProblemAnswer } from "../../problem.ts";

/** Tokens of one account that were not revoked. */
const MAX_TOKENS = 50;

const COLUMNS = ["id", "name", "scopes", "created_at", "used_at", "expires_at"] as const;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created_at: Date;
  readonly used_at: Date | null;
  readonly expires_at: Date | null;
}

const itemOf = ({ scopes, created_at, used_at, expires_at, ...row }: Row): z.input<typeof TokenItem> => ({
  ...row,
  scopes: scopes.flatMap((scope) => Scope.safeParse(scope).data ?? []),
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
  expires_at: expires_at?.toISOString() ?? null,
});

/** Those that were not revoked, too old ones among them, the newest first. */
export async function tokens(db: Db, account: string): Promise<z.input<typeof TokenList>> {
  const rows = await db
    .selectFrom("api_token")
    .select(COLUMNS)
    .where(own("api_token", account))
    .where("revoked_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return { items: rows.map(itemOf) };
}

/** Makes a token; its text is only returned here. */
export async function makeToken(
  db: Db,
  actor: SignedIn,
  { name, scopes, expires_at }: z.output<typeof TokenBody>,
): Promise<z.input<typeof MadeToken>> {
  const account = actor.account.id;
  const expires = expires_at === undefined || expires_at === null ? null : new Date(expires_at);
  if (expires !== null && expires.getTime() <= Date.now()) {
    const message = "The expiry date is in the past.";
    throw new ProblemAnswer("invalid-request", message, [{ path: "expires_at", message }]);
  }
  const secret = newSecret(TOKEN_PREFIX);
  return db.transaction().execute(async (transaction) => {
    // Two at once count one after the other.
    await lockAccount(transaction, account);
    const { live } = await transaction
      .selectFrom("api_token")
      .select(({ fn }) => fn.countAll<string>().as("live"))
      .where(own("api_token", account))
      .where("revoked_at", "is", null)
      .executeTakeFirstOrThrow();
    if (Number(live) >= MAX_TOKENS) {
      throw new ProblemAnswer("invalid-request", `An account has at most ${MAX_TOKENS} tokens. Revoke some first.`);
    }
    const row = await transaction
      .insertInto("api_token")
      .values({
        id: newId(),
        account_id: account,
        name,
        token_hash: secret.hash,
        scopes: [...new Set(scopes)],
        expires_at: expires,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await record(transaction, { action: "token-made", account, actor, details: { token: row.id, name, scopes } });
    return { ...itemOf(row), token: secret.text };
  });
}

export async function revokeToken(db: Db, actor: SignedIn, id: string): Promise<void> {
  const account = actor.account.id;
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("api_token")
      .set({ revoked_at: sql`now()` })
      .where(own("api_token", account, { id }))
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw noSuch("token");
    await record(transaction, { action: "token-revoked", account, actor, details: { token: id } });
  });
}
