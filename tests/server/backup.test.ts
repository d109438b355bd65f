import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sameColumns } from "../../src/server/backup/engine-tables.ts";
import { currentSnapshot, marketStatus, openMarket } from "../../src/market/index.ts";
import type { Market } from "../../src/market/index.ts";
import { openKeyring } from "../../src/server/auth/keyring.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { openDatabase } from "../../src/server/db/index.ts";
import type { Db } from "../../src/server/db/index.ts";
import { clusterFolder } from "../../src/server/db/postgres-files.ts";
import { restoredCluster } from "../../src/server/db/restored-cluster.ts";
import { createServer, readConfig, requestEnded } from "../../src/server/index.ts";
import type { Server } from "../../src/server/index.ts";
import { openedSecret } from "../../src/server/webhooks/secret.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { commandLineIn } from "../cli/command-line.ts";
import { importAnother } from "../market/import-another.ts";
import { openEmptyCluster } from "../scan/clusters.ts";
import { withTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";
import { ended, get, HERE, makeAccount, post, request, serverFolder, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let folder: string;
let file: string;
let whole: string;
/** What calls were answered before the backup, by address. */
let before: Readonly<Record<string, unknown>>;
let headers: Readonly<Record<string, string>>;
let waiting: string;
let csv: string;
let webhook: { readonly id: string; readonly secret: string };

const ASKED = [
  "/v1/profile/data-requests",
  "/v1/profile/data-requests/trashed",
  "/v1/folders",
  "/v1/profile/formulas",
  "/v1/templates/custom",
  "/v1/profile/sessions",
];

async function answers(app: Server["app"], asked: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const url of asked) {
    const answer = await app.inject({ method: "GET", url, headers });
    expect(answer.statusCode, url).toBe(200);
    found[url] = url.includes("csv") ? answer.body : answer.json();
  }
  return found;
}

/** Numbers that move on by themselves: when a session was used last. */
const settled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) => (key === "used_at" || key === "last_used_at" ? null : part)),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-backup-"));
  [file, whole] = [join(folder, "accounts.tar"), join(folder, "all.tar")];
  server = await startTestServer({ own: true });
  const { app, db, account } = server;
  const { token } = await openSession(db, { account, browser: false, address: "127.0.0.1", agent: "test" });
  headers = { ...HERE, authorization: `Bearer ${token.text}` };
  const create = async (name: string): Promise<string> =>
    (await post(app, "/v1/data-requests", request({ name }))).json().id;
  const [one, two] = [await create("One"), await create('Zwei „ä\\n" \t€')];
  for (const id of [one, two]) expect((await ended(server, id, account)).status).toBe("Finished");
  csv = (await get(app, `/v1/data-requests/${one}/export?format=csv`)).body;
  await post(app, "/v1/folders", { name: "Gaps" });
  await post(app, "/v1/templates/from-data-request", { id: one });
  await app.inject({
    method: "PUT",
    url: "/v1/profile/formulas",
    headers,
    payload: { tag: "x", display: "X", description: "", formula: "[daily close] > 1" },
  });
  await app.inject({ method: "DELETE", url: `/v1/data-requests/${await create("Trashed")}`, headers });
  const own = async (kind: string, name: string, text: string): Promise<string> =>
    (
      await post(app, "/v1/profile/lists", {
        kind,
        name,
        file_name: `${name}.csv`,
        file: Buffer.from(text).toString("base64"),
      })
    ).json().id;
  const watch = await own("list", "Watch", "symbol,day,until\nAA,2025-06-02,\nBB,,2025-06-03\n");
  const mood = await own("numbers", "Mood", "symbol,day,sentiment (percent)\nAA,2025-06-02,1.25\nBB,2025-06-03,\n");
  webhook = (await post(app, "/v1/profile/webhooks", { url: "https://hooks.example.org/" })).json();
  // One that nobody has begun: its job must come again.
  server.scans.close();
  await server.jobs.stop();
  waiting = await create("Waiting");
  const addresses = [
    ...ASKED,
    "/v1/profile/lists",
    ...[watch, mood].flatMap((id) => [`/v1/profile/lists/${id}`, `/v1/profile/lists/${id}/rows`]),
    `/v1/data-requests/${one}/rows?limit=1000`,
    `/v1/data-requests/${two}/status`,
    `/v1/data-requests/${one}/export?format=csv`,
  ];
  before = await answers(app, addresses);
  // `npm test` has one backup: that with the market.
  if (!IN_SOAK) file = whole;
  const kept = await commandLineIn(server.env, "backup", file, ...rounds(["--market"], []), "--data", server.data);
  expect(kept).toMatchObject({ status: 0, out: expect.stringMatching(/rows of accounts, 2 results/) });
  if (!IN_SOAK) return;
  expect((await commandLineIn(server.env, "backup", whole, "--market", "--data", server.data)).status).toBe(0);
});
afterAll(async () => {
  await restored?.database.drop();
  await server.end();
  await rm(folder, { recursive: true, force: true });
});

/** Another machine: an empty data folder and, where the tests have a database of their own, an empty one. */
async function elsewhere(): Promise<{
  readonly data: string;
  readonly database: TestDatabase;
  readonly env: Record<string, string>;
}> {
  const data = await mkdtemp(join(folder, "data-"));
  const database = await withTestDatabase();
  return { data, database, env: envOf(database) };
}
const envOf = ({ config: { databaseUrl } }: TestDatabase): Record<string, string> =>
  databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };

/** The account database of a folder, without a server. */
async function withAccounts(data: string, { config }: TestDatabase, work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openDatabase({ data, url: config.databaseUrl, logger: pino({ level: "silent" }) });
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
}

async function withServer(
  data: string,
  database: TestDatabase,
  work: (server: Omit<Server, "address">, symbols: number) => Promise<void>,
  open: () => Promise<Market> = () => openMarket({ folder: data }),
) {
  const market = await open();
  const logger = pino({ level: "silent" });
  const restored = await createServer({ market, data, client: null, port: 3000, logger, config: database.config });
  try {
    await work(restored, (await marketStatus(market)).securities);
  } finally {
    await restored.close();
    await market.close();
  }
}

/** Unpacks the backup, changes it, and packs it again, with sums that hold. */
async function crafted(change: (inside: string, victim: string) => Promise<void>) {
  const inside = await mkdtemp(join(folder, "crafted-"));
  const victim = await mkdtemp(join(folder, "victim-"));
  await writeFile(join(victim, "private.txt"), "mine");
  execFileSync("tar", ["--extract", "--file", file, "--directory", inside]);
  await change(inside, victim);
  const made = `${inside}.tar`;
  execFileSync("tar", ["--create", "--file", made, "--directory", inside, "."]);
  return { made, victim };
}

let restored: Awaited<ReturnType<typeof elsewhere>> | undefined;
/** Another machine with the accounts of a backup that is open to everybody. */
async function restoredElsewhere(): Promise<Awaited<ReturnType<typeof elsewhere>>> {
  if (restored !== undefined) return restored;
  const { made } = await crafted(async (inside) => void execFileSync("chmod", ["-R", "a+rwX", inside]));
  restored = await elsewhere();
  expect(await commandLineIn(restored.env, "restore", made, "--data", restored.data)).toMatchObject({ status: 0 });
  return restored;
}

describe("a backup", () => {
  test("of version 0.2, which named a table's columns after the table, fits where their types do", () => {
    const shape = {
      name: "daily",
      columns: "security_id UInt32, open Decimal(18, 6), at Nullable(DateTime('UTC'))",
      rows: 1,
    };
    expect(sameColumns(shape, shape.columns)).toBe(true);
    expect(sameColumns(shape, "daily UInt32, daily Decimal(18, 6), daily Nullable(DateTime('UTC'))")).toBe(true);
    expect(sameColumns(shape, "daily UInt32, daily Decimal(18, 4), daily Nullable(DateTime('UTC'))")).toBe(false);
    expect(sameColumns(shape, "security UInt32, open Decimal(18, 6), at Nullable(DateTime('UTC'))")).toBe(false);
  });

  test("is one file that only its owner reads, and is not replaced without being told", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await commandLineIn(server.env, "backup", file, "--data", server.data);
    expect(again).toMatchObject({ status: 1, err: expect.stringContaining("is there already") });
    if (!IN_SOAK) return;
    expect((await commandLineIn(server.env, "backup", file, "--force", "--data", server.data)).status).toBe(0);
  });

  test.each(rounds([null], [null, "two"] as const))(
    "gives everything back on another machine: rows, requests, sessions, files, and what waited runs (cluster: %s)",
    async (name) => {
      const { data, database, env } = await elsewhere();
      const cluster = name === null ? null : await openEmptyCluster(name, 1);
      const said = await commandLineIn({ ...env, ...cluster?.env }, "restore", whole, "--data", data);
      expect(said).toMatchObject({ status: 0, err: "" });
      await withServer(
        data,
        database,
        async (restored, symbols) => {
          expect(symbols).toBe((await marketStatus(server.market)).securities);
          const after = await answers(restored.app, Object.keys(before));
          // The one that waited may have begun.
          const [list] = ASKED;
          const waited = (items: unknown): unknown =>
            JSON.parse(JSON.stringify(items, (_, part) => (part?.id === waiting ? { id: waiting } : part)));
          expect({ ...settledAll(after), [list ?? ""]: waited(after[list ?? ""]) }).toEqual({
            ...settledAll(before),
            [list ?? ""]: waited(before[list ?? ""]),
          });
          expect(existsSync(join(data, "files"))).toBe(true);
          // What the tables hold sealed is opened here too.
          const keyring = await openKeyring(data, null);
          expect(keyring.names).toEqual((await openKeyring(server.data, null)).names);
          const { secret } = await restored.db
            .selectFrom("webhook")
            .select("secret")
            .where("id", "=", webhook.id)
            .executeTakeFirstOrThrow();
          expect([secret.includes(webhook.secret), openedSecret(keyring, secret, webhook.id)]).toEqual([
            false,
            webhook.secret,
          ]);
          expect(after[Object.keys(after).find((url) => url.includes("csv")) ?? ""]).toBe(csv);
          const { account } = server;
          await makeAccount(restored.db, { email: "new@example.org" });
          const row = await restored.db
            .selectFrom("data_request")
            .select("status")
            .where("id", "=", waiting)
            .executeTakeFirst();
          expect(row).toBeDefined();
          expect((await endedIn(restored, waiting, account)).status).toBe("Finished");
        },
        cluster === null ? undefined : async () => ({ ...cluster.market, close: async () => undefined }),
      );
      await database.drop();
      await cluster?.end();
    },
  );

  // Only the soak restores accounts beside a market and over those that are there.
  test.runIf(IN_SOAK)(
    "without the market leaves the one that is there; accounts are replaced only when told, and stay beside",
    async () => {
      const data = await serverFolder();
      const database = await withTestDatabase();
      const env = envOf(database);
      // All of them find its engine running.
      const held = await openMarket({ folder: data });
      await importAnother(held);
      const { label } = await currentSnapshot(held);
      await withAccounts(data, database, async (db) => void (await makeAccount(db, { email: "mine@example.org" })));
      const refused = await commandLineIn(env, "restore", file, "--data", data);
      expect(refused).toMatchObject({ status: 1, err: expect.stringContaining("--force") });
      await withAccounts(data, database, async (db) => {
        expect(await db.selectFrom("account").select("email").execute()).toEqual([{ email: "mine@example.org" }]);
      });
      expect(await commandLineIn(env, "restore", file, "--force", "--data", data)).toMatchObject({ status: 0 });
      await withServer(data, database, async ({ app, db }) => {
        expect((await currentSnapshot(held)).label).toEqual(label);
        const emails = (await db.selectFrom("account").select("email").execute()).map(({ email }) => email);
        expect(emails).not.toContain("mine@example.org");
        const url = Object.keys(before).find((asked) => asked.includes("/rows")) ?? "";
        expect((await answers(app, [url]))[url]).toEqual(before[url]);
      });
      await rm(data, { recursive: true, force: true });
      await held.close();
      await database.drop();
    },
  );

  test("that is damaged or none changes nothing", async () => {
    const { data, database, env } = await elsewhere();
    const bytes = await readFile(file);
    const damaged = join(folder, "damaged.tar");
    const at = bytes.indexOf("rows/account.jsonl.gz") + 1_024 + 40;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    await writeFile(damaged, bytes);
    expect(await commandLineIn(env, "restore", damaged, "--data", data)).toMatchObject({
      status: 1,
      err: expect.stringContaining("damaged"),
    });
    await writeFile(damaged, bytes.subarray(0, bytes.length / 2));
    expect((await commandLineIn(env, "restore", damaged, "--data", data)).status).toBe(1);
    await writeFile(damaged, "not a backup");
    expect(await commandLineIn(env, "restore", damaged, "--data", data)).toMatchObject({
      status: 1,
      err: expect.stringContaining("not a backup"),
    });
    expect(existsSync(join(data, "accounts"))).toBe(false);
    expect(existsSync(join(data, "restoring"))).toBe(false);
    await database.drop();
  });
});

// Only where the accounts are in the data folder.
describe("a backup that somebody else made", () => {
  const outside = (inside: string) => join(inside, "data", "files");

  test.each<readonly [string, (inside: string, victim: string) => Promise<void>]>([
    [
      "a folder that is a link",
      async (inside, victim) => {
        await rm(outside(inside), { recursive: true });
        await symlink(victim, outside(inside));
      },
    ],
    [
      "a link to a file",
      async (inside, victim) => symlink(join(victim, "private.txt"), join(outside(inside), "x.csv")),
    ],
    ["a second name of a file", async (inside) => link(join(inside, "manifest.json"), join(outside(inside), "x.csv"))],
    ["a pipe", async (inside) => void execFileSync("mkfifo", [join(outside(inside), "x.csv")])],
    [
      "a file in a place of none",
      async (inside) => {
        await writeFile(join(inside, "data", "engine.json"), "{}");
        const manifest = JSON.parse(await readFile(join(inside, "manifest.json"), "utf8"));
        manifest.files["data/engine.json"] = createHash("sha256").update("{}").digest("hex");
        await writeFile(join(inside, "manifest.json"), JSON.stringify(manifest));
      },
    ],
  ])("with %s is refused, and nothing is moved", async (_, change) => {
    const { made, victim } = await crafted(change);
    const { data, database, env } = await elsewhere();
    const restored = await commandLineIn(env, "restore", made, "--data", data);
    expect([restored.status, restored.err]).toEqual([1, expect.stringMatching(/is no backup of this program/)]);
    expect(await readdir(victim)).toEqual(["private.txt"]);
    // The locks by which the folder was held are all that is there.
    expect(await readdir(data)).toEqual(["server.lock", "worker.lock"]);
    await database.drop();
  });

  // `tests/server/hostile-input.test.ts` has files that are their owner's alone; only the soak has those of a backup.
  test.runIf(IN_SOAK)("of this program is its owner's alone, whatever it says about itself", async () => {
    const { data } = await restoredElsewhere();
    const open: string[] = [];
    for (const entry of await readdir(join(data, "files"), { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      if ((mode & 0o077) !== 0) open.push(entry.name);
    }
    expect(open).toEqual([]);
    expect((await stat(join(data, "files"))).mode & 0o777).toBe(0o700);
  });
});

// Only the soak cuts a restore off.
test.runIf(IN_SOAK && (process.env["DATABASE_URL"] ?? "") === "")(
  "a restore that was cut off before its last step is completed by the next start",
  async () => {
    const { data } = await restoredElsewhere();
    await rename(clusterFolder(data), restoredCluster(data));
    await withAccounts(data, { config: readConfig({}), drop: async () => undefined }, async (db) => {
      expect((await db.selectFrom("account").select("id").execute()).map(({ id }) => id)).toContain(server.account);
    });
    expect(existsSync(restoredCluster(data))).toBe(false);
  },
);

const settledAll = (found: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(found).map(([url, value]) => [url, settled(value)]));

async function endedIn(restored: Omit<Server, "address">, id: string, account: string) {
  const view = await requestEnded(restored.db, account, id);
  if (view === null) throw new Error("it is not there");
  return view;
}
