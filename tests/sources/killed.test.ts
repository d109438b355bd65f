import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { importCsv, openMarket, type Market } from "../../src/market/index.ts";
import { CONNECTORS, type Connector, type FetchRequest } from "../../src/sources/index.ts";
import { IN_SOAK } from "../cases.ts";
import { folderOf } from "../market/csv-folder.ts";
import { openTestMarket } from "../market/open-market.ts";
import { localSource, type Answer, type LocalSource } from "./local-source.ts";
import { SOURCES, truth } from "./payloads.ts";
import { BARS, CASES } from "./reports.ts";

/*
 * A real process, killed with the source's answer on its way, every source at every page (in the soak). In `npm test` behaviours
 * has a source fail behind its first page and goes on, and looks for the key in what is kept; `market/import-death` kills an import.
 */

const MAIN = resolve(import.meta.dirname, "../../src/cli/main.ts");
const SECRET = "never-to-be-seen-1234";

/** What is fetched of a source, and what the market then holds. */
interface Story {
  readonly want: FetchRequest;
  readonly answer: (path: string) => Answer;
  /** SELECT of rows in `{database}`. */
  readonly rows: string;
  /** Brings a market with bars the same; null where the source brings the bars of the truth. */
  readonly whole: ((market: Market) => Promise<unknown>) | null;
}

const OF_BARS = `SELECT concat(symbol, ' ', toString(date), ' ', toString(toFloat64(close)), ' ', toString(toUInt64(volume))) AS row FROM (
SELECT s.symbol AS symbol, n.date AS date, d.close AS close, d.volume AS volume FROM {database}.daily AS d
JOIN {database}.security AS s USING (security_id) JOIN {database}.session AS n USING (session)) ORDER BY row`;

function storyOf(name: string): Story | null {
  const [known, of] = [SOURCES[name], CASES[name]];
  if (known !== undefined)
    return {
      want: { symbols: ["AAA", "BBB"], kinds: [], from: "2025-12-01", to: "2025-12-19" },
      answer: (path) => known(truth(), path),
      rows: OF_BARS,
      whole: null,
    };
  if (of === undefined) return null;
  const files = of.files(10);
  return {
    want: of.want,
    answer: (path) => (files[path] === undefined ? { status: 404, body: "" } : { body: files[path] }),
    rows: of.rows,
    whole: (market) => of.whole(market, 10),
  };
}

test.each(CONNECTORS.map(({ name }) => name))("%s is in the table of behaviours", (name) => {
  // Those of bars in behaviours.test.ts, all others in other-sources.test.ts, and both here.
  expect([...Object.keys(SOURCES), ...Object.keys(CASES)]).toContain(name);
});

let folder = "";
let source: LocalSource | null = null;
let child: ChildProcess | null = null;
afterEach(async () => {
  child?.kill("SIGKILL");
  await source?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Fetches in a process of its own; gives its status, null where it was killed, and all that it printed. */
async function fetchInProcess(
  { name, keys }: Connector,
  { symbols, kinds, from, to }: FetchRequest,
  address: string,
): Promise<{ readonly status: number | null; readonly printed: string }> {
  const words = ["market", "fetch", name, "--from", from, "--to", to];
  if (symbols.length > 0) words.push("--symbols", symbols.join(","));
  if (kinds.length > 0) words.push("--kinds", kinds.join(","));
  const prefix = name.toUpperCase().replaceAll("-", "_");
  child = spawn(process.execPath, [MAIN, ...words, "--data", folder], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      ...Object.fromEntries(keys.map(({ variable }) => [variable, `${SECRET} ada@example.org`])),
      [`${prefix}_URL`]: address,
      [`${prefix}_CALLS_PER_MINUTE`]: "100000",
    },
  });
  let printed = child.spawnargs.join(" ");
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (printed += String(text)));
  await once(child, "close");
  return { status: child.exitCode, printed };
}

async function rowsOf(market: Market, rows: string): Promise<readonly unknown[]> {
  try {
    return await market.query(rows.replaceAll("{database}", market.database));
  } finally {
    await market.close();
  }
}

describe.runIf(IN_SOAK).each(CONNECTORS.map((one) => [one.name, one] as const))("%s", (name, connector) => {
  test("killed at a page, the same command goes on from there; the key is in nothing that was printed or kept", async () => {
    const story = storyOf(name);
    if (story === null) throw new Error(`${name} is not in the table of behaviours`);
    folder = await mkdtemp(join(tmpdir(), "scanbook-fetch-"));
    if (story.whole !== null) {
      const market = await openMarket({ folder });
      await importCsv(market, folderOf({ "daily.csv": BARS }));
      await market.close();
    }
    // A page is met by one kill.
    const killed = new Set<string>();
    source = await localSource((path) => {
      if (!killed.has(path)) {
        killed.add(path);
        child?.kill("SIGKILL");
        return "hang up";
      }
      return story.answer(path);
    });
    let all = "";
    let status: number | null = null;
    for (let before = -1; status === null && killed.size > before;) {
      before = killed.size;
      const ended = await fetchInProcess(connector, story.want, source.address);
      status = ended.status;
      all += ended.printed;
    }
    expect(status, all).toBe(0);
    expect(killed.size).toBeGreaterThan(0);
    if (connector.atOnce === 1) expect(all).toContain("were there already");
    // Only the calls that a kill met are made again, and those that were on their way beside them.
    const again = source.calls.length - new Set(source.calls).size;
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThanOrEqual(killed.size * connector.atOnce);
    if (connector.keys.length > 0) expect(JSON.stringify(source.headers())).toContain(SECRET);
    const fetched = await rowsOf(await openMarket({ folder }), story.rows);
    if (story.whole === null) {
      const rows = truth().bars.map(({ symbol, date, close, volume }) => `${symbol} ${date} ${close} ${volume}`);
      expect(fetched).toEqual(rows.toSorted().map((row) => ({ row })));
    } else {
      const market = await openTestMarket();
      await importCsv(market, folderOf({ "daily.csv": BARS }));
      await story.whole(market);
      expect(fetched).toEqual(await rowsOf(market, story.rows));
    }
    for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) all += (await readFile(join(file.parentPath, file.name))).toString("latin1");
    }
    expect(all).not.toContain(SECRET);
  });
});
