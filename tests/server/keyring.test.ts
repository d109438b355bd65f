import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secondFactorFits, totp } from "../../src/server/accounts/access/second-factor.ts";
import { addKeys, Keyring, keyFile, openKeyring, readKeys } from "../../src/server/auth/keyring.ts";
import { newId } from "../../src/server/db/index.ts";
import { readConfig } from "../../src/server/index.ts";
import { sealSecrets } from "../../src/server/sealed-secrets.ts";
import { openedSecret } from "../../src/server/webhooks/secret.ts";
import { makeAccount, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

const [one, two] = [randomBytes(32), randomBytes(32)];
const SECRET = Buffer.from("12345678901234567890");

describe("a keyring", () => {
  test("opens what it sealed, each time other bytes, for that owner alone", () => {
    const keyring = new Keyring([one]);
    const sealed = keyring.seal(SECRET, "ada");
    expect(sealed).not.toBe(keyring.seal(SECRET, "ada"));
    expect(Buffer.from(sealed, "base64url").includes(SECRET)).toBe(false);
    expect(keyring.open(sealed, "ada")).toEqual(SECRET);
    expect(keyring.open(sealed, "bea")).toBeNull();
  });

  test("opens nothing that was changed, cut off, or sealed by a key that is not there", () => {
    const keyring = new Keyring([one]);
    const sealed = keyring.seal(SECRET, "ada");
    const [version, name, body = ""] = sealed.split(".");
    for (let at = 0; at < body.length; at += 7) {
      const changed = body.slice(0, at) + (body[at] === "A" ? "B" : "A") + body.slice(at + 1);
      expect(keyring.open(`${version}.${name}.${changed}`, "ada")).toBeNull();
    }
    for (const wrong of ["", "v1", `${version}.${name}.`, `${version}.${name}.AAAA`, `v2.${name}.${body}`]) {
      expect(keyring.open(wrong, "ada")).toBeNull();
    }
    expect(new Keyring([two]).open(sealed, "ada")).toBeNull();
  });

  test("with a new key in front opens what the old one sealed, and says that it is to be sealed anew", () => {
    const sealed = new Keyring([one]).seal(SECRET, "ada");
    const rotated = new Keyring([two, one]);
    expect(rotated.open(sealed, "ada")).toEqual(SECRET);
    expect([rotated.isCurrent(sealed), rotated.isCurrent(rotated.seal(SECRET, "ada"))]).toEqual([false, true]);
  });

  test("lies in the data folder, for its owner's eyes only, the same at every start; the environment goes before", async () => {
    const data = await mkdtemp(join(tmpdir(), "scanbook-keys-"));
    const rings = await Promise.all([1, 2, 3].map(() => openKeyring(data, null)));
    expect(new Set(rings.flatMap(({ names }) => names)).size).toBe(1);
    expect((await stat(keyFile(data))).mode & 0o777).toBe(0o600);
    expect(readKeys(await readFile(keyFile(data), "utf8"))).toHaveLength(1);
    expect((await openKeyring(data, [two])).names).toEqual(new Keyring([two]).names);
    await rm(data, { recursive: true });
  });

  test.each([
    ["an empty file", "", "it is empty"],
    ["half a key", randomBytes(16).toString("base64"), "each line is to be 32 bytes in base64"],
    ["a key and a word", `${one.toString("base64")}\nkey`, "each line is to be 32 bytes in base64"],
  ])("%s: the error names the file and what to do, and nothing is replaced", async (_, text, why) => {
    const data = await mkdtemp(join(tmpdir(), "scanbook-keys-"));
    await writeFile(keyFile(data), text);
    const error = await openKeyring(data, null).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: "StartError",
      message:
        `${keyFile(data)} holds no keys: ${why}. Put the file of a backup in its place. Without one remove it: the next start ` +
        "makes another key, and second factors and secrets of webhooks have to be set up again.",
    });
    expect(await readFile(keyFile(data), "utf8")).toBe(text);
    await rm(data, { recursive: true });
  });

  test("of a restored backup go in front of those that are there, and none is lost", async () => {
    const [data, from] = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), "scanbook-keys-"))));
    if (data === undefined || from === undefined) throw new Error("no folders");
    await addKeys(data, from);
    const own = await openKeyring(data, null);
    const other = await openKeyring(from, null);
    await addKeys(data, from);
    await addKeys(data, from);
    expect((await openKeyring(data, null)).names).toEqual([...other.names, ...own.names]);
    expect((await stat(keyFile(data))).mode & 0o777).toBe(0o600);
    for (const folder of [data, from]) await rm(folder, { recursive: true });
  });

  test("keys are 32 bytes in base64; a mistake is told without them", () => {
    const text = `${one.toString("base64")},${two.toString("base64")}`;
    expect(readConfig({ SECRETS_KEYS: text }).secretsKeys).toEqual([one, two]);
    for (const wrong of ["short", randomBytes(31).toString("base64"), `${one.toString("base64")},x`]) {
      expect(() => readConfig({ SECRETS_KEYS: wrong })).toThrow(/^SECRETS_KEYS: needs keys of 32 bytes/);
    }
  });
});

describe("what is kept sealed", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.end());

  const kept = async (id: string) =>
    (await server.db.selectFrom("account").select("totp_secret").where("id", "=", id).executeTakeFirstOrThrow())
      .totp_secret ?? "";
  const code = (later: number): string => totp(SECRET, Math.floor(Date.now() / 30_000) + later);

  test("the secret of an authenticator that was kept open is sealed when its next code comes, and anew after a new key", async () => {
    const id = await makeAccount(server.db, { secondFactor: true });
    const open = SECRET.toString("base64");
    await server.db.updateTable("account").set({ totp_secret: open }).where("id", "=", id).execute();
    const [first, rotated] = [new Keyring([one]), new Keyring([two, one])];
    expect(await secondFactorFits(server.db, first, id, "000000x")).toBe(false);
    expect(await kept(id), "a wrong code changes nothing").toBe(open);
    expect(await secondFactorFits(server.db, first, id, code(-1))).toBe(true);
    expect(first.isCurrent(await kept(id))).toBe(true);
    expect(await secondFactorFits(server.db, rotated, id, code(0))).toBe(true);
    expect(rotated.isCurrent(await kept(id))).toBe(true);
    expect(await secondFactorFits(server.db, new Keyring([two]), id, code(1)), "the old key may go").toBe(true);
  });

  async function webhook(secret: string): Promise<string> {
    const id = newId();
    await server.db
      .insertInto("webhook")
      .values({ id, account_id: server.account, url: "https://hooks.example.org/", events: [], secret })
      .execute();
    return id;
  }
  const keptOf = async (id: string): Promise<string> =>
    (await server.db.selectFrom("webhook").select("secret").where("id", "=", id).executeTakeFirstOrThrow()).secret;

  test("a start moves secrets of webhooks and authenticators to the newest key, those kept open too", async () => {
    const secret = "whsec_of-an-older-version";
    const id = await webhook(secret);
    const account = await makeAccount(server.db, { secondFactor: true });
    const [first, rotated, last] = [new Keyring([one]), new Keyring([two, one]), new Keyring([two])];
    expect((await sealSecrets(server.db, first)).moved).toBeGreaterThanOrEqual(2);
    expect(await keptOf(id)).not.toContain(secret);
    expect(openedSecret(first, await keptOf(id), id)).toBe(secret);
    expect(first.isCurrent(await kept(account))).toBe(true);
    await sealSecrets(server.db, rotated);
    expect(await sealSecrets(server.db, rotated), "nothing is left to move").toMatchObject({ moved: 0 });
    expect(openedSecret(last, await keptOf(id), id), "the old key may go").toBe(secret);
    expect(last.open(await kept(account), account)).not.toBeNull();
    expect(openedSecret(last, await keptOf(id), "another"), "in another row it opens nothing").toBeNull();
  });

  test("without its key opens nothing, which is counted at the start", async () => {
    const id = await makeAccount(server.db, { secondFactor: true });
    await server.db
      .updateTable("account")
      .set({ totp_secret: new Keyring([one]).seal(SECRET, id) })
      .where("id", "=", id)
      .execute();
    const other = new Keyring([randomBytes(32)]);
    expect(await secondFactorFits(server.db, other, id, code(0))).toBe(false);
    const hook = await webhook("whsec_x");
    await sealSecrets(server.db, new Keyring([one, two]));
    const before = await keptOf(hook);
    expect((await sealSecrets(server.db, other)).closed).toBeGreaterThanOrEqual(2);
    expect(await keptOf(hook), "what cannot be opened stays as it is").toBe(before);
  });
});
