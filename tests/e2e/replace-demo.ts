import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { DEMO_EMAIL } from "../../src/contract/index.ts";
import { giveProduct } from "../../src/server/billing/subscriptions.ts";
import { newId } from "../../src/server/db/index.ts";
import { withDatabase } from "../../src/server/index.ts";
import type { Product } from "./product.ts";

const SignedIn = z.looseObject({ token: z.string() });
const Made = z.looseObject({ id: z.string() });
const Run = z.looseObject({ status: z.string() });
const Market = z.looseObject({ daily: z.looseObject({ last_date: z.string() }) });
const FIRST_DAYS = 91;
const DAY_MS = 86_400_000;
const TEMPLATE = join(import.meta.dirname, "../../presets/templates/gap-and-go.json");

/**
 * A new account in the place of the demo's, which keeps what it has under another address: with its e-mail and password,
 * and, if it is to have one, the first workbook that `start` makes. Only the demo's address can be signed in with by a link.
 */
export async function replaceDemo(
  { data, said, address }: Product,
  former: string,
  hasWorkbook: boolean,
): Promise<void> {
  const [, password = ""] = new RegExp(`${DEMO_EMAIL} +(\\S+)`).exec(said) ?? [];
  await withDatabase(data, null, async ({ db }) => {
    const id = newId();
    const { name, password_hash } = await db
      .updateTable("account")
      .set({ email: former })
      .where("email", "=", DEMO_EMAIL)
      .returning(["name", "password_hash"])
      .executeTakeFirstOrThrow();
    await db
      .insertInto("account")
      .values({
        id,
        email: DEMO_EMAIL,
        name,
        password_hash,
        role: null,
        status: "active",
        totp_secret: null,
        totp_last_step: null,
      })
      .execute();
    await giveProduct(db, id, "unlimited");
  });
  if (hasWorkbook) await firstWorkbook(address, DEMO_EMAIL, password);
}

async function firstWorkbook(address: string, email: string, password: string): Promise<void> {
  let authorization: Readonly<Record<string, string>> = {};
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(address + path, {
      method,
      headers: { ...authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { token } = SignedIn.parse(await call("POST", "/v1/auth/jwt", { email, password }));
  authorization = { authorization: `Bearer ${token}` };
  const template: unknown = JSON.parse(await readFile(TEMPLATE, "utf8"));
  const { last_date: last } = Market.parse(await call("GET", "/v1/market")).daily;
  const first = new Date(Date.parse(last) - FIRST_DAYS * DAY_MS).toISOString().slice(0, 10);
  const { id } = Made.parse(
    await call("POST", "/v1/data-requests", {
      ...z.looseObject({}).parse(template),
      Date_Range: { start_date: first, end_date: last },
    }),
  );
  for (;;) {
    const { status } = Run.parse(await call("GET", `/v1/data-requests/${id}/status`));
    if (status === "Finished") return;
    if (status === "Failed") throw new Error("the first workbook failed");
    await pause(200);
  }
}
