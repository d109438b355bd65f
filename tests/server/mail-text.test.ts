/** No mail carries a stranger's lines: names on one line, cut, and of nothing in them a mail program makes a link. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountMail } from "../../src/server/accounts/addresses/account-mails.ts";
import { newId } from "../../src/server/db/index.ts";
import { JOBS } from "../../src/server/jobs/job-kinds.ts";
import { mailName, oneLine } from "../../src/server/mail/mail-text.ts";
import { runMail } from "../../src/server/mail/run-mail.ts";
import { makeAccount, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

describe("a name in a mail", () => {
  test.each([
    ["Ada Lovelace", "Ada Lovelace"],
    ["J. R. R. Tolkien", "J. R. R. Tolkien"],
    ["J.R. Smith", "J. R. Smith"],
    ["Ünal Çelik 山田", "Ünal Çelik 山田"],
    ["close > 1.05", "close > 1.05"],
    [
      "Ada\r\n\r\nYour account is blocked:\nhttps://evil.example/x",
      "Ada Your account is blocked: https evil. example x",
    ],
    ["www.evil.example", "www. evil. example"],
    ["evil。example", "evil. example"],
    ["evil．example", "evil. example"],
    ["http://192.0.2.1/x", "http 192 0 2 1 x"],
    ["mailto:eve@evil.example", "mailto eve evil. example"],
    ["a\u2028b\u0085c\u202ed\u200be\u0007f", "a b c d e f"],
    ["\n \t", ""],
  ])("%j is %j", (name, shown) => {
    expect(mailName(name)).toBe(shown);
  });

  test("is cut", () => {
    expect(Array.from(mailName("x".repeat(1_000)))).toHaveLength(80);
    expect(oneLine("ab cd", 4)).toBe("ab…");
    expect(oneLine("abcd", 4)).toBe("abcd");
  });
});

const PUBLIC = "https://scanbook.example";
const LURE =
  "Eve\r\nBcc: x@evil.example\r\n\r\nYour account is in danger, sign in at\nhttp://evil.example/login now: www.evil.example";
/** What a mail program makes a link of. */
const LINKS = /(?:\bhttps?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b\S*/gi;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

function plain({ subject, text }: { readonly subject: string; readonly text: string }): void {
  expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  expect(subject.length).toBeLessThan(300);
  expect(subject).not.toMatch(LINKS);
  for (const line of text.split("\n")) {
    expect(line).not.toMatch(/^(Bcc|Your account is in danger)/);
    expect(line.length).toBeLessThan(900);
  }
  const foreign = (text.match(LINKS) ?? []).filter(
    (link) => !link.startsWith(`${PUBLIC}/`) && !/^example\.org\b/.test(link),
  );
  expect(foreign).toEqual([]);
}

const ALL = JOBS["account-mail"].data.shape.mail.options;

test.each(
  ALL.flatMap((mail) => (["active", "pending_confirmation"] as const).map((status) => [mail, status] as const)),
)("%s, of an account that is %s", async (mail, status) => {
  const { db } = server;
  const id = await makeAccount(db, { status });
  const sign_up = newId();
  await db
    .insertInto("sign_up")
    .values({ id: sign_up, account_id: id, name: LURE, password_hash: "x", browser_hash: null })
    .execute();
  const wanted = `${newId()}@example.org`;
  await db
    .updateTable("account")
    .set({ name: LURE, new_email: wanted, new_email_at: new Date() })
    .where("id", "=", id)
    .execute();
  const sent = await accountMail(db, { account: id, mail, to: "before@example.org", sign_up }, PUBLIC);
  const onlyActive = ["updates_paused", "email_change_asked", "confirm_new_email"];
  if (mail === "confirm_email" ? status === "active" : status !== "active" && onlyActive.includes(mail)) {
    expect(sent).toBeNull();
    return;
  }
  plain(sent ?? expect.unreachable());
  // To whoever need not know the account it says no name at all.
  if (mail === "confirm_email" || mail === "confirm_new_email" || status !== "active") {
    if (mail !== "already_registered" && mail !== "email_changed") expect(sent?.text).not.toContain("Eve");
  }
});

test.each(["Finished", "Failed"] as const)("a run that is %s", async (status) => {
  const { db } = server;
  const id = await makeAccount(db);
  await db.updateTable("account").set({ name: LURE }).where("id", "=", id).execute();
  const request = { id: newId(), account_id: id, name: LURE, body: "{}", folder_id: null, run_id: null };
  await db
    .insertInto("data_request")
    .values({ ...request, status })
    .execute();
  const finished = { run: "x", rows: 3, snapshot: { date: "2025-01-02" } };
  const run = { id: newId(), data_request_id: request.id, account_id: id, cause: "user", meta: "{}" } as const;
  await db
    .insertInto("run")
    .values({
      ...run,
      status,
      finished: status === "Finished" ? JSON.stringify(finished) : null,
      error: status === "Failed" ? JSON.stringify({ code: "x", message: LURE }) : null,
    })
    .execute();
  plain((await runMail(db, run.id, PUBLIC)) ?? expect.unreachable());
});
