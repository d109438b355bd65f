import { readdir, readFile, stat } from "node:fs/promises";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { demoRule } from "../../src/cli/start.ts";
import { marketStatus } from "../../src/market/index.ts";
import { DEMO_EMAIL } from "../../src/contract/index.ts";
import { readConfig } from "../../src/server/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { freePort } from "../free-port.ts";
import { startProcess } from "./own-process.ts";
import { sharedAddresses } from "./shared-addresses.ts";
import type { SharedAddresses } from "./shared-addresses.ts";
import { until } from "./until.ts";

const DATABASE = "postgres://db.example/scanbook";
const MARKET = "http://market.example/market";

describe("a demo market and account are made", () => {
  const given = (value: string | null): readonly string[] => (value === null ? ["", "\0"] : [value]);
  /* "" is as good as not given at all, which "\0" stands for here. */
  const CASES = [null, "development", "production"].flatMap((node) =>
    [null, DATABASE].flatMap((database) =>
      [null, MARKET].flatMap((market) =>
        [undefined, true].map((demo) => ({
          node,
          database,
          market,
          demo,
          others: [node === "production", database, market],
        })),
      ),
    ),
  );

  test.each(CASES)(
    "NODE_ENV $node, DATABASE_URL $database, MARKET_URL $market, --demo $demo",
    ({ node, database, market, demo, others }) => {
      const alone = others.every((other) => other === null || other === false);
      for (const [NODE_ENV, DATABASE_URL, MARKET_URL] of given(node).flatMap((one) =>
        given(database).flatMap((two) => given(market).map((three) => [one, two, three])),
      )) {
        const env = Object.fromEntries(
          Object.entries({ NODE_ENV, DATABASE_URL, MARKET_URL }).filter(([, value]) => value !== "\0"),
        );
        const call = { env, options: demo === undefined ? {} : { demo } };
        expect(demoRule(call, readConfig(env))).toEqual({ alone, withDemo: alone || demo === true });
      }
    },
  );
});

describe("at addresses that others use too", () => {
  const children: ChildProcess[] = [];
  let shared: SharedAddresses;
  beforeAll(async () => {
    shared = await sharedAddresses();
  });
  afterEach(() => {
    for (const child of children.splice(0)) if (child.exitCode === null) child.kill("SIGKILL");
  });
  afterAll(() => shared.end());

  const accounts = async (): Promise<readonly string[]> =>
    (await shared.db.selectFrom("account").select("email").execute()).map(({ email }) => email);
  const start = async (name: string, more: Readonly<Record<string, string>>, options: readonly string[]) =>
    startProcess(
      join(shared.folder, name),
      await freePort(),
      (child) => children.push(child),
      { ...shared.env, ...more },
      { options },
    );
  const stopped = async (servers: readonly Awaited<ReturnType<typeof start>>[]): Promise<void> => {
    for (const { child } of servers) child.kill("SIGTERM");
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual(servers.map(() => 0));
  };

  // The table above has the rule; only the soak starts a server by it.
  test.runIf(IN_SOAK)(
    "nothing is made unless asked for, and a data folder that does not exist yet is made for its owner alone",
    async () => {
      const server = await start("new/deeper", { NODE_ENV: "production" }, []);
      expect(server.said()).toContain("There are no market data yet");
      expect(server.said()).not.toContain("Sign-in");
      expect([await accounts(), (await marketStatus(shared.market)).snapshot]).toEqual([[], null]);
      expect((await stat(join(shared.folder, "new/deeper"))).mode & 0o777).toBe(0o700);
      expect(await readdir(join(shared.folder, "new/deeper"))).not.toContain("demo-account.json");
      await stopped([server]);
    },
  );

  // A whole demo market is made.
  test.skipIf(rounds(0, 1) === 0)(
    "a first start that is told to stop while it makes the first workbook ends as any other; the next one runs it (in the soak)",
    async () => {
      const folder = join(shared.folder, "first");
      let said = "";
      const { promise: ended, resolve: end } = Promise.withResolvers<number | null>();
      const first = startProcess(folder, await freePort(), (child) => {
        children.push(child);
        child.stderr?.on("data", (text) => (said += String(text)));
        child.once("close", end);
      });
      first.catch(() => undefined);
      // It answers calls by then, and makes the workbook.
      await until(
        () => readFile(join(folder, "server.json"), "utf8").catch(() => null),
        (note) => note !== null,
      );
      children.at(-1)?.kill("SIGTERM");
      expect(await ended).toBe(0);
      expect(said).toContain("Stopping …");
      const next = await startProcess(folder, await freePort(), (child) => children.push(child));
      expect(next.said()).toContain("Ctrl-C");
      await stopped([next]);
    },
  );

  // A whole demo market is made.
  test.skipIf(rounds(0, 1) === 0)(
    "two that are asked for it and start at once make one market and one account (in the soak)",
    async () => {
      const servers = await Promise.all(["a", "b"].map((name) => start(name, {}, ["--demo"])));
      expect(await accounts()).toEqual([DEMO_EMAIL]);
      expect((await marketStatus(shared.market)).snapshot).toMatchObject({ source: "demo" });
      const made = servers.filter((server) => server.said().includes("all invented"));
      const printed = servers.filter((server) => server.said().includes("the password is in"));
      expect([made.length, printed.length]).toEqual([1, 1]);
      await stopped(servers);
    },
  );
});
