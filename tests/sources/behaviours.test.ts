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
 * differs between them is how a page is asked and read; the rest is one code, tried whole with the first, and with
 * all of them in the soak.
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
    const whole = test.runIf(IN_SOAK || isFirst);
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

    test("complete: the market has every bar, split and dividend", async () => {
      await serve((path) => answers(truth(), path));
      const { imported, missing } = await go();
      expect([imported?.refused.count, missing]).toEqual([0, []]);
      expect(await stored()).toEqual(expected(truth()));
      expect(imported?.taken).toMatchObject({ daily: 30, splits: 1, dividends: 1 });
      expect(await readdir(join(folder, name))).toEqual([]);
    });

    test("incremental: a later call begins a week before the last day", async () => {
      await serve((path) => answers(truth(10), path));
      await go({ ...WANT, to: "2025-12-12" });
      await serve((path) => answers(truth(), path));
      await go();
      expect(source?.calls.join("\n")).not.toContain("2025-12-01");
      expect(await stored()).toEqual(expected(truth()));
    });

    whole("restated: the source's newest word counts", async () => {
      await serve((path) => answers(truth(), path));
      await go();
      const restated = { bars: truth().bars.map((bar) => (bar.date === "2025-12-15" ? { ...bar, volume: 7 } : bar)) };
      await serve((path) => answers(restated, path));
      await go();
      expect(await stored()).toEqual(expected(restated));
    });

    whole("stopped after every page, it goes on from there and calls for nothing twice", async () => {
      await serve((path) => answers(truth(), path));
      let stops = 0;
      for (let ended = false; !ended; stops += 1) {
        const stop = new AbortController();
        const before = source?.calls.length ?? 0;
        const onProgress = () => ((source?.calls.length ?? 0) > before ? stop.abort() : undefined);
        // One page at a time: of several at once a stop loses those that are on their way.
        const oneByOne = { ...connector, atOnce: 1 };
        const outcome = await go(WANT, { signal: stop.signal, onProgress }, oneByOne).catch((error: unknown) => error);
        if (stop.signal.aborted) expect(await stored()).toEqual([]);
        ended = !(outcome instanceof Error);
      }
      expect(stops).toBeGreaterThan(1);
      expect(new Set(source?.calls).size).toBe(source?.calls.length);
      expect(await stored()).toEqual(expected(truth()));
    });

    whole(
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

    whole("throttled, cut off and failing for a while, it comes to the same", async () => {
      const troubles: Answer[] = [
        { status: 429, headers: { "retry-after": "0" }, body: "too many" },
        { cutOff: '[{"date": "2025-12-01T00' },
        "hang up",
        { status: 503, body: "busy" },
      ];
      await serve((path) => troubles.shift() ?? answers(truth(), path));
      await go(WANT, { retries: 6 });
      expect(troubles).toEqual([]);
      expect(await stored()).toEqual(expected(truth()));
    });

    test("unauthorised: says which key, and never the key; nothing is imported", async () => {
      await serve(() => ({ status: 401, body: `bad token ${SECRET}` }));
      const error = await go().catch((thrown: unknown) => thrown);
      expect(String(error)).toContain(connector.keys[0]?.variable);
      expect(String(error)).not.toContain(SECRET);
      expect(source?.calls.join(" ")).not.toContain(SECRET);
      expect(JSON.stringify(source?.headers())).toContain(SECRET);
      expect(await stored()).toEqual([]);
    });

    test("malformed: refused with the page's name; a later call goes on", async () => {
      for (const garbage of ["<html>sorry</html>", "[{}]", '{"status":"ERROR"}', "", "null", "\u0000"]) {
        await serve((path, call) => (call === 1 ? answers(truth(), path) : { body: garbage }));
        const error = await go({ ...WANT, from: "2025-11-28" }, { restart: true }).catch((thrown: unknown) => thrown);
        expect(String(error), JSON.stringify(garbage)).toMatch(
          /FetchError: .*(AAA|BBB|splits|securities).*answered with something else/,
        );
        expect(await stored()).toEqual([]);
      }
      await serve((path) => answers(truth(), path));
      const { resumed } = await go({ ...WANT, from: "2025-11-28" });
      expect(resumed).toBe(1);
      expect(await stored()).toEqual(expected(truth()));
    });

    whole("an earlier first day fetches what lies before; another market has nothing yet", async () => {
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

    whole("no key is in what is kept on disk", async () => {
      await serve((path, call) => (call < 3 ? answers(truth(), path) : { status: 403, body: "" }));
      await go().catch(() => undefined);
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const file of files.filter((one) => one.isFile())) {
        expect(`${file.name} ${(await readFile(join(file.parentPath, file.name))).toString("latin1")}`).not.toContain(
          SECRET,
        );
      }
    });
  },
);
