import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import {
  CONNECTORS,
  fetchSource,
  type Connector,
  type FetchOptions,
  type FetchRequest,
} from "../../src/sources/index.ts";
import { IN_SOAK } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";
import { localSource, type Answer, type LocalSource } from "./local-source.ts";
import { SOURCES, truth, type Truth } from "./payloads.ts";

/*
 * What every source of daily bars does, whatever its answers look like. None of them was ever called for real here. What
 * differs between them is how a page is asked and read: of each that is tried in one story, which imports twice. The rest
 * is one code, tried whole with the first; in the soak all is tried with all of them, each behaviour on a market of its own.
 */

const WANT: FetchRequest = {
  symbols: ["AAA", "BBB"],
  kinds: ["daily", "splits", "dividends"],
  from: "2025-12-01",
  to: "2025-12-19",
};
const SECRET = "never-to-be-seen-1234";
const OF_BARS = CONNECTORS.filter(({ name }) => Object.hasOwn(SOURCES, name));

describe.each(OF_BARS.map((one, place) => [one.name, one, place === 0] as const))(
  "%s",
  (name, connector: Connector, isFirst) => {
    /** Its behaviours are tried together by the stories, which share their imports. */
    const alone = test.runIf(IN_SOAK);
    let market: Market;
    let folder = "";
    let source: LocalSource | null = null;
    beforeEach(async () => {
      market = await openTestMarket();
      folder = await mkdtemp(join(tmpdir(), "scanbook-fetch-"));
    });
    afterEach(async () => {
      await source?.close();
      source = null;
      await market.close();
      await rm(folder, { recursive: true, force: true });
    });

    const answers = (known: Truth, path: string): Answer => SOURCES[name]?.(known, path) ?? { status: 404, body: "" };
    const serve = async (answer: (path: string, call: number) => Answer): Promise<void> => {
      await source?.close();
      source = await localSource(answer);
    };
    const go = (want: FetchRequest = WANT, more: Partial<FetchOptions> = {}, from = connector) =>
      fetchSource(market, from, want, {
        folder,
        keys: connector.keys.map(() => SECRET),
        signal: new AbortController().signal,
        addresses: Object.fromEntries(Object.keys(connector.addresses).map((key) => [key, source?.address ?? ""])),
        limits: [],
        retries: 2,
        pauseMs: 1,
        ...more,
      });
    /** The market's bars as traded and its splits, as text. */
    const stored = async (): Promise<readonly string[]> => {
      const rows = await market.query<{ row: string }>(
        `SELECT concat(symbol, ' ', toString(date), ' ', toString(toFloat64(open)), ' ', toString(toFloat64(close)), ' ', toString(toUInt64(volume))) AS row FROM (
SELECT s.symbol AS symbol, n.date AS date, d.open AS open, d.close AS close, d.volume AS volume FROM ${market.database}.daily AS d
JOIN ${market.database}.security AS s USING (security_id) JOIN ${market.database}.session AS n USING (session)) ORDER BY row`,
      );
      return rows.map(({ row }) => row);
    };
    const expected = ({ bars }: Truth): readonly string[] =>
      bars.map(({ symbol, date, open, close, volume }) => `${symbol} ${date} ${open} ${close} ${volume}`).toSorted();

    /** After its first page the source answers with something else: nothing is imported, and the error names the page. */
    const expectGarbageRefused = async (want: FetchRequest, known: Truth): Promise<void> => {
      for (const garbage of ["<html>sorry</html>", "[{}]", '{"status":"ERROR"}', "", "null", "\u0000"]) {
        await serve((path, call) => (call === 1 ? answers(known, path) : { body: garbage }));
        const error = await go(want, { restart: true }).catch((thrown: unknown) => thrown);
        expect(String(error), JSON.stringify(garbage)).toMatch(
          /FetchError: .*(AAA|BBB|splits|securities).*answered with something else/,
        );
        expect(await stored()).toEqual([]);
      }
    };
    const keptOnDisk = async (): Promise<string> => {
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const texts = files
        .filter((one) => one.isFile())
        .map(
          async ({ parentPath, name: file }) =>
            `${file} ${(await readFile(join(parentPath, file))).toString("latin1")}`,
        );
      return (await Promise.all(texts)).join("\n");
    };
    const restatedOn = (day: string): Truth => ({
      bars: truth().bars.map((bar) => (bar.date === day ? { ...bar, volume: 7 } : bar)),
    });
    const troublesOf = (): Answer[] => [
      { status: 429, headers: { "retry-after": "0" }, body: "too many" },
      { cutOff: '[{"date": "2025-12-01T00' },
      "hang up",
      { status: 503, body: "busy" },
    ];

    test("unauthorised, malformed, complete; then throttled, incremental and restated: it has what the source knows", async () => {
      await serve(() => ({ status: 401, body: `bad token ${SECRET}` }));
      const refused = await go().catch((thrown: unknown) => thrown);
      expect(String(refused)).toContain(connector.keys[0]?.variable);
      expect(String(refused)).not.toContain(SECRET);
      expect(source?.calls.join(" ")).not.toContain(SECRET);
      expect(JSON.stringify(source?.headers())).toContain(SECRET);

      const first = { ...WANT, to: "2025-12-12" };
      await expectGarbageRefused(first, truth(10));
      // A page is there, and no key beside it.
      const kept = await keptOnDisk();
      expect(kept).not.toBe("");
      expect(kept).not.toContain(SECRET);

      await serve((path) => answers(truth(10), path));
      const { imported, missing, resumed } = await go(first);
      expect([imported?.refused.count, missing, resumed]).toEqual([0, [], 1]);
      expect(await stored()).toEqual(expected(truth(10)));
      expect(imported?.taken).toMatchObject({ daily: 20, splits: 1, dividends: 1 });
      expect(await readdir(join(folder, name))).toEqual([]);
      expect(await keptOnDisk()).not.toContain(SECRET);

      // How a later page is asked for differs by its dates alone.
      if (!isFirst && !IN_SOAK) return;
      const restated = restatedOn("2025-12-10");
      const troubles = troublesOf();
      await serve((path) => troubles.shift() ?? answers(restated, path));
      await go(WANT, { retries: 6 });
      expect(troubles).toEqual([]);
      // It begins a week before the last day.
      expect(source?.calls.join("\n")).not.toContain("2025-12-01");
      expect(await stored()).toEqual(expected(restated));
    });

    // The story above goes on with later days and after a stop; `fetched-days` has which days are asked for.
    alone(
      "earlier days are fetched; another market has nothing yet, goes on after stops, and learns of a symbol",
      async () => {
        await serve((path) => answers(truth(), path));
        await go({ ...WANT, from: "2025-12-15" });
        await go();
        expect(await stored()).toEqual(expected(truth()));
        // Begun for the last week only, which is too little for the next market.
        await serve(() => ({ status: 403, body: "" }));
        await expect(go()).rejects.toThrow("403");
        await market.close();
        market = await openTestMarket();
        const { bars } = truth();
        const known = { bars: bars.filter(({ symbol }) => symbol === "AAA") };
        await serve((path) => answers(known, path));
        const { stops, missing } = await stoppedAfterEachPage();
        expect(stops).toBeGreaterThan(1);
        expect(new Set(source?.calls).size).toBe(source?.calls.length);
        expect(await stored()).toEqual(expected(known));
        expect(missing).toContain("BBB");
        expect(missing).not.toContain("AAA");
        await serve((path) => answers(truth(), path));
        expect((await go()).missing).toEqual([]);
        expect(await stored()).toEqual(expected(truth()));
      },
    );

    /** Goes on until it has ended. */
    async function stoppedAfterEachPage(): Promise<{ readonly stops: number; readonly missing: string }> {
      for (let stops = 1; ; stops += 1) {
        const stop = new AbortController();
        const before = source?.calls.length ?? 0;
        const onProgress = () => ((source?.calls.length ?? 0) > before ? stop.abort() : undefined);
        // One page at a time: of several at once a stop loses those that are on their way.
        const oneByOne = { ...connector, atOnce: 1 };
        const outcome = await go(WANT, { signal: stop.signal, onProgress }, oneByOne).catch((error: unknown) => error);
        if (stop.signal.aborted) expect(await stored()).toEqual([]);
        if (!(outcome instanceof Error)) return { stops, missing: JSON.stringify(Object(outcome).missing) };
      }
    }

    alone("complete: the market has every bar, split and dividend", async () => {
      await serve((path) => answers(truth(), path));
      const { imported, missing } = await go();
      expect([imported?.refused.count, missing]).toEqual([0, []]);
      expect(await stored()).toEqual(expected(truth()));
      expect(imported?.taken).toMatchObject({ daily: 30, splits: 1, dividends: 1 });
      expect(await readdir(join(folder, name))).toEqual([]);
    });

    alone("incremental: a later call begins a week before the last day", async () => {
      await serve((path) => answers(truth(10), path));
      await go({ ...WANT, to: "2025-12-12" });
      await serve((path) => answers(truth(), path));
      await go();
      expect(source?.calls.join("\n")).not.toContain("2025-12-01");
      expect(await stored()).toEqual(expected(truth()));
    });

    alone("restated: the source's newest word counts", async () => {
      await serve((path) => answers(truth(), path));
      await go();
      const restated = restatedOn("2025-12-15");
      await serve((path) => answers(restated, path));
      await go();
      expect(await stored()).toEqual(expected(restated));
    });

    alone("stopped after every page, it goes on from there and calls for nothing twice", async () => {
      await serve((path) => answers(truth(), path));
      const { stops } = await stoppedAfterEachPage();
      expect(stops).toBeGreaterThan(1);
      expect(new Set(source?.calls).size).toBe(source?.calls.length);
      expect(await stored()).toEqual(expected(truth()));
    });

    alone(
      "a symbol that the source does not know yet is listed, and fetched from its first day once it does",
      async () => {
        const { bars } = truth();
        await serve((path) => answers({ bars: bars.filter(({ symbol }) => symbol === "AAA") }, path));
        const { missing } = await go();
        expect(missing.join()).toContain("BBB");
        expect(missing.join()).not.toContain("AAA");
        await serve((path) => answers(truth(), path));
        expect((await go()).missing).toEqual([]);
        expect(await stored()).toEqual(expected(truth()));
      },
    );

    alone("throttled, cut off and failing for a while, it comes to the same", async () => {
      const troubles = troublesOf();
      await serve((path) => troubles.shift() ?? answers(truth(), path));
      await go(WANT, { retries: 6 });
      expect(troubles).toEqual([]);
      expect(await stored()).toEqual(expected(truth()));
    });

    alone("malformed: refused with the page's name; a later call goes on", async () => {
      await expectGarbageRefused({ ...WANT, from: "2025-11-28" }, truth());
      await serve((path) => answers(truth(), path));
      const { resumed } = await go({ ...WANT, from: "2025-11-28" });
      expect(resumed).toBe(1);
      expect(await stored()).toEqual(expected(truth()));
    });

    alone("an earlier first day fetches what lies before; another market has nothing yet", async () => {
      await serve((path) => answers(truth(), path));
      await go({ ...WANT, from: "2025-12-15" });
      await go();
      expect(await stored()).toEqual(expected(truth()));
      // Begun for the last week only, which is too little for the next market.
      await serve(() => ({ status: 403, body: "" }));
      await expect(go()).rejects.toThrow("403");
      await market.close();
      market = await openTestMarket();
      await serve((path) => answers(truth(), path));
      await go();
      expect(await stored()).toEqual(expected(truth()));
    });

    alone("no key is in what is kept on disk", async () => {
      await serve((path, call) => (call < 3 ? answers(truth(), path) : { status: 403, body: "" }));
      await go().catch(() => undefined);
      expect(await keptOnDisk()).not.toContain(SECRET);
    });
  },
);
