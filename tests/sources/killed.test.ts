import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openMarket } from "../../src/market/index.ts";
import { rounds } from "../cases.ts";
import { localSource, type LocalSource } from "./local-source.ts";
import { SOURCES, truth } from "./payloads.ts";

/* A real process, killed with the source's answer on its way. */

const MAIN = resolve(import.meta.dirname, "../../src/cli/main.ts");
const SECRET = "never-to-be-seen-1234";

let folder = "";
let source: LocalSource | null = null;
let child: ChildProcess | null = null;
afterEach(async () => {
  child?.kill("SIGKILL");
  await source?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Fetches in a process of its own; gives its status, null where it was killed, and all that it printed. */
async function fetchInProcess(address: string): Promise<{ readonly status: number | null; readonly printed: string }> {
  const words = ["market", "fetch", "massive", "--symbols", "AAA,BBB", "--from", "2025-12-01", "--to", "2025-12-19"];
  child = spawn(process.execPath, [MAIN, ...words, "--data", folder], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      MASSIVE_KEY: SECRET,
      MASSIVE_URL: address,
      MASSIVE_CALLS_PER_MINUTE: "100000",
    },
  });
  let printed = child.spawnargs.join(" ");
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (printed += String(text)));
  await once(child, "close");
  return { status: child.exitCode, printed };
}

test("killed at a page, the same command goes on from there; the key is in nothing that was printed or kept", async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-fetch-"));
  const killAt = new Set(rounds([4], [1, 2, 4, 7, 9]));
  let killed = 0;
  source = await localSource((path, call) => {
    if (killAt.has(call)) {
      killed += child?.kill("SIGKILL") === true ? 1 : 0;
      return "hang up";
    }
    return SOURCES["massive"]?.(truth(), path) ?? "hang up";
  });
  let all = "";
  let status: number | null = null;
  for (let round = 0; status === null && round <= killAt.size; round += 1) {
    const ended = await fetchInProcess(source.address);
    status = ended.status;
    all += ended.printed;
  }
  expect([status, killed]).toEqual([0, killAt.size]);
  expect(all).toContain("were there already");
  // Only the calls that a kill met are made again.
  expect(source.calls.length - new Set(source.calls).size).toBe(killAt.size);
  expect(JSON.stringify(source.headers())).toContain(SECRET);
  const market = await openMarket({ folder });
  try {
    const rows = await market.query<{ row: string }>(
      `SELECT concat(symbol, ' ', toString(date), ' ', toString(toFloat64(close)), ' ', toString(toUInt64(volume))) AS row FROM (
SELECT s.symbol AS symbol, n.date AS date, d.close AS close, d.volume AS volume FROM ${market.database}.daily AS d
JOIN ${market.database}.security AS s USING (security_id) JOIN ${market.database}.session AS n USING (session)) ORDER BY row`,
    );
    expect(rows.map(({ row }) => row)).toEqual(
      truth()
        .bars.map(({ symbol, date, close, volume }) => `${symbol} ${date} ${close} ${volume}`)
        .toSorted(),
    );
  } finally {
    await market.close();
  }
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) all += (await readFile(join(file.parentPath, file.name))).toString("latin1");
  }
  expect(all).not.toContain(SECRET);
});
