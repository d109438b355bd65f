import { sql } from "kysely";
import type { z } from "zod";
import type { Profile, ProfileBody } from "../../contract/index.ts";
import { record } from "../audit.ts";
import { actorId } from "../auth/actor.ts";
import type { SignedIn } from "../auth/actor.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { EMAIL_CHANGE_MS } from "./addresses/account-mails.ts";
import type { AccountParts } from "./account-parts.ts";

/** For all preferences of an account together, as JSON. */
const MAX_PREFERENCES_BYTES = 32 * 1024;

const isPending = (requestedAt: Date | null): boolean =>
  requestedAt !== null && requestedAt.getTime() > Date.now() - EMAIL_CHANGE_MS;

/** The account on whose behalf the call acts. */
export async function profile({ db, keyring }: AccountParts, actor: SignedIn): Promise<z.input<typeof Profile>> {
  const row = await db.selectFrom("account").selectAll().where("id", "=", actor.account.id).executeTakeFirstOrThrow();
  return {
    id: row.id,
    email: row.email,
    new_email: isPending(row.new_email_at) ? row.new_email : null,
    name: row.name,
    roles: row.role === null ? [] : [row.role],
    status: row.status,
    second_factor: row.totp_confirmed_at !== null,
    password: row.password_hash !== null,
    preferences: row.preferences,
    created_at: row.created_at.toISOString(),
    used_by: actor.kind === "use-as" ? { email: actor.admin.email, name: actor.admin.name } : null,
    browser_key:
      actor.kind === "token" ? null : keyring.derive("browser", `${row.id} ${actorId(actor)}`).toString("base64"),
  };
}

/** Changes what is given; preferences field by field. */
export async function changeProfile(db: Db, actor: SignedIn, change: z.output<typeof ProfileBody>): Promise<void> {
  const { name, preferences } = change;
  await db.transaction().execute(async (transaction) => {
    const { bytes } = await transaction
      .updateTable("account")
      .set({
        ...(name === undefined ? {} : { name }),
        ...(preferences === undefined
          ? {}
          : { preferences: sql<string>`preferences || ${JSON.stringify(preferences)}::jsonb` }),
        updated_at: new Date(),
      })
      .where("id", "=", actor.account.id)
      .returning(sql<number>`octet_length(preferences::text)`.as("bytes"))
      .executeTakeFirstOrThrow();
    // An account that exceeds the limit already may still change its name.
    if (preferences !== undefined && bytes > MAX_PREFERENCES_BYTES) {
      const message = `Preferences hold ${MAX_PREFERENCES_BYTES / 1024} KiB at most, all together.`;
      throw new ProblemAnswer("limit-reached", message, [{ path: "preferences", message }]);
    }
    if (name !== undefined) await record(transaction, { action: "profile-changed", account: actor.account.id, actor });
  });
}
