import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { openDatabase } from "../../src/server/db/index.ts";
import { readConfig } from "../../src/server/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { withTestDatabase } from "../server/test-database.ts";
import { sharedServices } from "../shared-services.ts";
import { IN_SOAK } from "../cases.ts";
import { commandLine, commandLineIn } from "./command-line.ts";
import type { Said } from "./command-line.ts";

let folder: string;
let data: string;
let held: Market;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-cli-"));
  // So that each command finds an engine that runs: to start one takes longer than it does.
  held = await openTestMarket();
  data = held.folder ?? "";
  const path = join(folder, "identities.csv");
  await writeFile(path, "symbol,first_date,cik,source\nABC,2024-01-02,1,a\nABC,2024-01-04,2,a\n");
  expect(await commandLine("market", "import", "csv", path, "--data", data)).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await held.close();
  await rm(folder, { recursive: true });
});

const KEY = "company ABC cik:1 cik:2";
const identities = (...words: readonly string[]): Promise<Said> =>
  commandLine("market", "identities", ...words, "--data", data);

test("market identities says what identifiers contradict, and settles it; without accounts no log is made", async () => {
  const open = await identities();
  expect(open.out).toBe(
    `${KEY}: ABC is of the companies cik:1 and cik:2; until it is settled one security (one, apart)\n`,
  );
  expect(open.status).toBe(1);
  const settled = await identities("--json", "--settle", KEY, "--answer", "one");
  expect(JSON.parse(settled.out)).toMatchObject({ key: KEY, answer: "one", symbols: ["ABC"] });
  expect(settled).toMatchObject({ status: 0, err: "1 conflicts of identifiers, none open\n" });
  expect((await identities("--settle", KEY, "--answer", "two")).err).toContain("one of one, apart");
  expect((await identities("--settle", KEY)).err).toContain("go together");
  expect(await readdir(data)).not.toContain("accounts");
});

// Only the soak reads the security log of what the command line settles.
test.runIf(IN_SOAK)(
  "what is settled and taken back stands in the security log, as the screen writes it; a refusal does not",
  async () => {
    const { config, drop } = await withTestDatabase(readConfig({}), await sharedServices());
    const database = await openDatabase({ data, url: config.databaseUrl, logger: pino({ level: "silent" }) });
    const settle = (answer: string): Promise<Said> =>
      commandLineIn(
        { DATABASE_URL: config.databaseUrl ?? "" },
        "market",
        "identities",
        "--settle",
        KEY,
        "--answer",
        answer,
        "--data",
        data,
      );
    try {
      expect((await settle("apart")).status).toBe(0);
      expect((await settle("two")).err).toContain("one of one, apart");
      expect((await settle("open")).status).toBe(1);
      const logged = await database.db
        .selectFrom("security_log")
        .select(["action", "address", "actor_id", "details"])
        .orderBy("id")
        .execute();
      const line = { action: "identity-settled", address: "command line", actor_id: null };
      expect(logged).toEqual([
        { ...line, details: { key: KEY, answer: "apart" } },
        { ...line, details: { key: KEY, answer: null } },
      ]);
    } finally {
      await database.close();
      await drop();
    }
  },
);
